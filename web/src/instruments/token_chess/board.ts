// Findings of a Token Chess run: leaderboards by economy and condition, steering, matches.

import type { BoardPage, RunCard, Token } from "../../data";
import { h, type Child } from "../../parts/dom";
import { count, value, type Finding } from "../../parts/format";
import { narrowed } from "../../parts/filter";
import { leaderboard } from "../../parts/leaderboard";
import { definitions, number } from "../../parts/number";
import { key, plot } from "../../parts/plot";
import { link } from "../../parts/router";
import { table } from "../../parts/table";
import { voids } from "../../parts/voids";

const headlines = {
  "wins-per-token": { words: "games won per token", of: (player: Token.PlayerFindings): Finding => player.wins_per_token },
  "control-rate": { words: "control rate", of: (player: Token.PlayerFindings): Finding => player.control_rate },
  "balanced-score": { words: "colour-balanced score", of: (player: Token.PlayerFindings): Finding => player.balanced_score },
};

export function board(page: BoardPage, run: RunCard): Child {
  const findings = page.findings as Token.Findings;
  const all = findings.groups.flatMap((group) => group.players);
  return [
    findings.notes.length > 0 ? h("ul", { class: "notes" }, findings.notes.map((note) => h("li", {}, note))) : null,
    narrowed("groups", [
      { name: "economy", of: ({ group }) => group.economy },
      { name: "tier", of: ({ group }) => tierOf(group, findings) },
      { name: "condition", of: ({ group }) => group.condition ?? "all together" },
    ], findings.groups.map((group, at) => ({ group, at })), (rows) => rows.map(({ group, at }) => section(group, page, run, at))),
    contrasts(findings),
    voids(findings.voids, (query) => link(["run", run.key, "games"], query)),
    definitions(all.flatMap((player) => [headlines[player.headline].of(player), player.balanced_score, player.control_rate, player.attempt_legality, player.first_try_legality, player.hits_per_call, player.spending.per_turn, player.spending.per_game])),
  ];
}

/** The board of a group's games, where all of them have the same. */
function tierOf(group: Token.Group, findings: Token.Findings): string {
  const conditions = findings.study.conditions.filter((one) => one.rules.economy === group.economy && (group.condition === null || one.name === group.condition));
  const tiers = new Set(conditions.map((one) => one.rules.tier));
  return tiers.size === 1 ? String([...tiers][0]) : "several";
}

function section(group: Token.Group, page: BoardPage, run: RunCard, at: number): Child {
  const title = `Economy ${group.economy}${group.condition ? `, ${group.condition}` : ""}`;
  const first = group.players[0];
  const words = first ? headlines[first.headline].words : "";
  const query: { [name: string]: string } = { economy: group.economy, ...(group.condition ? { condition: group.condition } : {}) };
  const games = (more: { [name: string]: string }): string => link(["run", run.key, "games"], { ...query, ...more });
  const body = [
    leaderboard({
      caption: `${words}, ${count(group.games.scored)} of ${count(group.games.planned)} games scored`,
      ties: page.ties[at],
      rows: group.players.map((player, place) => ({
        rank: headlines[player.headline].of(player).value === null ? null : place + 1,
        name: player.player,
        kind: player.built_in ? "built in" : player.kind,
        href: games({ player: player.player }),
        headline: headlines[player.headline].of(player),
        ...(player.stand_in > 0 ? { remark: `${player.stand_in} of ${player.games} games by the stand-in referee` } : {}),
        more: [
          { name: "samples legal", finding: player.attempt_legality },
          { name: "first try legal", finding: player.first_try_legality },
          { name: "control", finding: player.control_rate },
          { name: "tokens a turn", finding: player.spending.per_turn },
        ],
        results: player.results,
      })),
    }),
    key(),
    steering(group, games),
    matches(group, games),
    ends(group, games),
  ];
  // One economy's whole stands open, its conditions fold away.
  return group.condition
    ? h("details", { class: "group" }, h("summary", {}, h("h2", {}, title)), body)
    : h("section", {}, h("h2", {}, title), body);
}

