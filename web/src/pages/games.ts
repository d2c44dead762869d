// A run's games: filters, a page at a time, and each game.

import type { GameList, GameRow, Marks } from "../data";
import { drawing } from "../instruments";
import { breakable, field, h, replace } from "../parts/dom";
import { count, counted } from "../parts/format";
import { link, settle, type Place } from "../parts/router";
import { game, games, marks, Missing, papers } from "../parts/source";
import { table, type Column } from "../parts/table";
import { head, sitting, type Page } from "./page";
import { runHead } from "./run";

/** Games of one page. */
const SHOWN = 100;

/** Facets that hold players: `player=…` fits any of them. */
const players = ["white", "black", "model", "player"];

type Numbered = GameRow & { place: number };

export async function gamesPage(key: string, place: Place): Promise<Page> {
  const [page, list] = await Promise.all([papers(key), games(key)]);
  const chosen = new Map(place.query);
  const rows: Numbered[] = list.games.map((row, at) => ({ ...row, place: at }));
  const body = h("div", { class: "list" });
  const said = h("p", { class: "soft", role: "status" });
  const search = h("input", { type: "search", value: chosen.get("words") ?? "", oninput: () => set("words", search.value) });
  // Games are played again for their marks: only for whoever asks.
  let marked: Marks | null = chosen.has("mark") ? await marks(key) : null;
  const set = (name: string, value: string): void => {
    if (value === "") chosen.delete(name);
    else chosen.set(name, value);
    if (name !== "page") chosen.delete("page");
    draw();
    settle(link(["run", key, "games"], Object.fromEntries(chosen)));
  };
  const selects = list.facets.map((facet) => {
    if (facet.values.length < 2) return null;
    const select: HTMLSelectElement = h("select", { onchange: () => set(facet.name, select.value) }, h("option", { value: "" }, "all"), facet.values.map((value) => h("option", { value, selected: chosen.get(facet.name) === value }, value)));
    return field(facet.name, select);
  });
  const happened = h("div", { class: "field" });
  const offer = (): HTMLSelectElement | HTMLButtonElement => {
    if (marked) {
      const select: HTMLSelectElement = h("select", { onchange: () => set("mark", select.value) }, h("option", { value: "" }, "anything"), [...marked.names].sort().map((name) => h("option", { value: name, selected: chosen.get("mark") === name }, name)));
      replace(happened, field("with", select));
      return select;
    }
    const ask = async (): Promise<void> => {
      button.setAttribute("aria-disabled", "true");
      button.textContent = "Looking…";
      try {
        marked = await marks(key);
        offer().focus();
      } catch (problem) {
        replace(happened, h("p", { class: "notes", role: "alert" }, (problem as Error).message));
      }
    };
    const button = h("button", { type: "button", class: "quiet", title: "classes of replies, forced picks, and whatever else happened in a game", onclick: () => void ask() }, "By what happened");
    replace(happened, button);
    return button;
  };
  offer();
  const draw = (): void => {
    const fitting = rows.filter(fits(list, chosen, marked));
    const pages = Math.max(1, Math.ceil(fitting.length / SHOWN));
    const at = Math.min(Math.max(Number.parseInt(chosen.get("page") ?? "1", 10) || 1, 1), pages);
    const who = ["player", "other"].flatMap((name) => (chosen.has(name) ? [chosen.get(name)] : []));
    const without = chosen.get("without");
    // A value that no game has stands in no list of choices.
    const strange = list.facets.flatMap((facet) => (chosen.has(facet.name) && !facet.values.includes(chosen.get(facet.name) ?? "") ? [`${facet.name} ${chosen.get(facet.name)}`] : []));
    said.textContent = `${counted(fitting.length, "game")} of ${count(rows.length)}${who.length > 0 ? `, with ${who.join(" and ")}` : ""}${without ? `, without ${without}` : ""}${strange.length > 0 ? `; no game has ${strange.join(" or ")}` : ""}`;
    const columns: Column<Numbered>[] = [
      { name: "game", heads: true, cell: (row) => h("a", { href: link(["run", key, "game", row.place]) }, breakable(row.id)), key: (row) => row.place },
      ...list.facets.flatMap((facet, column): Column<Numbered>[] => (facet.values.length < 2 || facet.name === "ending" || facet.name === "result" ? [] : [{ name: facet.name, cell: (row) => facet.values[row.facets[column] ?? 0] ?? "", key: (row) => facet.values[row.facets[column] ?? 0] ?? "" }])),
      { name: "how it came out", cell: (row) => list.sayings[row.says] ?? "", key: (row) => list.sayings[row.says] ?? "" },
      { name: "answers", right: true, cell: (row) => count(row.answers), key: (row) => row.answers },
    ];
    const turn = (to: number, words: string): HTMLElement => h("button", { type: "button", "aria-disabled": String(to < 1 || to > pages), onclick: () => {
      if (to >= 1 && to <= pages) set("page", String(to));
    } }, words);
    replace(body,
      table("Games", columns, fitting.slice((at - 1) * SHOWN, at * SHOWN)),
      pages > 1 ? h("nav", { class: "pager", "aria-label": "Pages of games" }, turn(at - 1, "Earlier"), h("span", {}, `page ${at} of ${pages}`), turn(at + 1, "Later")) : null);
  };
  draw();
  const clear = h("a", { href: link(["run", key, "games"]), class: "quiet" }, "Clear");
  return {
    title: `Games of ${page.card.name}`,
    content: [runHead(page, "games"), h("form", { class: "filters", "aria-label": "Filters", onsubmit: (event: Event) => event.preventDefault() }, field("search", search), selects, happened, clear), said, body],
  };
}

