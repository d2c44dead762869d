// Chop-Bench: is every single move optimal?

import type { InstrumentModule } from "../module";
import { board } from "./board";
import { replay } from "./replay";

export const chopBench: InstrumentModule = {
  name: "chop-bench",
  about: "Every move in the solved game of Chopsticks, graded against the exact value of every position.",
  shape: "chop-bench",
  board,
  replay,
};
