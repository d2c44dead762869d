// Tables of a ladder run: opponents, colours, endings, calls, tokens, pilots, voids.

import type { Ladder } from "../../data";
import { foreign, h, type Child } from "../../parts/dom";
import { count, type Finding } from "../../parts/format";
import { narrowed } from "../../parts/filter";
import { number } from "../../parts/number";
import { link } from "../../parts/router";
import { table, type Column } from "../../parts/table";
import { seats, type Games } from "./board";
import { elo, ends, rated, withError } from "./rating";

type Player = Ladder.PlayerFindings;

/** Every finding of a player beside its ratings. */
export const shown = (player: Player): Finding[] => {
  const { conduct, spending } = player;
  return [
    player.colours.white.score, player.colours.black.score, conduct?.legality, conduct?.illegal, conduct?.malformed, conduct?.calls, conduct?.bad_calls, conduct?.replies, conduct?.unusable,
    spending?.prompt, spending?.cached, spending?.completion, spending?.reasoning, spending?.dollars, player.player_time, player.opponent_time, player.length,
  ].filter((one) => one !== null && one !== undefined);
};

export function tables(findings: Ladder.Findings, run: string, games: Games): Child {
  const { players } = findings;
  return [
    opponents(players, games),
    colours(players, games),
    differences(findings, games),
    endings(players, games),
    calls(players, games),
    spent(players, games),
    pilots(players, games),
    voids(findings, games, run),
  ];
}

const score = (results: Ladder.Results): string => `${results.won}–${results.drawn}–${results.lost}`;
const many = (results: Ladder.Results): number => results.won + results.drawn + results.lost;
const points = (results: Ladder.Results): string => (many(results) === 0 ? "—" : ((results.won + results.drawn / 2) / many(results)).toFixed(2));

const named = <Row extends { player: string | Player }>(games: Games): Column<Row> => {
  const name = ({ player }: Row): string => (typeof player === "string" ? player : player.player);
  return { name: "player", heads: true, cell: (row) => h("a", { href: games({ player: name(row) }) }, name(row)), key: name };
};

/** Whom each player met. */
function opponents(players: readonly Player[], games: Games): Child {
  const rows = players.flatMap((player) => player.opponents.map((met) => ({ player, met, both: added(met) })));
  if (rows.length === 0) return null;
  const link = (row: (typeof rows)[number], results: Ladder.Results, more: { [name: string]: string }): Child =>
    many(results) === 0 ? h("span", { class: "soft" }, "·") : h("a", { class: "num", href: games({ player: row.player.player, opponent: row.met.opponent.name, ...more }) }, score(results));
  return h("section", {}, h("h2", {}, "Opponents met"),
    h("p", { class: "lead" }, "Won–drawn–lost of the player. Each leads to its games; the pilot is left out of the numbers."),
    narrowed("opponents", [{ name: "player", of: (row) => row.player.player }, { name: "seat", of: (row) => seats[row.player.seat] }, { name: "opponent", of: (row) => row.met.opponent.name }], rows, (rows) => table("Opponents met, by player", [
      named(games),
      { name: "opponent", cell: (row) => row.met.opponent.name, key: (row) => row.met.opponent.name },
      { name: "its rating", right: true, cell: (row) => withError(row.met.opponent), key: (row) => row.met.opponent.rating },
      { name: "won–drawn–lost", right: true, cell: (row) => link(row, row.both, {}), key: (row) => row.both.won },
      { name: "points a game", right: true, cell: (row) => points(row.both), key: (row) => Number.parseFloat(points(row.both)) },
      { name: "as White", right: true, cell: (row) => link(row, row.met.white, { colour: "white" }), key: (row) => row.met.white.won },
      { name: "as Black", right: true, cell: (row) => link(row, row.met.black, { colour: "black" }), key: (row) => row.met.black.won },
    ], rows)));
}

const added = ({ white, black }: Ladder.OpponentMet): Ladder.Results => ({ won: white.won + black.won, drawn: white.drawn + black.drawn, lost: white.lost + black.lost });

