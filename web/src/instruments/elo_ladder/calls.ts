// What happened in a turn: replies, calls, what they were told.

import type { CallShown, LadderEvent } from "../../data";
import { foreign, h, type Child } from "../../parts/dom";
import { saying } from "../../parts/said";

/** A time from microseconds on. */
export function took(us: number): string {
  if (us < 1000) return `${(us / 1000).toFixed(1)} ms`;
  if (us < 1_000_000) return `${Math.round(us / 1000)} ms`;
  if (us < 60_000_000) return `${(us / 1_000_000).toFixed(1)} s`;
  return `${Math.floor(us / 60_000_000)} min ${Math.round((us % 60_000_000) / 1_000_000)} s`;
}

export const events = (all: readonly LadderEvent[]): Child => all.map(event);

function event(one: LadderEvent): Child {
  switch (one.event) {
    case "said":
      return saying(one);
    case "called":
      return call(one);
    case "started":
      return h("div", { class: "call" }, h("p", {}, "The program is started", h("span", { class: "soft" }, ` at ${one.at.slice(0, 19).replace("T", " ")} UTC`)),
        h("details", {}, h("summary", {}, "What it was told"), foreign(one.prompt)));
    case "left":
      return h("div", { class: "call" }, h("p", {}, sentence(one.why), h("span", { class: "soft" }, ` after ${took(one.took_us)}${one.partial ? "; its account of tokens broke off" : ""}`)),
        one.last_words === null ? h("p", { class: "soft" }, "It left no words.") : [h("p", { class: "role" }, "Its last words"), foreign(one.last_words, { class: "foreign reply", "aria-label": "Last words" })]);
    case "capped":
      return h("p", { class: "call" }, "Not asked any more: the game reached ", h("code", {}, one.key), ".");
  }
}

const sentence = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);

const looks: { [name: string]: string } = { moved: "optimal", shown: "quietmark", resigned: "unusable" };

function call(one: CallShown): HTMLElement {
  return h("div", { class: "call" },
    h("header", {},
      h("code", { class: "toolname" }, one.is_call ? (one.tool === "" ? "(no name)" : one.tool) : "move read from the reply"),
      h("span", { class: `verdict ${one.refused ? "illegal" : (looks[one.class] ?? "quietmark")}` }, one.words),
      one.took_us === null ? null : h("span", { class: "soft" }, took(one.took_us))),
    one.arguments === "{}" || one.arguments === "null" ? null : foreign(one.arguments, { class: "foreign arguments", "aria-label": "Arguments of the call" }),
    one.reason === null ? null : h("p", { class: "reason" }, "Told: ", one.reason),
    one.answer === null ? (one.is_call ? h("p", { class: "soft" }, "It was not answered any more.") : null) : h("details", {}, h("summary", {}, "All that it was told"), foreign(one.answer)));
}
