// A number that says how it was obtained, for those who want to know.

import { h, type Child } from "./dom";
import { count, value, type Finding } from "./format";
import { byGames } from "./plot";

/** A finding's value; in nerd mode with its interval, its counts and its method. */
export function number(finding: Finding, href?: string): Child {
  if (typeof finding.value !== "number") return h("span", { class: "soft" }, "—");
  const text = value(finding.value, finding.unit);
  const ends = byGames(finding);
  return [
    href ? h("a", { class: "num", href, title: "the games behind this number" }, text) : h("span", { class: "num" }, text),
    h("span", { class: "nerd" },
      ends ? h("span", {}, `[${value(ends.lo, finding.unit)}, ${value(ends.hi, finding.unit)}]`) : null,
      h("span", {}, counts(finding)),
      ends ? h("span", {}, ends.method + (ends.approximate ? " ≈" : "")) : null),
  ];
}

/** What was counted, out of what, in how many games. */
export function counts(finding: Finding): string {
  const ratio = typeof finding.numerator === "number" && typeof finding.denominator === "number"
    ? `${trimmed(finding.numerator)}/${trimmed(finding.denominator)}, `
    : "";
  return `${ratio}n = ${count(finding.games)} games`;
}

const trimmed = (number: number): string => (Number.isInteger(number) ? count(number) : number.toFixed(2));

/** Definitions of findings, each once; only in nerd mode. */
export function definitions(findings: readonly Finding[]): HTMLElement {
  const seen = new Map<string, Finding>();
  for (const finding of findings) if (!seen.has(finding.id)) seen.set(finding.id, finding);
  return h("section", { class: "nerd-block", "aria-label": "Definitions" },
    h("h3", {}, "Definitions"),
    h("dl", { class: "definitions" }, [...seen.values()].map((finding) => [
      h("dt", {}, h("code", {}, finding.id)),
      h("dd", {}, finding.definition, ". ", finding.intervals.map((one) =>
        h("span", { class: "method" }, h("code", {}, one.method), ` (${Math.round(100 * one.level)}%${one.approximate ? ", approximate" : ""}): ${one.definition}. `))),
    ])));
}