function colours(players: readonly Player[], games: Games): HTMLElement {
  const rows = players.flatMap((player) => (["white", "black"] as const).map((colour) => ({ player, colour, of: player.colours[colour] })));
  return h("section", {}, h("h2", {}, "By colour"),
    narrowed("colours", [{ name: "player", of: (row) => row.player.player }, { name: "colour", of: (row) => row.colour }], rows, (rows) => table("Scores by colour; both games of a pair have the same opponent", [
      named(games),
      { name: "colour", cell: (row) => row.colour, key: (row) => row.colour },
      { name: "won–drawn–lost", right: true, cell: (row) => h("a", { class: "num", href: games({ player: row.player.player, colour: row.colour }) }, score(row.of.results)), key: (row) => row.of.results.won },
      { name: "points a game", right: true, cell: (row) => number(row.of.score, games({ player: row.player.player, colour: row.colour })), key: (row) => row.of.score.value },
    ], rows)));
}

function differences(findings: Ladder.Findings, games: Games): Child {
  const rows = findings.differences;
  if (rows.length === 0) return null;
  return h("section", {}, h("h2", {}, "Every pair of players"),
    h("p", { class: "lead" }, "How far the first stands above the second. p: of no difference; Holm: adjusted over all pairs."),
    narrowed("differences", [{ name: "first", of: (row) => row.first }], rows, (rows) => table("Differences of ratings", [
      { name: "pair", heads: true, cell: (row) => [h("a", { href: games({ player: row.first }) }, row.first), " − ", h("a", { href: games({ player: row.second }) }, row.second)], key: (row) => `${row.first} ${row.second}` },
      { name: "Elo", right: true, cell: (row) => elo(row.value), key: (row) => (typeof row.value === "number" ? row.value : null) },
      ...[0, 1].map((at): Column<Ladder.Difference> => ({
        name: at === 0 ? "interval" : "all at once",
        right: true,
        cell: (row) => {
          const one = row.intervals[at];
          return one ? [ends(one.lo, one.hi), h("span", { class: "nerd" }, h("span", {}, `${one.method}${one.approximate ? " ≈" : ""}, level ${(100 * one.level).toFixed(2)}%, n = ${count(one.games)} games`))] : "—";
        },
      })),
      { name: "p", right: true, cell: (row) => row.p.toPrecision(2), key: (row) => row.p },
      { name: "p (Holm)", right: true, cell: (row) => row.p_holm.toPrecision(2), key: (row) => row.p_holm },
    ], rows)));
}

function endings(players: readonly Player[], games: Games): Child {
  const rows = players.flatMap((player) => player.terminations.map((end) => ({ player, end })));
  if (rows.length === 0) return null;
  return h("section", {}, h("h2", {}, "How games ended"),
    narrowed("endings", [{ name: "player", of: (row) => row.player.player }, { name: "kind", of: (row) => row.end.kind }], rows, (rows) => table("Games by why they ended", [
      named(games),
      { name: "ending", cell: (row) => row.end.termination, key: (row) => row.end.termination },
      { name: "kind", cell: (row) => row.end.kind, key: (row) => row.end.kind },
      { name: "games", right: true, cell: (row) => h("a", { class: "num", href: games({ player: row.player.player, ending: row.end.termination }) }, count(row.end.games)), key: (row) => row.end.games },
      { name: "won–drawn–lost", right: true, cell: (row) => (row.end.results ? score(row.end.results) : "—"), key: (row) => row.end.results?.won },
    ], rows)));
}

/** A column of a finding that may not be there; `mark` is what the games behind it have. */
const column = (name: string, of: (player: Player) => Finding | null | undefined, games: Games, mark?: string): Column<Player> => ({
  name,
  right: true,
  cell: (player) => {
    const finding = of(player);
    return finding ? number(finding, games({ player: player.player, ...(mark && finding.value ? { mark } : {}) })) : h("span", { class: "soft" }, "—");
  },
  key: (player) => of(player)?.value,
});

function calls(players: readonly Player[], games: Games): Child {
  const rows = players.filter((player) => player.conduct);
  if (rows.length === 0) return null;
  return h("section", {}, h("h2", {}, "Calls and refused moves"),
    table("Calls and replies a game, over scored games", [
      named(games),
      column("legal", (row) => row.conduct?.legality, games),
      column("illegal", (row) => row.conduct?.illegal, games, "illegal move"),
      column("no move text", (row) => row.conduct?.malformed, games, "no move text"),
      column("bad calls", (row) => row.conduct?.bad_calls, games, "bad call"),
      column("unusable replies", (row) => row.conduct?.unusable, games, "unusable reply"),
      column("calls", (row) => row.conduct?.calls, games),
      column("replies", (row) => row.conduct?.replies, games),
    ], rows));
}

