// Numbers and times as the pages write them.

import type { Chop, Probe, Token } from "../data";

export type Finding = Chop.Finding | Token.Finding | Probe.Finding;

const shares = new Set(["share", "share-difference", "score", "score-difference"]);

const units: { [unit: string]: string } = {
  "tokens-per-move": "tokens a move",
  "dollars-per-move": "dollars a move",
  plies: "plies",
  "wins-per-token": "wins a token",
  "budget-tokens-per-turn": "tokens a turn",
  "budget-tokens-difference": "tokens",
  "budget-tokens-per-game": "tokens a game",
  temperature: "",
  candidates: "candidates",
};

/** Whether a unit is a share of one, shown in per cent. */
export const isShare = (unit: string): boolean => shares.has(unit);

/** A value in its unit, without the unit's name. */
export function value(number: number, unit: string): string {
  return written(number, unit).replace("-", "−");
}

function written(number: number, unit: string): string {
  if (unit === "share" || unit === "share-difference") return `${(100 * number).toFixed(1)}%`;
  if (unit === "score" || unit === "score-difference") return number.toFixed(3);
  const size = Math.abs(number);
  const digits = size === 0 ? 1 : size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : Math.min(6, 2 - Math.floor(Math.log10(size)));
  return number.toFixed(digits);
}

/** A finding's value with its unit. */
export function found(finding: Finding): string {
  if (finding.value === null || finding.value === undefined) return "—";
  const name = units[finding.unit];
  return value(finding.value, finding.unit) + (name ? ` ${name}` : "");
}

export const count = (number: number): string => number.toLocaleString("en-US");

/** A number of things. */
export const counted = (number: number, thing: string, more = `${thing}s`): string =>
  `${count(number)} ${number === 1 ? thing : more}`;

/** A time as a reader abroad can take it. */
export const time = (at: string): string => at.slice(0, 16).replace("T", " ") + " UTC";

/** A date. */
export const date = (at: string): string => at.slice(0, 10);

export const dollars = (amount: number): string => (amount >= 1 ? `$${amount.toFixed(2)}` : `$${amount.toPrecision(2)}`);

/** The instruments' names as people write them. */
export function instrument(name: string): string {
  const known: { [name: string]: string } = {
    "chop-bench": "Chop-Bench",
    "token-chess": "Token Chess",
    "token-chess-archive": "Token Chess archive",
    "elo-ladder": "Elo ladder",
    ladder: "Elo ladder",
    "daydream-probe": "Daydream probe",
  };
  return Object.hasOwn(known, name) ? (known[name] ?? name) : name;
}
