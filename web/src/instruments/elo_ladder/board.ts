// Findings of an Elo ladder run: who stands where, how that came to be known, against whom.

import type { BoardPage, Ladder, RunCard, Ties } from "../../data";
import { h, unseen, type Child } from "../../parts/dom";
import { count } from "../../parts/format";
import { narrowed } from "../../parts/filter";
import { definitions, number } from "../../parts/number";
import { link } from "../../parts/router";
import { table } from "../../parts/table";
import { report } from "../other";
import { narrowing } from "./narrowing";
import { picture } from "./picture";
import { bar, elo, half, isOpen, rated, span, told } from "./rating";
import { shown, tables } from "./tables";

/** The address of games that fit. */
export type Games = (query: { [name: string]: string }) => string;

type Player = Ladder.PlayerFindings;

/** What sits in a seat, in words. */
export const seats: { [seat in Ladder.SeatKind]: string } = {
  model: "model",
  agent: "agent program",
  engine: "chess engine",
  "built-in": "built in",
  person: "person",
};

export function board(page: BoardPage, run: RunCard): Child {
  const findings = page.findings as Ladder.Findings;
  const { players, study } = findings;
  // A pilot is in no number, but the one that is said of it.
  const apart = study.pilot ? { without: "pilot" } : {};
  const games: Games = (query) => link(["run", run.key, "games"], "part" in query ? query : { ...query, ...apart });
  return [
    findings.notes.length > 0 ? h("ul", { class: "notes" }, findings.notes.map((note) => h("li", {}, note))) : null,
    narrowed("players", [{ name: "seat", of: (player) => seats[player.seat] }], players, (rows) => standings(rows, players, page.ties[0], games)),
    picture(findings),
    narrowing(findings, games),
    tables(findings, run.key, games),
    definitions(players.flatMap(shown)),
    ratings(findings),
    h("details", { class: "group" }, h("summary", {}, h("h2", {}, "Report")),
      h("p", { class: "lead" }, `Everything as report.md has it, with the players' settings and the ${count(study.opponents.length)} opponents of the study.`),
      report(page.report)),
  ];
}

/** Who stands where. `rows` are those that fit the filter. */
function standings(rows: readonly Player[], all: readonly Player[], ties: Ties | undefined, games: Games): Child {
  const scale = span(rows);
  const place = (row: Player): number => all.indexOf(row);
  // Neighbours are those of the whole list.
  const joined = (at: number): boolean => {
    const [row, next] = [rows[at], rows[at + 1]];
    return row !== undefined && next !== undefined && place(next) === place(row) + 1 && !(ties?.told_apart[place(row)] ?? true);
  };
  const some = rows.some((_, at) => joined(at));
  const open = rows.some((row) => isOpen(row.rating.intervals[0]));
  return [
    table(`Ratings, best first; ${count(rows.reduce((sum, row) => sum + row.games.scored, 0))} scored games`, [
      { name: "#", right: true, class: "rank", cell: (row) => (row.rating.value === null ? "–" : place(row) + 1), key: place },
      {
        name: "player",
        heads: true,
        cell: (row) => [
          h("a", { href: games({ player: row.player }) }, row.player),
          h("small", { class: "kind" }, seats[row.seat], row.seat === "model" || row.seat === "agent" ? ` · ${row.kind}` : ""),
          joined(rows.indexOf(row)) ? unseen(` cannot be told apart from ${rows[rows.indexOf(row) + 1]?.player ?? ""}`) : null,
        ],
        key: (row) => row.player,
      },
      { name: "rating", right: true, class: "headline", cell: (row) => [rated(row.rating, games({ player: row.player })), h("span", { class: "margin" }, half(row.rating.intervals[0]))], key: (row) => row.rating.value === "inf" ? Infinity : row.rating.value === "-inf" ? -Infinity : row.rating.value },
      { name: "95% interval", class: "interval", cell: (row) => [bar(row.rating, scale), openWords(row.rating)] },
      ...(rows.some((row) => row.conduct) ? [
        { name: "legal", right: true, cell: (row: Player) => (row.conduct ? number(row.conduct.legality, games({ player: row.player })) : "—"), key: (row: Player) => row.conduct?.legality.value },
        { name: "illegal a game", right: true, cell: (row: Player) => (row.conduct ? number(row.conduct.illegal, games({ player: row.player })) : "—"), key: (row: Player) => row.conduct?.illegal.value },
        { name: "output tokens a game", right: true, cell: (row: Player) => (row.spending?.completion ? number(row.spending.completion, games({ player: row.player })) : "—"), key: (row: Player) => row.spending?.completion?.value },
      ] : []),
      { name: "won–drawn–lost", right: true, cell: (row) => h("a", { class: "num", href: games({ player: row.player }) }, `${row.results.won}–${row.results.drawn}–${row.results.lost}`), key: (row) => row.results.won },
    ], rows, (row, at, sorted) => (sorted || rows[at] !== row ? "" : [joined(at) && "tied-down", joined(at - 1) && "tied-up"].filter(Boolean).join(" "))),
    h("p", { class: "key" }, "Bar: the 95% profile interval, for a number of games that was fixed beforehand.", open ? " An arrow: the games set no bound on that side." : ""),
    some ? h("p", { class: "key" }, h("span", { class: "tiemark", "aria-hidden": "true" }), "joined by a line: neighbours that these games cannot tell apart. ", h("span", { class: "nerd-inline" }, `${ties?.by ?? ""}.`)) : null,
  ];
}

