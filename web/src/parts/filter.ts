// Rows that are narrowed by choices above them.

import { field, h, replace, type Child } from "./dom";
import { counted } from "./format";

export type Facet<Row> = { name: string; of: (row: Row) => string };

/** One list of choices a facet with several values, and below them what `draw` makes of the rows that fit. */
export function narrowed<Row>(label: string, facets: readonly Facet<Row>[], rows: readonly Row[], draw: (rows: readonly Row[]) => Child): HTMLElement {
  const body = h("div", {});
  const said = h("p", { class: "soft", role: "status" });
  const choices = facets.flatMap((facet) => {
    const values = [...new Set(rows.map(facet.of))];
    if (values.length < 2) return [];
    const select = h("select", { onchange: () => show() }, h("option", { value: "" }, "all"), values.map((value) => h("option", { value }, value)));
    return [{ facet, select }];
  });
  const show = (): void => {
    const fitting = rows.filter((row) => choices.every(({ facet, select }) => select.value === "" || facet.of(row) === select.value));
    said.textContent = fitting.length === rows.length ? "" : `${counted(fitting.length, "row")} of ${rows.length}`;
    replace(body, draw(fitting));
  };
  show();
  return h("div", {},
    choices.length > 0 ? h("form", { class: "filters", "aria-label": label, onsubmit: (event: Event) => event.preventDefault() }, choices.map(({ facet, select }) => field(`${label}: ${facet.name}`, select)), said) : null,
    body);
}