type Query = (query: { [name: string]: string }) => string;

/** How the share of legal samples goes with the ply and with the setting. */
function steering(group: Token.Group, games: Query): Child {
  const slices = (name: string, of: (player: Token.PlayerFindings) => Token.Slice[]): Child =>
    group.players.filter((player) => of(player).length > 0).map((player) =>
      plot(`${player.player}: ${name}`, "", of(player).map((slice) => ({ label: slice.label, finding: slice.finding })), undefined, games({ player: player.player })));
  return h("details", { class: "more" }, h("summary", {}, "How the tool was steered"),
    h("div", { class: "figures" },
      slices("legal samples by ply", (player) => player.legality.by_ply),
      slices("legal samples by temperature", (player) => player.legality.by_temperature),
      slices("legal samples by soft cap", (player) => player.legality.by_soft_cap),
      slices("tokens a turn by ply", (player) => player.spending.by_ply)));
}

function matches(group: Token.Group, games: Query): Child {
  if (group.matches.length === 0) return null;
  return h("section", {}, h("h3", {}, "Matches"),
    table("Pairs of players that met", [
      { name: "pair", heads: true, cell: (match) => h("a", { href: games({ player: match.first, other: match.second }) }, `${match.first} – ${match.second}`), key: (match) => match.first },
      { name: "score of the first", right: true, cell: (match) => number(match.score, games({ player: match.first, other: match.second })), key: (match) => match.score.value },
      { name: "won–drawn–lost", right: true, cell: (match) => `${match.results.won}–${match.results.drawn}–${match.results.lost}`, key: (match) => match.results.won },
      { name: "p (Holm)", right: true, cell: (match) => (match.p_holm === null ? "—" : match.p_holm.toPrecision(2)), key: (match) => match.p_holm },
      { name: "remark", cell: (match) => match.remark ?? "" },
    ], group.matches));
}

function ends(group: Token.Group, games: Query): Child {
  if (group.terminations.length === 0) return null;
  const some = (end: Token.TerminationCount, result: string, many: number): Child => (many === 0 ? 0 : h("a", { class: "num", href: games({ ending: end.termination, result }) }, count(many)));
  return h("section", {}, h("h3", {}, "How games ended"),
    table("Scored games by termination", [
      { name: "termination", heads: true, cell: (end) => end.termination, key: (end) => end.termination },
      { name: "kind", cell: (end) => end.kind, key: (end) => end.kind },
      { name: "White won", right: true, cell: (end) => some(end, "White wins", end.results.won), key: (end) => end.results.won },
      { name: "drawn", right: true, cell: (end) => some(end, "draw", end.results.drawn), key: (end) => end.results.drawn },
      { name: "Black won", right: true, cell: (end) => some(end, "Black wins", end.results.lost), key: (end) => end.results.lost },
      { name: "by the stand-in", right: true, cell: (end) => end.stand_in, key: (end) => end.stand_in },
    ], group.terminations),
    h("p", { class: "key" }, group.sides.caution, " White's score: ", h("span", { class: "num" }, typeof group.sides.white.value === "number" ? value(group.sides.white.value, group.sides.white.unit) : "—"), "."));
}

function contrasts(findings: Token.Findings): Child {
  if (findings.contrasts.length === 0) return null;
  return h("section", {}, h("h2", {}, "Conditions compared"),
    table("Contrasts by permutation tests", [
      { name: "player", heads: true, cell: (one) => one.player, key: (one) => one.player },
      { name: "what", cell: (one) => h("span", { title: one.difference.definition }, one.difference.id.replaceAll("-", " ")), key: (one) => one.difference.id },
      { name: "first", cell: (one) => one.first, key: (one) => one.first },
      { name: "second", cell: (one) => one.second, key: (one) => one.second },
      { name: "difference", right: true, cell: (one) => number(one.difference), key: (one) => one.difference.value },
      { name: "p (Holm)", right: true, cell: (one) => one.p_holm.toPrecision(2), key: (one) => one.p_holm },
    ], findings.contrasts));
}
