// Probes of Daydream: how often is what the tool dreams by itself a legal move?

import type { InstrumentModule } from "../module";
import { board } from "./board";
import { replay } from "./replay";

export const daydreamProbe: InstrumentModule = {
  name: "daydream-probe",
  about: "The small model that dreams moves, by itself: how often a dream is a legal move, by setting, by depth, and beside what comes back.",
  shape: "daydream-probe",
  board,
  replay,
};