/** An interval without an end says so in words, too. */
function openWords(finding: Ladder.RatingFinding): Child {
  const main = finding.intervals[0];
  return main && isOpen(main) ? h("small", { class: "kind" }, told(main.lo, main.hi)) : null;
}

/** What ratings and their sets are; only in nerd mode. */
function ratings(findings: Ladder.Findings): HTMLElement {
  const seen = new Map<string, Ladder.RatingFinding>();
  const sets = new Map<string, Ladder.RatingInterval>();
  for (const player of findings.players) {
    for (const finding of every(player)) {
      if (!seen.has(finding.id)) seen.set(finding.id, finding);
      for (const one of finding.intervals) if (!sets.has(one.definition)) sets.set(one.definition, one);
    }
  }
  return h("section", { class: "nerd-block", "aria-label": "Ratings, every one" },
    h("h3", {}, "Ratings, every one"),
    table("Every rating with every interval", [
      { name: "player", heads: true, cell: (row) => row.player, key: (row) => row.player },
      { name: "rating", cell: (row) => h("code", {}, row.finding.id), key: (row) => row.finding.id },
      { name: "value", right: true, cell: (row) => elo(row.finding.value) },
      { name: "interval", right: true, cell: (row) => `${elo(row.one.lo)} to ${elo(row.one.hi)}` },
      { name: "method", cell: (row) => `${row.one.method}${row.one.approximate ? ", approximate" : ""}${row.one.conservative ? ", conservative" : ""}`, key: (row) => row.one.method },
      { name: "games", right: true, cell: (row) => count(row.one.games), key: (row) => row.one.games },
      { name: "White's worth", right: true, cell: (row) => (row.finding.colour_advantage === null ? "—" : elo(row.finding.colour_advantage)) },
    ], findings.players.flatMap((player) => every(player).flatMap((finding) => finding.intervals.map((one) => ({ player: player.player, finding, one }))))),
    h("dl", { class: "definitions" }, [...seen.values()].map((finding) => [h("dt", {}, h("code", {}, finding.id)), h("dd", {}, finding.definition, ".")])),
    h("dl", { class: "definitions" }, [...sets.values()].map((one) => [h("dt", {}, h("code", {}, one.method)), h("dd", {}, one.definition, ".")])));
}

const every = (player: Player): Ladder.RatingFinding[] =>
  [player.rating, player.rating_opponents_as_known, player.rating_free_colour, player.rating_board_only, player.voids?.worst, player.voids?.best].filter((one) => one !== null && one !== undefined);
