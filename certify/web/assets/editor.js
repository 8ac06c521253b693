// The editor numbers its lines, marks those that the checker names, and goes to one that is pressed.
// What the checker says stands in the page; nothing is checked here.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const box = document.getElementById("spec"), numbers = document.querySelector(".lines");

  function goTo(line) {
    const lines = box.value.split("\n");
    const start = lines.slice(0, line - 1).join("\n").length + (line > 1);
    box.focus();
    box.scrollIntoView();
    box.setSelectionRange(start, start + lines[line - 1].length);
    box.scrollTop = (box.scrollHeight / lines.length) * Math.max(line - 5, 0);
  }
  function mark() {
    const wrong = new Set();
    for (const named of document.querySelectorAll("#problems [data-line]")) {
      const line = Number(named.dataset.line);
      wrong.add(line);
      if (named.matches("button")) continue;
      const button = document.createElement("button");
      Object.assign(button, { type: "button", className: "line", textContent: named.textContent });
      button.dataset.line = line;
      button.addEventListener("click", () => goTo(line));
      named.replaceWith(button);
    }
    numbers.replaceChildren(
      ...box.value.split("\n").map((_, place) => {
        const row = document.createElement("span");
        const is_wrong = wrong.has(place + 1);
        row.textContent = `${is_wrong ? "\u25cf " : ""}${place + 1}\n`;
        row.classList.toggle("wrong", is_wrong);
        return row;
      }),
    );
    follow();
  }
  function follow() {
    numbers.scrollTop = box.scrollTop;
  }
  box.addEventListener("input", mark);
  box.addEventListener("scroll", follow);
  document.addEventListener("htmx:afterSettle", mark);
  mark();
});