function spent(players: readonly Player[], games: Games): HTMLElement {
  const asked = players.some((player) => player.spending);
  const of = (kind: "prompt" | "cached" | "completion" | "reasoning" | "dollars") => (player: Player) => player.spending?.[kind];
  return h("section", {}, h("h2", {}, asked ? "Tokens, money, time" : "Time and length"),
    table(`${asked ? "Tokens, money and time" : "Time and plies"} a game, over scored games`, [
      named(games),
      ...(asked ? [
        { name: "games counted", right: true, cell: (row: Player) => (row.spending ? `${row.spending.counted} of ${row.spending.counted + row.spending.partly_counted + row.spending.uncounted}` : "—"), key: (row: Player) => row.spending?.counted },
        column("prompt tokens", of("prompt"), games),
        column("of them cached", of("cached"), games),
        column("output tokens", of("completion"), games),
        column("of them reasoning", of("reasoning"), games),
        column("dollars", of("dollars"), games),
      ] : []),
      column("player's seconds", (row) => row.player_time, games),
      column("opponent's seconds", (row) => row.opponent_time, games),
      column("plies", (row) => row.length, games),
    ], players));
}

function pilots(players: readonly Player[], games: Games): Child {
  const rows = players.flatMap((player) => (player.pilot ? [{ player, pilot: player.pilot }] : []));
  if (rows.length === 0) return null;
  return h("section", {}, h("h2", {}, "Pilots"),
    table("Games that only inform the choice of opponents", [
      named(games),
      { name: "against", cell: (row) => row.pilot.opponent?.name ?? "not chosen yet", key: (row) => row.pilot.opponent?.name },
      { name: "its rating", right: true, cell: (row) => (row.pilot.opponent ? withError(row.pilot.opponent) : "—"), key: (row) => row.pilot.opponent?.rating },
      { name: "result", cell: (row) => h("a", { href: games({ player: row.player.player, part: "pilot" }) }, row.pilot.result), key: (row) => row.pilot.result },
      { name: "by", cell: (row) => row.pilot.termination ?? "—", key: (row) => row.pilot.termination },
    ], rows));
}

/** Void games, and what they might have changed. */
function voids(findings: Ladder.Findings, games: Games, run: string): Child {
  const cases = findings.players.flatMap((player) => (player.voids ? [{ player, voids: player.voids }] : []));
  if (cases.length === 0 && findings.voids.length === 0) return null;
  const games_of = (row: (typeof cases)[number]): string => games({ player: row.player.player, result: "void" });
  return h("section", {}, h("h2", {}, "Void games"),
    cases.length === 0 ? null : table("The rating had every void game been lost, or won", [
      named(games),
      { name: "void", right: true, cell: (row) => h("a", { class: "num", href: games_of(row) }, count(row.voids.games)), key: (row) => row.voids.games },
      { name: "without an opponent", right: true, cell: (row) => count(row.voids.without_opponent) },
      { name: "rating", right: true, cell: (row) => [rated(row.player.rating, games({ player: row.player.player })), main(row.player.rating)] },
      { name: "all lost", right: true, cell: (row) => [rated(row.voids.worst, games_of(row)), main(row.voids.worst)] },
      { name: "all won", right: true, cell: (row) => [rated(row.voids.best, games_of(row)), main(row.voids.best)] },
    ], cases),
    table("Each void game", [
      { name: "game", heads: true, cell: (one) => h("a", { href: link(["run", run, "games"], { words: one.void.game }) }, one.void.game), key: (one) => one.void.game },
      { name: "against", cell: (one) => (one.opponent ? `${one.opponent.name}, ${withError(one.opponent)}` : "not chosen yet"), key: (one) => one.opponent?.rating },
      { name: "colour", cell: (one) => String(one.color), key: (one) => String(one.color) },
      { name: "cause", cell: (one) => one.void.cause, key: (one) => one.void.cause },
      { name: "what failed", cell: (one) => foreign(one.void.detail) },
      { name: "answers", right: true, cell: (one) => count(one.void.answers), key: (one) => one.void.answers },
    ], findings.voids));
}

const main = (finding: Ladder.RatingFinding): Child => {
  const one = finding.intervals[0];
  return one ? h("small", { class: "kind" }, ends(one.lo, one.hi)) : null;
};
