// A person's game: what is to be decided, and the way to decide it.

import type { Choice, SeatPage } from "../data";
import { foreign, h, replace, type Child } from "../parts/dom";
import { link } from "../parts/router";
import { decide, goOn, isServed, papers, seat } from "../parts/source";
import { type Page } from "./page";
import { runHead } from "./run";
import { begin, orderOf } from "./seat";
import { boardSeat } from "./seat_board";
import { chopSeat } from "./seat_chop";
import { tokenSeat } from "./seat_token";

/** An instrument's part of the page. It stays while a game goes on, and is shown what is new. */
export type Table = {
  element: HTMLElement;
  /** Shows how the game stands; `yours` says whether the person is to decide. */
  show: (page: SeatPage, yours: boolean) => void;
  /** Looks again where it stands, since what is above it may have moved it. */
  settle?: () => void;
  /** Puts the keyboard where the decision is made. */
  focus: () => void;
  /** Told when the reader goes on. */
  left?: () => void;
};

/** Sends a choice. */
export type Choose = (choice: Choice) => void;

export async function seatPlayPage(key: string): Promise<Page> {
  const run = await papers(key);
  if (!isServed() || run.card.people.length === 0) return { title: run.card.name, content: [runHead(run, null), h("p", { class: "empty" }, isServed() ? "Nobody has a seat in this run." : "These pages are files. Run ludometer serve to take a seat.")] };
  const first = await seat(key);
  const heading = h("div", {}, runHead(run, "seat"));
  const news = h("p", { class: "news", role: "status", "aria-live": "polite" });
  const wrong = h("p", { class: "notes", role: "alert", hidden: true });
  const before = h("div", {});
  const stage = h("div", {});
  const after = h("div", {});
  let now = first;
  let table: Table | null = null;
  let place = -1;
  let busy = false;

  const problem = (text: string): void => {
    wrong.hidden = text === "";
    replace(wrong, text);
  };
  /** Does one thing at a time, and shows what came of it. */
  const act = async (what: () => Promise<SeatPage>): Promise<void> => {
    if (busy) return;
    busy = true;
    problem("");
    stage.setAttribute("aria-busy", "true");
    replace(news, "Waiting for the opponent…");
    try {
      now = await what();
    } catch (failed) {
      problem((failed as Error).message);
      // What was said before may have been answered in another window.
      now = await seat(key).catch(() => now);
    }
    busy = false;
    stage.removeAttribute("aria-busy");
    if (now.stands === "over" || now.place !== place) void papers(key).then((run) => replace(heading, runHead(run, "seat")), () => undefined);
    draw();
    if (now.stands === "yours") table?.focus();
    else after.querySelector<HTMLElement>("a, button")?.focus({ preventScroll: true });
  };
  const choose: Choose = (choice) => {
    const { question } = now;
    if (question !== null) void act(() => decide(key, { question, choice }));
  };
  const draw = (): void => {
    const page = now;
    if (!table || place !== page.place) {
      table?.left?.();
      table = tableOf(page, choose);
      place = page.place;
      replace(stage, table?.element ?? null);
    }
    table?.show(page, page.stands === "yours");
    replace(news, words(page));
    replace(before, h("h2", {}, title(page)), earlier(page));
    replace(after, ends(page), page.told && page.stands === "yours" ? h("details", { class: "more" }, h("summary", {}, "What a model is told here"), foreign(page.told, { "aria-label": "What a model is told here" })) : null);
    table?.settle?.();
  };
  const ends = (page: SeatPage): Child => {
    switch (page.stands) {
      case "resting":
        return h("div", {}, h("p", { class: "notes" }, "This game was put down. All that was played is in its journal."), h("button", { class: "primary", type: "button", onclick: () => void act(() => goOn(key)) }, "Go on with it"));
      case "stopped":
        return h("div", {}, h("p", { class: "notes" }, `The game stopped: ${page.why ?? ""}`), h("button", { class: "primary", type: "button", onclick: () => void act(() => goOn(key)) }, "Try again"));
      case "over":
        return over(page);
      default:
        return null;
    }
  };
  /** Also where nothing of it was begun in this window. */
  const over = (page: SeatPage): Child => {
    const order = orderOf(key);
    const last = page.over.at(-1);
    const again = h("button", { class: "primary", type: "button", onclick: () => {
      if (order) void begin(order).catch((failed: Error) => problem(failed.message));
    } }, "Play again");
    return h("div", { class: "row" }, last ? h("a", { href: link(["run", key, "game", last.place]) }, "Go through the game") : null, h("a", { href: link(["run", key]) }, "Findings"), order ? again : null, h("a", { href: link(["seat"]) }, "Another game"));
  };
  draw();
  return { title: `${first.player}'s seat`, content: [heading, before, news, wrong, stage, after], left: () => table?.left?.() };
}

function tableOf(page: SeatPage, choose: Choose): Table | null {
  switch (page.view.shape) {
    case "board":
      return boardSeat(page.view, choose);
    case "token-chess":
      return tokenSeat(page.view, choose);
    case "chop-bench":
      return chopSeat(choose);
    default:
      return null;
  }
}

function title(page: SeatPage): string {
  const games = page.planned > 1 ? `Game ${page.place + 1} of ${page.planned}` : "The game";
  const { view } = page;
  if (view.shape === "nothing") return games;
  const who = view.opponent ? ` against ${view.opponent}` : "";
  return view.shape === "chop-bench" ? `${games}${who}; you move ${view.first ? "first" : "second"}` : `${games}${who}; you have ${view.colour}`;
}

/** How the games before came out; the last one is the end. */
const earlier = (page: SeatPage): Child => page.over.length === 0 ? null : h("ul", { class: "earlier" }, page.over.map((one) => h("li", { class: one.place === page.place ? "end" : null }, page.planned > 1 ? `Game ${one.place + 1}: ` : "", one.says, " ", h("a", { href: link(["run", page.run, "game", one.place]) }, page.planned > 1 ? `replay of game ${one.place + 1}` : "replay"))));

function words(page: SeatPage): string {
  const { view } = page;
  const news = view.shape === "nothing" ? null : view.shape === "chop-bench" ? view.news : view.position.news;
  const over = page.over.at(-1);
  if (page.stands === "over") return over ? `The game is over. ${over.says}.` : "The game is over.";
  const turn = page.stands === "yours" ? "It is your turn." : page.stands === "waiting" ? "Waiting for the opponent…" : "";
  return [news ?? "", turn].filter((part) => part !== "").join(" ");
}
