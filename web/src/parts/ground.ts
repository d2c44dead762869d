// A board of any size. Squares come from the data as numbers; nothing here knows a rule.

import { Chessground } from "chessgroundx";
import type { Api } from "chessgroundx/api";
import type { DrawShape } from "chessgroundx/draw";
import type { Key } from "chessgroundx/types";
import type { BoardFacts, Step } from "../data";
import { h } from "./dom";

export const key = ([file, rank]: readonly [number, number]): Key => (String.fromCharCode(97 + file) + String.fromCharCode(49 + rank)) as Key;

/** What a text was. */
export type Kind = "ghost" | "legal" | "pick";

export type Dream = { step: Step; kind: Kind; times: number };

/** A person's hand on the board. */
export type Hand = {
  /** Whose pieces it moves; they stand below. */
  colour: "white" | "black";
  /** Told where a piece was put. */
  moved: (from: Key, to: Key) => void;
};

export type Ground = {
  element: HTMLElement;
  /** Lets the hand make these moves and no others. */
  allow: (steps: readonly Step[]) => void;
  show: (fen: string, last: Step | null, check: boolean, dreams: readonly Dream[]) => void;
  /** Draws anew, once the board is on the page and has a size. */
  settle: () => void;
};

const brush = (name: Kind, color: string, opacity: number, lineWidth: number): { key: string; color: string; opacity: number; lineWidth: number } => ({ key: name, color, opacity, lineWidth });

/** A board that is looked at, or moved on where there is a hand. `label` says what it shows. */
export function ground(board: BoardFacts, label: string, hand?: Hand): Ground {
  const wrap = h("div", { class: "cg-wrap" });
  const element = h("div", { class: `ground files-${board.files} ranks-${board.ranks}`, role: "img", "aria-label": label }, wrap);
  let api: Api | undefined;
  let then: (() => void) | undefined;
  let dests = new Map<Key, Key[]>();
  const start = (): Api =>
    Chessground(wrap, {
      dimensions: { width: board.files, height: board.ranks },
      viewOnly: !hand,
      orientation: hand?.colour ?? "white",
      movable: hand ? { free: false, color: hand.colour, dests, showDests: true, rookCastle: false, events: { after: (from, to) => hand.moved(from, to) } } : {},
      premovable: { enabled: false },
      coordinates: true,
      addDimensionsCssVarsTo: element,
      animation: { enabled: !matchMedia("(prefers-reduced-motion: reduce)").matches, duration: 160 },
      drawable: {
        enabled: false,
        visible: true,
        brushes: {
          ghost: brush("ghost", "#c2392b", 0.5, 4.5),
          legal: brush("legal", "#1f6fb2", 0.85, 7),
          pick: brush("pick", "#e0a100", 1, 10),
        },
      },
    });
  const show = (fen: string, last: Step | null, check: boolean, dreams: readonly Dream[]): void => {
    then = () => show(fen, last, check, dreams);
    // Before it stands on the page the board has no size to draw in.
    if (wrap.clientWidth === 0) return;
    api ??= start();
    api.set({ fen, turnColor: fen.split(" ")[1] === "b" ? "black" : "white", check, lastMove: last ? [key(last.from), key(last.to)] : [], ...(hand ? { movable: { color: hand.colour, dests } } : {}) });
    api.setAutoShapes(dreams.flatMap((dream) => shapes(dream, api)));
  };
  const settle = (): void => {
    api?.state.dom.bounds.clear();
    then?.();
  };
  const allow = (steps: readonly Step[]): void => {
    dests = new Map();
    for (const step of steps) dests.set(key(step.from), [...(dests.get(key(step.from)) ?? []), key(step.to)]);
    then?.();
  };
  return { element, allow, show, settle };
}

/** An arrow; for a ghost, the piece that would have come there, too. */
function shapes({ step, kind }: Dream, api: Api | undefined): DrawShape[] {
  const [orig, dest] = [key(step.from), key(step.to)];
  const arrow: DrawShape = { orig, dest, brush: kind };
  if (kind !== "ghost") return [arrow];
  const piece = api?.state.boardState.pieces.get(orig);
  return piece ? [arrow, { orig: dest, piece: { role: piece.role, color: piece.color, scale: 0.82 } }] : [arrow];
}
