// Tables that can be sorted by any column.

import { h, replace, type Child } from "./dom";

export type Column<Row> = {
  name: string;
  /** What the cell shows. */
  cell: (row: Row, at: number) => Child;
  /** By what rows are sorted; columns without it are not sorted by. */
  key?: (row: Row) => number | string | null | undefined;
  /** Numbers stand to the right. */
  right?: boolean;
  class?: string;
  /** Names the row for those who listen. */
  heads?: boolean;
};

type Order = { column: number; way: 1 | -1 };

/** A table. Rows keep the order in which they come until a column is chosen. */
export function table<Row>(caption: Child, columns: readonly Column<Row>[], rows: readonly Row[], rowClass?: (row: Row, at: number, sorted: boolean) => string): HTMLElement {
  const body = h("tbody");
  const head = h("tr");
  let order: Order | null = null;
  const draw = (): void => {
    replace(head, columns.map((column, at) => header(column, at)));
    replace(body, sorted().map((row, at) =>
      h("tr", { class: rowClass?.(row, at, order !== null) ?? null }, columns.map((column) => cell(column, row, at))),
    ));
  };
  const sorted = (): readonly Row[] => {
    const key = order && columns[order.column]?.key;
    if (!order || !key) return rows;
    const { way } = order;
    return [...rows].sort((a, b) => way * compare(key(a), key(b)));
  };
  const header = (column: Column<Row>, at: number): HTMLElement => {
    const attributes = { scope: "col", class: [column.right && "right", column.class].filter(Boolean).join(" ") || null };
    if (!column.key) return h("th", attributes, column.name);
    const way = order?.column === at ? order.way : 0;
    const turn = (): void => {
      order = way === 0 ? { column: at, way: column.right ? -1 : 1 } : way === (column.right ? -1 : 1) ? { column: at, way: column.right ? 1 : -1 } : null;
      draw();
      head.children[at]?.querySelector("button")?.focus();
    };
    return h(
      "th",
      { ...attributes, "aria-sort": way === 0 ? "none" : way === 1 ? "ascending" : "descending" },
      h("button", { class: "sort", type: "button", onclick: turn }, column.name, h("span", { class: "arrow", "aria-hidden": "true" }, way === 0 ? "" : way === 1 ? "↑" : "↓")),
    );
  };
  const cell = (column: Column<Row>, row: Row, at: number): HTMLElement =>
    h(column.heads ? "th" : "td", { scope: column.heads ? "row" : null, class: [column.right && "right", column.class].filter(Boolean).join(" ") || null }, column.cell(row, at));
  draw();
  // No landmark: a page of several runs has tables of the same name.
  return h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": typeof caption === "string" ? caption : "table" },
    h("table", {}, h("caption", {}, caption), h("thead", {}, head), body));
}

/** Nothing comes last whichever way it is sorted up. */
function compare(a: number | string | null | undefined, b: number | string | null | undefined): number {
  if (a === null || a === undefined) return b === null || b === undefined ? 0 : 1;
  if (b === null || b === undefined) return -1;
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), "en", { numeric: true });
}
