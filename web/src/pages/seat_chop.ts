// A person at Chopsticks: the hands, and the state after the move.

import type { SeatPage } from "../data";
import { digit, sides, spinner } from "../instruments/chop_bench/exam";
import { hands, state } from "../instruments/chop_bench/hands";
import { h, replace } from "../parts/dom";
import type { Choose, Table } from "./seat_play";

export function chopSeat(choose: Choose): Table {
  const table = h("div", { class: "table" });
  const aside = h("section", { class: "aside", "aria-label": "Your answer" });
  const show = (page: SeatPage, yours: boolean): void => {
    if (page.view.shape !== "chop-bench") return;
    const { view } = page;
    const { position } = view;
    const [own, other] = sides(position);
    replace(table,
      h("p", { class: "sitter" }, h("span", {}, "opponent ", h("strong", {}, view.opponent))), hands(other, "opponent", "The opponent's hands"),
      h("p", { class: "worth" }, state(position, "position, your hands first")),
      hands(own, "examinee", "Your hands"), h("p", { class: "sitter" }, h("strong", {}, "you")));
    const rules = h("details", { class: "more", open: true }, h("summary", {}, "The rules"), h("ul", {}, view.told.map((rule) => h("li", {}, rule)), h("li", {}, view.tries === 1 ? "A state that no move reaches loses the game." : `A turn allows ${view.tries} answers; the first one is graded, and after the last that is no move the game is lost.`)));
    replace(aside, yours ? answer(position, view.modulus, choose) : null, rules);
  };
  return { element: h("div", { class: "scene chop" }, table, aside), show, focus: () => aside.querySelector<HTMLElement>("input")?.focus({ preventScroll: true }) };
}

function answer(position: string, modulus: number, choose: Choose): HTMLElement {
  const wanted = [...position].map(digit);
  const line = h("output", { class: "state big" });
  const text = (): string => wanted.map((one) => (one === null ? "-" : String(one))).join("");
  const show = (): void => {
    line.textContent = text().replace("-", "–");
  };
  const middle = position.indexOf("-");
  const group = (from: number, to: number, words: string): HTMLElement =>
    h("fieldset", {}, h("legend", {}, words), wanted.slice(from, to).map((one, place) => spinner(one ?? 0, modulus - 1, `${words}, hand ${place + 1}`, (value) => {
      wanted[from + place] = value;
      show();
    })));
  show();
  return h("form", { class: "answer", onsubmit: (event: Event) => {
    event.preventDefault();
    choose({ kind: "state", state: text() });
  } }, h("p", {}, "The state after your move:"), h("div", { class: "row" }, group(0, middle, "Your hands"), group(middle + 1, wanted.length, "The opponent's hands")),
    h("div", { class: "row" }, line, h("button", { class: "primary", type: "submit" }, "Play")));
}
