// Token Chess: how well does a player steer a small, fallible tool under a budget?

import type { InstrumentModule } from "../module";
import { board } from "./board";
import { replay } from "./replay";

export const tokenChess: InstrumentModule = {
  name: "token-chess",
  about: "Two players who may not write a move steer a small model that dreams them, and pay for every use from a budget.",
  shape: "token-chess",
  board,
  replay,
};
