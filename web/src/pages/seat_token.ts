// A person at Token Chess: how to dream, what was dreamt, and what to pick of it.

import type { AttemptShown, SeatMove, SeatPage, TokenSeat } from "../data";
import { field, h, replace, unseen, type Child } from "../parts/dom";
import { setting } from "../parts/dreams";
import { counted } from "../parts/format";
import { key, type Dream } from "../parts/ground";
import { slider } from "../parts/slider";
import { hands, line } from "./seat_board";
import type { Choose, Table } from "./seat_play";

export function tokenSeat(first: TokenSeat, choose: Choose): Table {
  let candidates: readonly SeatMove[] = [];
  const note = h("textarea", { rows: 2, maxlength: first.note ?? 200 });
  const noted = (): string | null => (noteField.hidden || note.value.trim() === "" ? null : note.value.trim());
  const noteField = field("a note for later turns, if you like", note);
  const pick = (move: SeatMove): void => {
    const text = noted();
    note.value = "";
    choose({ kind: "pick", uci: move.uci, note: text });
  };
  const { board, left } = hands(first, (from, to) => {
    const move = candidates.find((one) => one.step && key(one.step.from) === from && key(one.step.to) === to);
    if (move) pick(move);
  });
  const [least, most] = first.temperatures;
  const temperature = slider("seat", "temperature", [least, most, 0.05, 0.9], (value) => value.toFixed(2));
  const capped = h("input", { type: "checkbox" });
  const cap = slider("seat", "soft cap", [1, 30, 0.5, 8], (value) => value.toFixed(1));
  const purse = h("p", { class: "big" });
  const pool = h("div", {});
  const drawn = h("div", {});
  const choice = h("div", {});
  const far = h("div", {});
  const sampleButton = h("button", { class: "primary", type: "submit" }, "Sample");
  const form = h("form", { class: "seat-form", "aria-label": "How it dreams", onsubmit: (event: Event) => {
    event.preventDefault();
    const text = noted();
    note.value = "";
    choose({ kind: "sample", temperature: temperature.value(), soft_cap: capped.checked ? cap.value() : null, note: text });
  } }, temperature.element, h("label", { class: "switch" }, capped, "soft cap"), cap.element, noteField, sampleButton);
  const show = (page: SeatPage, yours: boolean): void => {
    if (page.view.shape !== "token-chess") return;
    const { view } = page;
    const { position } = view;
    candidates = yours ? view.candidates : [];
    form.hidden = !yours || view.menu.length > 0;
    noteField.hidden = view.note === null;
    sampleButton.hidden = !view.may_sample;
    sampleButton.textContent = `Sample: ${counted(view.batch, "dream")} for a token`;
    board.show(position.fen, position.last, position.check, yours ? dreams(view) : []);
    board.allow(candidates.flatMap((move) => (move.step ? [move.step] : [])));
    board.element.setAttribute("aria-label", `Position: ${position.fen}`);
    replace(purse, view.tokens === null ? null : [counted(view.tokens, "token"), h("span", { class: "soft" }, view.income > 0 ? ` left; ${view.income} more each turn` : " left")]);
    replace(pool, candidates.length === 0 ? null : h("div", { class: "seat-form pool-now" }, h("h3", {}, "Play one of them"), h("ul", { class: "chips" }, candidates.map((move) => h("li", {}, h("button", { type: "button", class: "chip legal", onclick: () => pick(move) }, move.san, unseen(` (${move.uci})`)))))));
    replace(drawn, yours ? batches(view) : null);
    replace(choice, yours && view.menu.length > 0 ? memories(view, choose) : null);
    replace(far, line(position.line));
  };
  const focus = (): void => {
    const target = choice.querySelector<HTMLElement>("button") ?? pool.querySelector<HTMLElement>("button") ?? (sampleButton.hidden ? null : sampleButton);
    target?.focus({ preventScroll: true });
  };
  const legend = h("p", { class: "key legend" }, h("span", { class: "swatch ghost", "aria-hidden": "true" }), " dreamt and not legal ", h("span", { class: "swatch legal", "aria-hidden": "true" }), " legal");
  const rules = h("details", { class: "more" }, h("summary", {}, "The rules"), h("ul", {}, first.rules.map((rule) => h("li", {}, rule))));
  return { element: h("div", { class: "scene token" }, h("div", { class: "boardside" }, board.element, legend), h("section", { class: "aside", "aria-label": "Your turn" }, purse, choice, pool, form, drawn, far, rules)), show, focus, settle: board.settle, left };
}

/** Dreams of this turn that are moves of the board; legal ones on top. */
function dreams(view: TokenSeat): Dream[] {
  const seen = new Map<string, Dream>();
  for (const attempt of view.batches.flatMap((batch) => batch.attempts)) {
    if (!attempt.step) continue;
    const before = seen.get(attempt.text);
    if (before) before.times += 1;
    else seen.set(attempt.text, { step: attempt.step, kind: attempt.class === "legal" ? "legal" : "ghost", times: 1 });
  }
  return [...seen.values()].sort((a, b) => a.kind.localeCompare(b.kind));
}

function batches(view: TokenSeat): Child {
  if (view.batches.length === 0) return null;
  const chip = (attempt: AttemptShown): HTMLElement => h("li", {}, h("code", { class: `chip ${attempt.class === "legal" ? "legal" : "ghost"} ${attempt.class}` }, attempt.text === "" ? "(nothing)" : attempt.text), unseen(` ${attempt.class}`));
  return [h("h3", {}, "Dreamt in this turn"), view.batches.map((batch) => h("div", { class: "batch" },
    h("p", { class: "setting" }, setting(batch)),
    h("ul", { class: "chips" }, batch.attempts.map(chip))))];
}

/** The choice of a memory, before the game. */
function memories(view: TokenSeat, choose: Choose): HTMLElement {
  const why = h("textarea", { rows: 2, maxlength: view.why });
  const words: { [name: string]: string } = { none: "none: only the board", ledger: "ledger: what your moves cost", notepad: "notepad: notes that come back" };
  return h("div", { class: "seat-form" }, h("h3", {}, "Choose a memory for the game"), field("why, if you like", why), h("div", { class: "row" }, view.menu.map((name) => h("button", { type: "button", onclick: () => choose({ kind: "memory", memory: name, why: why.value.trim() === "" ? null : why.value.trim() }) }, words[name] ?? name))));
}
