// A report's statements beside what the imported files say, and what else those say.

import type { BoardPage, Claim, Measure, RunCard } from "../../data";
import { breakable, h, type Child } from "../../parts/dom";
import { count, counted } from "../../parts/format";
import { narrowed } from "../../parts/filter";
import { link } from "../../parts/router";
import { table } from "../../parts/table";
import { report } from "../other";

/** A sign beside the word, so that no verdict is told by its colour alone. */
const signs: { [standing in Claim["standing"]]: string } = { agrees: "=", differs: "≠", "not-in-archive": "∅", "not-measured": "–" };

export function board(page: BoardPage, run: RunCard): Child {
  const { claims } = page;
  if (claims === null) return report(page.report);
  return [
    h("p", { class: "lead" }, `${counted(claims.statements.length, "statement")} of the published report with a number in them, each beside what the imported files say. ${claims.about_files} `, h("a", { href: link(["run", run.key, "games"]) }, "The games behind them")),
    h("dl", { class: "tiles" }, claims.tally.map((one) => h("div", { class: "tile" }, h("dt", {}, verdict(one.standing, one.words)), h("dd", {}, count(one.statements))))),
    h("section", {}, h("h2", {}, "Claimed and measured"),
      narrowed("statements", [
        { name: "round", of: (one) => one.part },
        { name: "tier", of: (one) => one.tier ?? "no one board" },
        { name: "verdict", of: (one) => one.words },
      ], claims.statements, statements),
      h("p", { class: "key" }, claims.about_intervals)),
    h("section", {}, h("h2", {}, "What else the files say"), further(claims.further)),
    h("details", { class: "more" }, h("summary", {}, "The whole report as a document"), report(page.report)),
  ];
}

const verdict = (standing: Claim["standing"], words: string): HTMLElement =>
  h("span", { class: `standing ${standing}` }, h("span", { "aria-hidden": "true" }, `${signs[standing]} `), words);

const remarks = (one: { why?: string | null; caution: string | null }): Child => [
  one.why ? h("p", { class: "why" }, one.why) : null,
  one.caution ? h("p", { class: "why soft" }, `Keep in mind: ${one.caution}`) : null,
];

function statements(rows: readonly Claim[]): Child {
  return table("Statements of the report", [
    { name: "statement", heads: true, cell: (one) => h("code", {}, breakable(one.id)), key: (one) => one.id },
    { name: "what is counted", class: "words", cell: (one) => [one.definition, remarks(one)], key: (one) => one.definition },
    { name: "report", right: true, cell: (one) => one.claimed, key: (one) => leading(one.claimed) },
    { name: "files", right: true, cell: (one) => one.measured, key: (one) => leading(one.measured) },
    { name: "95%", right: true, cell: (one) => one.interval, key: (one) => leading(one.interval) },
    { name: "verdict", cell: (one) => verdict(one.standing, one.words), key: (one) => one.words },
  ], rows);
}

function further(rows: readonly Measure[]): Child {
  return table("What the report does not have", [
    { name: "finding", heads: true, cell: (one) => h("code", {}, breakable(one.id)), key: (one) => one.id },
    { name: "what is counted", class: "words", cell: (one) => [one.definition, remarks(one)], key: (one) => one.definition },
    { name: "files", right: true, cell: (one) => one.measured, key: (one) => leading(one.measured) },
    { name: "95%", right: true, cell: (one) => one.interval, key: (one) => leading(one.interval) },
  ], rows);
}

/** Sorts figures by the number that they begin with; words come behind. */
function leading(text: string): number | null {
  const number = Number.parseFloat(text.replace(/^~/, ""));
  return Number.isFinite(number) ? number : null;
}
