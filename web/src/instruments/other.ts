// An instrument without pages of its own: its report, and its games as transcripts.

import type { Block, BoardPage, GamePage } from "../data";
import { foreign, h, type Child } from "../parts/dom";
import { table } from "../parts/table";
import { saying } from "../parts/said";
import type { InstrumentModule } from "./module";

export const other: InstrumentModule = {
  name: "",
  about: "",
  shape: "transcript",
  board: (page: BoardPage) => report(page.report),
  replay: (page: GamePage) => {
    if (page.replay.shape !== "transcript") return null;
    if (page.replay.steps.length === 0) return h("p", { class: "empty" }, "Nothing was asked in this game yet.");
    return h("ol", { class: "transcript" }, page.replay.steps.map((step) =>
      h("li", {}, step.shape === "said" ? saying(step) : [h("p", { class: "soft" }, step.asked), foreign(step.answer)])));
  },
};

/** A report's parts as they stand in report.md. */
export function report(blocks: readonly Block[]): Child {
  let heading = "";
  return blocks.map((block, at) => {
    switch (block.shape) {
      case "heading":
        heading = block.text;
        return at === 0 ? null : h("h3", {}, block.text);
      case "text":
        return h("p", {}, block.text);
      case "list":
        return h("ul", {}, block.items.map((item) => h("li", {}, item)));
      case "table":
        return table(`From the report: ${heading}`, block.head.map((name, column) => ({
          name: name.replace(/^>/, ""),
          right: name.startsWith(">"),
          // A name that stands for several rows stands once.
          heads: column === 0 && block.rows.every((row) => row[0] !== ""),
          cell: (row: string[]) => row[column] ?? "",
          key: (row: string[]) => sortable(row[column] ?? ""),
        })), block.rows);
    }
  });
}

/** Numbers are sorted as numbers. */
function sortable(text: string): string | number {
  const number = Number.parseFloat(text.replace(/[,%$]/g, ""));
  return Number.isFinite(number) && /^[\d$.,%-]+/.test(text) ? number : text;
}
