// A slider that says its value.

import { h } from "./dom";

export type Slider = { element: HTMLElement; value: () => number };

/** A slider under its name. `page` keeps its id apart from another page's; `moved` is told every change. */
export function slider(page: string, name: string, [min, max, step, first]: readonly [number, number, number, number], words: (value: number) => string, moved?: () => void): Slider {
  const said = h("output", {}, words(first));
  // An output within a label would take the label for itself.
  const id = `${page}-${name.replace(" ", "-")}`;
  const input = h("input", { id, type: "range", min, max, step, value: first, oninput: () => {
    said.textContent = words(input.valueAsNumber);
    moved?.();
  } });
  return { element: h("div", { class: "slider" }, h("label", { for: id }, name), said, input), value: () => input.valueAsNumber };
}
