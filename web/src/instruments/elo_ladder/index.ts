// Elo ladder: how strong is a player at whole games of chess?

import type { InstrumentModule } from "../module";
import { board } from "./board";
import { replay } from "./replay";

export const eloLadder: InstrumentModule = {
  name: "elo-ladder",
  about: "Whole games of chess against rated opponents, which are chosen by the games before.",
  shape: "ladder",
  board,
  replay,
};
