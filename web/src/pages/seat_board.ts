// A person at chess: moves on the board, or typed; the legal ones come with the page.

import type { BoardSeat, SeatMove, SeatPage } from "../data";
import { ground, key, type Ground } from "../parts/ground";
import { field, h, replace, type Child } from "../parts/dom";
import type { Choose, Table } from "./seat_play";

/** A board with a hand on it, drawn once it has a size. */
export function hands(view: { position: BoardSeat["position"]; colour: string }, moved: (from: string, to: string) => void): { board: Ground; left: () => void } {
  const board = ground(view.position.board, "The board", { colour: view.colour === "black" ? "black" : "white", moved });
  const watch = new ResizeObserver(() => board.settle());
  watch.observe(board.element);
  return { board, left: () => watch.disconnect() };
}

/** The moves so far, numbered. */
export const line = (moves: readonly string[]): Child => h("p", { class: "line-so-far", tabindex: 0, role: "region", "aria-label": "Moves so far" }, moves.length === 0 ? "At the start." : moves.map((san, at) => (at % 2 === 0 ? `${at / 2 + 1}. ${san} ` : `${san} `)).join(""));

/** Whether a text names a move: in UCI, or in algebraic notation, with or without its marks. */
const names = (move: SeatMove, text: string): boolean => {
  const plain = (san: string): string => san.replace(/[+#=x]/g, "");
  return move.uci === text.toLowerCase() || plain(move.san) === plain(text);
};

export function boardSeat(first: BoardSeat, choose: Choose): Table {
  let moves: readonly SeatMove[] = [];
  let sure = false;
  const wrong = h("p", { class: "notes", role: "alert", hidden: true });
  const promote = h("fieldset", { class: "row", hidden: true });
  const list = h("datalist", { id: "seat-moves" });
  const input = h("input", { type: "text", list: "seat-moves", autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: "as e4 or e2e4" });
  const far = h("div", {});
  const play = (fitting: readonly SeatMove[], text: string): void => {
    const [only] = fitting;
    wrong.hidden = true;
    promote.hidden = true;
    if (!only) {
      wrong.hidden = false;
      replace(wrong, `${text} is no legal move here.`);
    } else if (fitting.length === 1) {
      input.value = "";
      choose({ kind: "move", uci: only.uci });
    } else {
      promote.hidden = false;
      replace(promote, h("legend", {}, "The pawn becomes a"), fitting.map((move) => h("button", { type: "button", onclick: () => play([move], text) }, move.promotion ?? move.san)));
      promote.querySelector("button")?.focus();
    }
  };
  const { board, left } = hands(first, (from, to) => play(moves.filter((move) => move.step && key(move.step.from) === from && key(move.step.to) === to), `${from}${to}`));
  const resign = h("button", { type: "button", class: "quiet", onclick: () => {
    if (sure) choose({ kind: "resign" });
    sure = !sure;
    resign.textContent = sure ? "Really resign?" : "Resign";
  } }, "Resign");
  const form = h("form", { class: "seat-form", "aria-label": "Your move", onsubmit: (event: Event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (text !== "") play(moves.filter((move) => names(move, text)), text);
  } }, field("your move", input), list, h("div", { class: "row" }, h("button", { class: "primary", type: "submit" }, "Play"), resign), promote, wrong);
  const show = (page: SeatPage, yours: boolean): void => {
    if (page.view.shape !== "board") return;
    const { position } = page.view;
    moves = page.view.moves;
    sure = false;
    resign.textContent = "Resign";
    wrong.hidden = true;
    promote.hidden = true;
    form.hidden = !yours;
    board.show(position.fen, position.last, position.check, []);
    board.allow(yours ? moves.flatMap((move) => (move.step ? [move.step] : [])) : []);
    board.element.setAttribute("aria-label", `Position: ${position.fen}`);
    replace(list, moves.map((move) => h("option", { value: move.san }, move.uci)));
    replace(far, line(position.line));
  };
  return { element: h("div", { class: "scene token" }, h("div", { class: "boardside" }, board.element), h("section", { class: "aside", "aria-label": "Your move" }, form, far)), show, focus: () => input.focus({ preventScroll: true }), settle: board.settle, left };
}
