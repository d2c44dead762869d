// Findings of a Chop-Bench run: the leaderboard, cells, error classes, difficulty.

import type { BoardPage, Chop, RunCard } from "../../data";
import { h, type Child } from "../../parts/dom";
import { count, counted } from "../../parts/format";
import { narrowed } from "../../parts/filter";
import { leaderboard } from "../../parts/leaderboard";
import { definitions, number } from "../../parts/number";
import { bar, domain, key, plot } from "../../parts/plot";
import { link } from "../../parts/router";
import { table } from "../../parts/table";

const isBuiltIn = (kind: string): boolean => kind.startsWith("built-in");

export function board(page: BoardPage, run: RunCard): Child {
  const findings = page.findings as Chop.Findings;
  const games = (query: { [name: string]: string }): string => link(["run", run.key, "games"], query);
  const standings = findings.leaderboard;
  return [
    findings.notes.length > 0 ? h("ul", { class: "notes" }, findings.notes.map((note) => h("li", {}, note))) : null,
    leaderboard({
      caption: "Optimal moves: mean over prompt families, then over modes",
      ties: page.ties[0],
      rows: standings.map((standing) => ({
        rank: standing.rank,
        name: standing.model,
        kind: isBuiltIn(standing.kind) ? "built in" : standing.kind,
        href: games({ model: standing.model }),
        headline: standing.optimality,
        more: [
          { name: "legal", finding: standing.legality },
          { name: "structure gain", finding: standing.structure_gain },
          { name: "family range", finding: standing.family_range },
          { name: "tokens a move", finding: standing.tokens_per_move },
          { name: "dollars a move", finding: standing.cost_per_move },
        ],
        results: standing.results,
      })),
    }),
    key(),
    cells(findings, games),
    errors(findings, games),
    difficulty(standings),
    definitions(standings.flatMap((one) => [one.optimality, one.legality, one.structure_gain, one.family_range, one.tokens_per_move, one.cost_per_move, ...one.strata.map((stratum) => stratum.optimality)]).filter((one) => one !== null)),
  ];
}

type Query = (query: { [name: string]: string }) => string;

/** Each model × family × mode. */
function cells(findings: Chop.Findings, games: Query): Child {
  const ends = domain(findings.cells.map((cell) => cell.optimality));
  return h("section", {},
    h("h2", {}, "Cells"),
    h("p", { class: "lead" }, "One model, one way to put the question, one way of asking. The games of all cells have the same starts, seats and opponents."),
    narrowed("cells", [{ name: "model", of: (cell) => cell.model }, { name: "family", of: (cell) => cell.family }, { name: "mode", of: (cell) => cell.mode }], findings.cells, (rows) => table("Cells by model, family and mode", [
      { name: "model", heads: true, cell: (cell) => h("a", { href: games({ model: cell.model, family: cell.family, mode: cell.mode }) }, cell.model), key: (cell) => cell.model },
      { name: "family", cell: (cell) => cell.family, key: (cell) => cell.family },
      { name: "mode", cell: (cell) => cell.mode, key: (cell) => cell.mode },
      { name: "optimal", right: true, cell: (cell) => number(cell.optimality), key: (cell) => cell.optimality.value },
      { name: "interval", class: "wide-only", cell: (cell) => bar(cell.optimality, ends) },
      { name: "legal", right: true, cell: (cell) => number(cell.legality), key: (cell) => cell.legality.value },
      { name: "games", right: true, cell: (cell) => count(cell.games.scored), key: (cell) => cell.games.scored },
    ], rows)));
}

const classes = ["legal", "no-state", "truncated", "refused"];

/** What replies were, by model. */
function errors(findings: Chop.Findings, games: Query): Child {
  const names = new Set(findings.leaderboard.flatMap((one) => Object.keys(one.replies)));
  const ordered = [...classes.filter((name) => names.has(name)), ...[...names].filter((name) => !classes.includes(name)).sort()];
  return h("section", {},
    h("h2", {}, "What replies were"),
    h("p", { class: "lead" }, "First tries by class: legal moves, replies without a usable state, and illegal moves, each by the first class that fits."),
    table("Replies by class and model", [
      { name: "class", heads: true, cell: (name: string) => h("code", {}, name), key: (name: string) => ordered.indexOf(name) },
      ...findings.leaderboard.map((standing) => ({
        name: standing.model,
        right: true,
        cell: (name: string): Child => {
          const many = standing.replies[name] ?? 0;
          const all = Object.values(standing.replies).reduce((sum, one) => sum + one, 0);
          return many === 0 ? h("span", { class: "soft" }, "·") : [h("a", { class: "num", href: games({ model: standing.model }) }, count(many)), h("span", { class: "share" }, ` ${((100 * many) / all).toFixed(0)}%`)];
        },
        key: (name: string) => standing.replies[name] ?? 0,
      })),
    ], ordered));
}

/** The last band is open: its greatest distance is the largest number of its type. */
const WITHOUT_END = 65535;

const words: { [value: string]: string } = { WIN: "won", DRAW: "drawn", LOSE: "lost" };

function banded({ value, plies }: Chop.Stratum): string {
  const name = words[value] ?? value;
  if (!plies) return name;
  const [least, greatest] = plies;
  return `${name} in ${least}${greatest === WITHOUT_END ? " or more" : greatest === least ? "" : `–${greatest}`}`;
}

/** Optimality by the value of the position and the plies to the end. */
function difficulty(standings: readonly Chop.Standing[]): Child {
  const shown = standings.filter((standing) => standing.strata.length > 0);
  if (shown.length === 0) return null;
  return h("section", {},
    h("h2", {}, "By difficulty"),
    h("p", { class: "lead" }, "The share of optimal moves from won, drawn and lost positions, by plies to the end with best play."),
    h("div", { class: "figures" }, shown.map((standing) =>
      plot(standing.model, counted(standing.strata.reduce((sum, one) => sum + (one.optimality.denominator ?? 0), 0), "move"), standing.strata.map((stratum) => ({
        label: banded(stratum),
        finding: stratum.optimality,
      }))))));
}
