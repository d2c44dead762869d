// The instruments with pages of their own, one line each.

import { chopBench } from "./chop_bench";
import { daydreamProbe } from "./daydream_probe";
import { eloLadder } from "./elo_ladder";
import type { InstrumentModule } from "./module";
import { other } from "./other";
import { tokenChess } from "./token_chess";
import { tokenChessArchive } from "./token_chess_archive";

export const instruments: readonly InstrumentModule[] = [chopBench, tokenChess, eloLadder, daydreamProbe, tokenChessArchive];

/** The module of an instrument; those without one are shown by their report. */
export const moduleOf = (name: string): InstrumentModule => instruments.find((one) => one.name === name) ?? other;

/** The module that draws a replay. */
export const drawing = (shape: InstrumentModule["shape"]): InstrumentModule => instruments.find((one) => one.shape === shape) ?? other;
