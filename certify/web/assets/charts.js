// Charts and cells of grids answer to the pointer, to a finger and to keys: each figure gets a slider
// that steps through what it tells, and a line that tells it. The texts stand in the page; nothing is
// worked out here.
"use strict";

function equip(figure) {
  const areas = [...figure.querySelectorAll("g.told rect, .grid td[title]")];
  if (!areas.length || figure.querySelector(".teller")) return;
  const teller = document.createElement("p");
  const slider = document.createElement("input");
  const told = document.createElement("output");
  // Of a grid, how many cells a row has: keys that go up and down go by rows.
  const across = areas[0].matches("td") ? areas[0].parentElement.querySelectorAll("td").length : 0;
  teller.className = "teller";
  Object.assign(slider, { type: "range", min: 0, max: areas.length - 1, value: 0 });
  slider.setAttribute("aria-label", `${across ? "Cells" : "Figures"} of the chart, one by one`);
  told.textContent = across
    ? "Point at a cell, or step through the cells."
    : "Point at the chart, or step through its figures.";
  teller.append(slider, told);
  figure.append(teller);

  function tell(place) {
    const area = areas[place], region = area.closest(".scroll");
    slider.value = place;
    areas.forEach((each, number) => each.classList.toggle("now", number === place));
    told.textContent = area.querySelector("title")?.textContent ?? area.title;
    slider.setAttribute("aria-valuetext", told.textContent);
    return region;
  }
  function step(place) {
    const region = tell(Math.min(Math.max(place, 0), areas.length - 1));
    if (region) region.scrollLeft = areas[slider.value].offsetLeft - region.clientWidth / 2;
  }
  function nearest(event) {
    let found = 0, least = Infinity;
    areas.forEach((area, number) => {
      const box = area.getBoundingClientRect();
      const aside = Math.max(box.left - event.clientX, 0, event.clientX - box.right);
      const along = Math.max(box.top - event.clientY, 0, event.clientY - box.bottom);
      const far = Math.hypot(aside, along);
      // Of several that are pointed at, the last lies on top.
      if (far <= least) [found, least] = [number, far];
    });
    tell(found);
  }
  slider.setAttribute("aria-valuetext", told.textContent);
  slider.addEventListener("input", () => step(Number(slider.value)));
  slider.addEventListener("focus", () => step(Number(slider.value)));
  slider.addEventListener("keydown", (event) => {
    const by = { ArrowUp: -across, ArrowDown: across }[event.key];
    if (!by) return;
    event.preventDefault();
    step(Number(slider.value) + by);
  });
  for (const picture of figure.querySelectorAll("svg, .grids"))
    for (const kind of ["pointerdown", "pointermove"]) picture.addEventListener(kind, nearest);
}

function equipAll() {
  document.querySelectorAll("figure").forEach(equip);
}
document.addEventListener("DOMContentLoaded", equipAll);
document.addEventListener("htmx:afterSettle", equipAll);
