// Take a seat: a person chooses what to play, and against whom.

import type { GameOrder, Offer, Order, RunCard, SeatMenu } from "../data";
import { field, h, replace, type Child } from "../parts/dom";
import { counted, instrument } from "../parts/format";
import { link } from "../parts/router";
import { home, isServed, seats, sit } from "../parts/source";
import { head, type Page } from "./page";

/** What was begun from this window, to be played once more. */
const begun = new Map<string, Order>();

/** The order that a run was begun with, if it was begun here. */
export const orderOf = (key: string): Order | undefined => begun.get(key);

/** Begins a game and goes to its board. */
export async function begin(order: Order): Promise<void> {
  const { run } = await sit(order);
  begun.set(run, order);
  location.hash = link(["run", run, "seat"]);
}

const options = (offers: readonly Offer[]): Child => offers.map((offer) => h("option", { value: offer.name }, `${offer.name} – ${offer.words}`));

export async function seatPage(): Promise<Page> {
  const top = head("Served by this machine", "Take a seat", h("p", { class: "lead" }, "Play what the models play. Your games are runs of their own, kept like every run and labelled as a person's; none is ever mixed into a model's."));
  if (!isServed()) return { title: "Take a seat", content: [top, h("p", { class: "empty" }, "These pages are files. Run ludometer serve to take a seat.")] };
  const [menu, page] = await Promise.all([seats(), home()]);
  const open = page.runs.filter((run) => run.people.length > 0 && run.progress.scored + run.progress.void < run.progress.planned);
  const name = h("input", { type: "text", value: menu.name, maxlength: 30, autocomplete: "off", spellcheck: "false" });
  return {
    title: "Take a seat",
    content: [
      top,
      h("div", { class: "seat-form" }, field("your name, as your games have it", name)),
      h("div", { class: "tables" }, ladder(menu, name), tokenChess(menu, name), chopsticks(menu, name)),
      open.length === 0 ? null : h("section", { "aria-label": "Games that are not over" }, h("h2", {}, "Games that are not over"), h("p", { class: "soft" }, `${counted(menu.at_once, "game")} can be open at once; one more puts down the one that has rested longest, and nothing of it is lost.`), h("ul", {}, open.map(unfinished))),
    ],
  };
}

const unfinished = (run: RunCard): HTMLElement => h("li", {}, h("a", { href: link(["run", run.key, "seat"]) }, run.question ?? run.name), h("span", { class: "soft" }, ` ${instrument(run.instrument)}, ${run.progress.scored} of ${counted(run.progress.planned, "game")} over`));

/** A game's form: what there is to choose, and a way to begin. */
function game(title: string, about: string, name: HTMLInputElement, fields: Child, order: () => GameOrder): HTMLElement {
  const wrong = h("p", { class: "notes", role: "alert", hidden: true });
  let busy = false;
  const start = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    wrong.hidden = true;
    try {
      await begin({ name: name.value.trim(), game: order() });
    } catch (problem) {
      wrong.hidden = false;
      replace(wrong, (problem as Error).message);
    }
    busy = false;
  };
  return h("form", { class: "card", "aria-label": title, onsubmit: (event: Event) => {
    event.preventDefault();
    void start();
  } }, h("h2", {}, title), h("p", {}, about), fields, h("div", {}, h("button", { class: "primary", type: "submit" }, "Sit down")), wrong);
}

function ladder(menu: SeatMenu, name: HTMLInputElement): HTMLElement {
  const opponent = h("select", {}, options(menu.ladder));
  return game("Elo ladder", "Chess against a rated opponent: a colour pair, White first.", name,
    [field("opponent", opponent), h("p", { class: "soft" }, menu.ladder_note)],
    () => ({ instrument: "elo-ladder", opponent: opponent.value }));
}

function tokenChess(menu: SeatMenu, name: HTMLInputElement): HTMLElement {
  const opponent = h("select", {}, options(menu.token_chess));
  const tier = h("select", {}, menu.tiers.map((one) => h("option", { value: one.name }, one.words)));
  const round = h("select", { onchange: () => purse() }, menu.rounds.map((one) => h("option", { value: one.round, selected: one.round === "three" }, one.words)));
  const colour = h("select", {}, ["white", "black"].map((one) => h("option", { value: one }, one)));
  const budget = h("input", { type: "number", min: 1, max: 1000, step: 1, inputmode: "numeric" });
  const chosen = (): SeatMenu["rounds"][number] | undefined => menu.rounds.find((one) => one.round === round.value);
  const purse = (): void => {
    budget.value = "";
    budget.placeholder = `as published: ${chosen()?.budget ?? ""}`;
  };
  purse();
  return game("Token Chess", "You may not write a move. Daydream dreams them; you set how, and pay for it.", name,
    [field("opponent", opponent), field("board", tier), field("round", round), field("your colour", colour), field("tokens at the start", budget)],
    () => ({ instrument: "token-chess", opponent: opponent.value, tier: tier.value, round: chosen()?.round ?? "three", colour: colour.value, budget: Number.isNaN(budget.valueAsNumber) ? null : Math.round(budget.valueAsNumber) }));
}

function chopsticks(menu: SeatMenu, name: HTMLInputElement): HTMLElement {
  const opponent = h("select", {}, options(menu.chopsticks));
  const games = h("select", {}, h("option", { value: "1" }, "one game: you move first"), h("option", { value: "2" }, "two games: you move first, then second"));
  return game("Chopsticks", "Answer with the state after your move, as a model does. The solver's table grades the first answer of each turn.", name,
    [field("opponent", opponent), field("games", games)],
    () => ({ instrument: "chop-bench", opponent: opponent.value, games: Number(games.value) }));
}