function fits(list: GameList, chosen: ReadonlyMap<string, string>, marked: Marks | null): (row: Numbered) => boolean {
  const words = (chosen.get("words") ?? "").toLowerCase().split(/\s+/).filter((word) => word !== "");
  const lower = list.facets.map((facet) => facet.values.map((value) => value.toLowerCase()));
  const sayings = list.sayings.map((saying) => saying.toLowerCase());
  const has = (row: Numbered, word: string): boolean =>
    row.id.toLowerCase().includes(word) || (sayings[row.says] ?? "").includes(word) || row.facets.some((at, column) => lower[column]?.[at]?.includes(word));
  const wish = chosen.get("mark");
  const mark = wish === undefined ? null : (marked?.names.indexOf(wish) ?? -1);
  const wanted = list.facets.flatMap((facet, column) => {
    const value = chosen.get(facet.name);
    return value === undefined ? [] : [{ column, at: facet.values.indexOf(value) }];
  });
  const without = chosen.get("without");
  const apart = list.facets.flatMap((facet, column) => (without !== undefined && facet.values.includes(without) ? [{ column, at: facet.values.indexOf(without) }] : []));
  const seated = ["player", "other"].flatMap((name) => chosen.get(name) ?? []);
  const columns = list.facets.flatMap((facet, column) => (players.includes(facet.name) ? [column] : []));
  return (row) =>
    words.every((word) => has(row, word)) &&
    (mark === null || (marked?.games[row.place] ?? []).includes(mark)) &&
    wanted.every(({ column, at }) => row.facets[column] === at) &&
    apart.every(({ column, at }) => row.facets[column] !== at) &&
    seated.every((player) => columns.some((column) => list.facets[column]?.values[row.facets[column] ?? -1] === player));
}

export async function gamePage(key: string, at: number, step: number): Promise<Page> {
  if (at < 0) throw new Missing("A game is named by its number in the plan, from 0.");
  const page = await game(key, at);
  const moved = (to: number): void => settle(link(["run", key, "game", at, to]));
  const state = page.outcome.state;
  const near = (to: number, words: string): HTMLElement | null => (to < 0 || to >= page.planned ? null : h("a", { href: link(["run", key, "game", to]) }, words));
  return {
    title: page.id,
    content: [
      head([h("a", { href: link(["run", key, "games"]) }, "Games"), ` · ${at + 1} of ${count(page.planned)}`], page.id,
        h("p", { class: `banner ${state}` }, page.outcome.says),
        sitting(page.people),
        h("p", { class: "players" }, page.facts.map(([name, value], place) => [place > 0 ? " · " : "", h("span", { class: "soft" }, `${name} `), value]))),
      page.problem ? h("p", { class: "notes" }, `The record and its replay differ: ${page.problem}`) : null,
      page.failures.length > 0 ? h("ul", { class: "notes" }, page.failures.map((line) => h("li", {}, line))) : null,
      drawing(page.replay.shape).replay(page, step, moved),
      h("nav", { class: "pager", "aria-label": "Other games" }, near(at - 1, "← game before"), near(at + 1, "game after →")),
    ],
  };
}

