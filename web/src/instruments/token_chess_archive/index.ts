// Imported games of Token Chess: what a report said of them beside what their files say.

import type { InstrumentModule } from "../module";
import { tokenChess } from "../token_chess";
import { board } from "./board";

export const tokenChessArchive: InstrumentModule = {
  name: "token-chess-archive",
  about: "Games of Token Chess that were played and published elsewhere, replayed here, each statement of their report beside what the files say.",
  // Their replays are those of Token Chess.
  shape: tokenChess.shape,
  board,
  replay: tokenChess.replay,
};
