// What an instrument brings to have pages of its own.

import type { BoardPage, GamePage, RunCard } from "../data";
import type { Child } from "../parts/dom";

export type InstrumentModule = {
  /** As a study file names it. */
  name: string;
  /** What it measures, in a sentence. */
  about: string;
  /** A run's findings. */
  board: (page: BoardPage, run: RunCard) => Child;
  /** The shape of replays that it draws. */
  shape: GamePage["replay"]["shape"];
  /** A game. `at` is the step to begin with; `moved` is told every step. */
  replay: (page: GamePage, at: number, moved: (at: number) => void) => Child;
};
