// A reply beside what was asked.

import type { Said } from "../data";
import { foreign, h, type Child } from "./dom";
import { count } from "./format";

/** A player's reply, its reasoning and what it was told folded away. */
export function saying(said: Said, verdict: Child = null): HTMLElement {
  const facts = [
    said.tokens ? `${count(said.tokens[0])} prompt + ${count(said.tokens[1])} completion tokens` : null,
    said.took_ms > 0 ? `${count(said.took_ms)} ms` : null,
    said.failed_tries > 0 ? `${said.failed_tries} failed tries before` : null,
    said.finish,
  ].filter((fact) => fact !== null);
  return h("article", { class: "said" },
    h("header", {}, h("strong", {}, said.player), verdict, h("span", { class: "soft" }, facts.join(" · "))),
    foreign(said.reply === "" ? "(nothing)" : said.reply, { class: "foreign reply", "aria-label": `Reply of ${said.player}` }),
    said.reasoning ? h("details", {}, h("summary", {}, "Reasoning"), foreign(said.reasoning)) : null,
    said.told.length > 0
      ? h("details", {}, h("summary", {}, "What it was told"), said.told.map((told) => [h("p", { class: "role" }, told.role), foreign(told.text)]))
      : null);
}
