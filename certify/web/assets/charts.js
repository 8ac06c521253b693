// Charts answer to the pointer, to a finger and to keys: each gets a slider that steps through its
// figures, and a line that tells the figure. The texts stand in the page; nothing is worked out here.
"use strict";

function equip(figure) {
  const areas = [...figure.querySelectorAll("g.told rect")];
  if (!areas.length || figure.querySelector(".teller")) return;
  const teller = document.createElement("p");
  const slider = document.createElement("input");
  const told = document.createElement("output");
  teller.className = "teller";
  Object.assign(slider, { type: "range", min: 0, max: areas.length - 1, value: 0 });
  slider.setAttribute("aria-label", "Figures of the chart, one by one");
  told.textContent = "Point at the chart, or step through its figures.";
  teller.append(slider, told);
  figure.append(teller);

  function tell(place) {
    slider.value = place;
    areas.forEach((area, number) => area.classList.toggle("now", number === place));
    told.textContent = areas[place].querySelector("title").textContent;
    slider.setAttribute("aria-valuetext", told.textContent);
  }
  function nearest(event) {
    let found = 0, least = Infinity;
    areas.forEach((area, number) => {
      const box = area.getBoundingClientRect();
      const across = Math.max(box.left - event.clientX, 0, event.clientX - box.right);
      const along = Math.max(box.top - event.clientY, 0, event.clientY - box.bottom);
      const far = Math.hypot(across, along);
      // Of several that are pointed at, the last lies on top.
      if (far <= least) [found, least] = [number, far];
    });
    tell(found);
  }
  slider.setAttribute("aria-valuetext", told.textContent);
  slider.addEventListener("input", () => tell(Number(slider.value)));
  slider.addEventListener("focus", () => tell(Number(slider.value)));
  for (const svg of figure.querySelectorAll("svg"))
    for (const kind of ["pointerdown", "pointermove"]) svg.addEventListener(kind, nearest);
}

function equipAll() {
  document.querySelectorAll("figure").forEach(equip);
}
document.addEventListener("DOMContentLoaded", equipAll);
document.addEventListener("htmx:afterSettle", equipAll);
