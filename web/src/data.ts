// Made from the Rust types by `make web-types`; not to be edited.

/** The first page. */
export type Home = {
  /** Name and version of the program that made the page. */
  program: string;
  /** Whether a program answers behind the page: it is live, and has a dream room. */
  served: boolean;
  /** Runs, the newest first. */
  runs: Array<RunCard>;
  /** Folders that were named and cannot be shown, with the reason. */
  problems: Array<string>;
  /** What else a reader should know, as which folders hold the same run. */
  notes: Array<string>;
};

/** A run in a few words. */
export type RunCard = {
  /** Names the run in links. */
  key: string;
  /** Name of the study. */
  name: string;
  /** Its question, if the file states one. */
  question: string | null;
  /** The instrument, as a study file names it. */
  instrument: string;
  /** When it was first started. */
  started: string;
  /** The program that started it. */
  program: string;
  /** Who plays. */
  players: Array<PlayerCard>;
  /** Those of them that are people: such a run is a sitting, and stands apart from runs of
   * models. */
  people: Array<string>;
  /** How far it has come. */
  progress: Progress;
  /** What was imported, where it was not played here. */
  imported: Imported | null;
};

/** A player in a few words. */
export type PlayerCard = {
  /** Its name. */
  name: string;
  /** What it is. */
  kind: string;
  /** The model, or the built-in player. */
  model: string;
};

/** How far a run has come. */
export type Progress = {
  /** Games in the plan. */
  planned: number;
  /** Over, with a result. */
  scored: number;
  /** Over, by an infrastructure failure. */
  void: number;
  /** Begun and not over. */
  open: number;
  /** Answers of all kinds. */
  answers: number;
  /** Replies of players. */
  replies: number;
  /** Prompt tokens, as far as servers counted them. */
  prompt_tokens: number;
  /** Completion tokens, as far as servers counted them. */
  completion_tokens: number;
  /** US dollars; absent where no player has a price. */
  dollars: number | null;
  /** Calls that came to nothing. */
  failures: number;
  /** Processes that worked on it. */
  sessions: number;
  /** When the last answer was asked for. */
  last: string | null;
  /** Whether its journal grew within the last half minute. */
  working: boolean;
  /** When it may be done, by the pace of this session; absent where nothing says so. */
  ends: string | null;
  /** The last few failures, the newest first. */
  errors: Array<string>;
  /** Games in flight, the one that was asked last first. */
  in_flight: Array<InFlight>;
};

/** A game in flight. */
export type InFlight = {
  /** Its id. */
  id: string;
  /** Its place in the plan, from 0. */
  place: number;
  /** Answers that it has had. */
  answers: number;
};

/** What was imported, in a few words. */
export type Imported = {
  /** The folder's own name that it came from, where that was kept. */
  from: string | null;
  /** What it holds: numbers of files by what they are, a line each. */
  holds: Array<string>;
  /** Which files these are, where this program knows them. */
  known: string | null;
  /** Files and folders that were left out. */
  left_out: number;
};

/** A run's papers: what was asked, of whom, with what, and what can be taken home. */
export type RunPage = {
  /** The run in a few words. */
  card: RunCard;
  /** The run's own id. */
  id: string;
  /** The study file as it was given; empty for what was imported. */
  study: string;
  /** The manifest, or what an import says of itself, indented. */
  manifest: string;
  /** Processes that worked on it. */
  sessions: Array<Sitting>;
  /** Changes of the study that were accepted on resume, a line each. */
  amendments: Array<string>;
  /** What was left out of an import, a line each. */
  left_out: Array<string>;
  /** What can be taken home. */
  downloads: Array<Download>;
  /** Whether a person can take it too. */
  exam: boolean;
};

/** A process that worked on a run. */
export type Sitting = {
  /** When it began. */
  started: string;
  /** Name and version. */
  program: string;
};

/** A file that can be taken home. */
export type Download = {
  /** Its name, which is its place under `files/RUN/`, too. */
  file: string;
  /** What it is. */
  what: string;
};

/** What `ludometer verify` says. */
export type Verified = {
  /** The run, by its key. */
  run: string;
  /** What was looked at. */
  summary: string;
  /** What a reader should know. */
  notes: Array<string>;
  /** What is not as it should be; nothing where the run is sound. */
  problems: Array<string>;
};

/** A run's games.
 * 
 * Words stand once, in the facets and in `sayings`, and games name them by their places:
 * ten thousand games are less than a megabyte. */
export type GameList = {
  /** The run, by its key. */
  run: string;
  /** By what games can be filtered; the last two are `result` and `ending`. */
  facets: Array<Facet>;
  /** Sentences on how games came out. */
  sayings: Array<string>;
  /** The games, in the order of the plan. */
  games: Array<GameRow>;
};

/** Something that games can be filtered by. */
export type Facet = {
  /** Its name. */
  name: string;
  /** Its values, in the order in which they came. */
  values: Array<string>;
};

/** One game. */
export type GameRow = {
  /** Its id. */
  id: string;
  /** Places of its values, one a facet. */
  facets: Array<number>;
  /** Place of its saying. */
  says: number;
  /** Answers that it has had; of an imported game, draws whose texts its file keeps. */
  answers: number;
};

/** The marks of a run's games. */
export type Marks = {
  /** The run, by its key. */
  run: string;
  /** Their names. */
  names: Array<string>;
  /** Places of their names, for each game of the plan. Games that are not over have none. */
  games: Array<Array<number>>;
};

/** A game's page. */
export type GamePage = {
  /** The run, by its key. */
  run: string;
  /** The game's id. */
  id: string;
  /** Its place in the plan, from 0. */
  place: number;
  /** Games in the plan. */
  planned: number;
  /** What it can be filtered by: name and value. */
  facts: Array<[string, string]>;
  /** People that play in the run, whose games count for no model. */
  people: Array<string>;
  /** How it came out. */
  outcome: Outcome;
  /** What is wrong with its record, where something is. */
  problem: string | null;
  /** Calls that came to nothing, a line each. */
  failures: Array<string>;
  /** What happened. */
  replay: Replay;
};

/** How a game came out. */
export type Outcome = {
  /** How it stands. */
  state: State;
  /** Who won, by the word of the seat: `White wins`, `draw`, `void`, `in progress`, `not begun`. */
  result: string;
  /** Why it ended, in a word or two; empty where it has not. */
  termination: string;
  /** `board`, `protocol`, `infrastructure`, or empty. */
  kind: string;
  /** All of it in one sentence. */
  says: string;
};

/** How a game stands. */
export type State = "scored" | "void" | "open" | "planned";

/** What happened in a game. */
export type Replay = ChopReplay & {
  shape: "chop-bench";
} | TokenReplay & {
  shape: "token-chess";
} | LadderReplay & {
  shape: "ladder";
} | ProbeReplay & {
  shape: "daydream-probe";
} | Transcript & {
  shape: "transcript";
};

/** A position, and what was done in it. */
export type ChopPly = {
  /** Plies before it. */
  ply: number;
  /** Whether the examinee is to move. */
  examinee_moves: boolean;
  /** The examinee's hands. */
  examinee: Array<number>;
  /** The opponent's hands. */
  opponent: Array<number>;
  /** The position as it is written, from the side that is to move. */
  position: string;
  /** What it is worth to the side that is to move; absent where the game is over. */
  worth: Worth | null;
  /** The states after the optimal moves, from the side that is to move. */
  optimal: Array<string>;
  /** The state that was moved to, from the side that moved; absent where nothing was played. */
  played: string | null;
  /** What players said, in order, each with its verdict where it is graded. */
  tries: Array<ChopTry>;
};

/** What a position is worth to the side that is to move. */
export type Worth = {
  /** `win`, `draw` or `lose`. */
  outcome: string;
  /** Plies to the end with best play; absent for draws. */
  plies: number | null;
  /** Both in words. */
  words: string;
};

/** A reply. */
export type ChopTry = {
  /** The reply beside what was asked. */
  said: Said;
  /** What is to be said of it; absent for a model in the opponent's seat. */
  judged: Judged | null;
};

/** A player was asked, and replied. */
export type Said = {
  /** The player. */
  player: string;
  /** What was said to it that it had not been told before. */
  told: Array<Told>;
  /** Its reply. */
  reply: string;
  /** Reasoning that its server keeps apart. */
  reasoning: string | null;
  /** Why the reply ended, where it did not simply stop. */
  finish: string | null;
  /** Prompt and completion tokens, as the server counted them. */
  tokens: [number, number] | null;
  /** Milliseconds. */
  took_ms: number;
  /** Tries that failed before. */
  failed_tries: number;
};

/** A message. */
export type Told = {
  /** `system`, `user`, `assistant` or `tool`. */
  role: string;
  /** What is said. */
  text: string;
};

/** What is to be said of one reply. */
export type Judged = {
  /** `optimal`, `legal`, `illegal` or `unusable`. */
  class: string;
  /** Why, in words. */
  words: string;
  /** The state that the reply commits to, from the mover's side. */
  state: string | null;
};

/** A game of Chopsticks. */
export type ChopReplay = {
  /** Rules, as the solver names them. */
  rules: string;
  /** Fingers are counted modulo this. */
  modulus: number;
  /** Who is measured. */
  examinee: string;
  /** Who sits across. */
  opponent: string;
  /** Every position with what was done in it; in the last one, nothing. */
  plies: Array<ChopPly>;
};

/** A board. */
export type BoardFacts = {
  /** `chess`, `gardner` or `grand12`. */
  name: string;
  /** Files. */
  files: number;
  /** Ranks. */
  ranks: number;
};

/** A seat. */
export type SeatShown = {
  /** The player. */
  player: string;
  /** What it remembers. */
  memory: string | null;
  /** Why it chose that, in its own words. */
  why: string | null;
  /** Tokens spent. */
  spent: number | null;
  /** Replies that its model gave. */
  calls: number | null;
  /** Decisions whose first reply could not be used. */
  parse_failures: number | null;
  /** Decisions that the rules made. */
  fallbacks: number | null;
};

/** A turn. */
export type TurnShown = {
  /** Plies before it. */
  ply: number;
  /** `white` or `black`. */
  side: string;
  /** The position before the move. */
  fen: string;
  /** Whether the side to move is in check. */
  check: boolean;
  /** Legal moves that there were. */
  legal_moves: number;
  /** What was drawn, in order. */
  batches: Array<BatchShown>;
  /** Samples that were drawn, where the record does not keep all of their texts. */
  samples: number | null;
  /** Legal samples without duplicates. */
  candidates: Array<string>;
  /** The move; none where the game ended in this turn. */
  played: PlayedShown | null;
  /** Tokens that the turn cost; absent where no record says so. */
  spent: number | null;
  /** What both sides have left after it: White, Black. */
  purses: [number, number] | null;
  /** What the player said. */
  said: Array<Said>;
  /** The note that it wrote. */
  note: string | null;
};

/** Samples that were drawn together. */
export type BatchShown = {
  /** The sampler's temperature; absent where the record does not say. */
  temperature: number | null;
  /** The bound on logits, if any. */
  soft_cap: number | null;
  /** What the record does not say of the draw. */
  unsaid: string | null;
  /** Who wanted it, in words; absent where no record says so. */
  by: string | null;
  /** The samples. */
  attempts: Array<AttemptShown>;
};

/** A sample. */
export type AttemptShown = {
  /** As it came. */
  text: string;
  /** `legal`, `illegal` or `malformed`. */
  class: string;
  /** From where to where, where it is a move of this board. */
  step: Step | null;
};

/** From where to where: file and rank, both from 0. */
export type Step = {
  /** From. */
  from: [number, number];
  /** To. */
  to: [number, number];
};

/** A move. */
export type PlayedShown = {
  /** In UCI. */
  text: string;
  /** In algebraic notation. */
  san: string;
  /** From where to where. */
  step: Step | null;
  /** How it came to be played, in words; absent where no record says so. */
  by: string | null;
};

/** A game of Token Chess. */
export type TokenReplay = {
  /** The board. */
  board: BoardFacts;
  /** Its rules, a line each. */
  rules: Array<string>;
  /** Who sits where. */
  white: SeatShown;
  /** Who sits where. */
  black: SeatShown;
  /** Every turn. */
  turns: Array<TurnShown>;
  /** The last position. */
  end_fen: string;
  /** Whether the side to move there is in check. */
  end_check: boolean;
  /** What was said after the last turn, or before the first: choices of memory among it. */
  aside: Array<Said>;
  /** Who said who had won, where the board did not. */
  adjudication: string | null;
  /** What a reader must know, as of a game that is not over. */
  note: string | null;
};

/** What sits in a seat. */
export type SeatKind = "model" | "agent" | "engine" | "built-in" | "person";

/** Who sits across, and from what it was chosen. */
export type OpponentShown = {
  /** What it is called. */
  name: string;
  /** Its rating, in Elo. */
  rating: number;
  /** Standard error of the rating, in Elo; 0 where the rating holds by definition. */
  standard_error: number;
  /** What moves there, in words. */
  plays: string;
  /** The part of the design, as `pilot`, `one by one` or `wave 2`. */
  part: string;
  /** The games that the choice was made after, in the order of the plan. */
  after: Array<GameRef>;
};

/** A game of the same run. */
export type GameRef = {
  /** Its id. */
  id: string;
  /** Its place in the plan; absent where the study plans no such game. */
  place: number | null;
};

/** A turn. */
export type LadderTurn = {
  /** Plies before it. */
  ply: number;
  /** `white` or `black`. */
  side: string;
  /** The position before the move. */
  fen: string;
  /** Whether the side to move is in check. */
  check: boolean;
  /** What was said, called and told, in order. */
  events: Array<LadderEvent>;
  /** The move; absent where none came. */
  played: LadderMove | null;
};

/** Something that happened in a turn. */
export type LadderEvent = Said & {
  event: "said";
} | CallShown & {
  event: "called";
} | {
  event: "started";
  /** What it was told. */
  prompt: string;
  /** When. */
  at: string;
} | {
  event: "left";
  /** Why, in words. */
  why: string;
  /** The last thing that it said. */
  last_words: string | null;
  /** From its start to its end, in microseconds. */
  took_us: number;
  /** Whether its account of its tokens broke off. */
  partial: boolean;
} | {
  event: "capped";
  /** The study's key of the cap. */
  key: string;
};

/** A call and what became of it. */
export type CallShown = {
  /** The tool, as the player named it. */
  tool: string;
  /** The arguments as JSON, or as the model wrote them where that is none. */
  arguments: string;
  /** Whether it is a tool's call; else a move that was read from a reply. */
  is_call: boolean;
  /** What became of it, by a fixed name, as `illegal-move`. */
  class: string;
  /** The same in words. */
  words: string;
  /** Whether it came to nothing. */
  refused: boolean;
  /** Why, where it did, as the player was told. */
  reason: string | null;
  /** All that the player was told, as JSON text; absent where nothing was told any more. */
  answer: string | null;
  /** How long an agent took, in microseconds; a model's reply has its own time. */
  took_us: number | null;
  /** The move that it wanted, where it is a move of this board and was refused. */
  ghost: Step | null;
};

/** A move. */
export type LadderMove = {
  /** In UCI. */
  text: string;
  /** In algebraic notation. */
  san: string;
  /** From where to where. */
  step: Step | null;
  /** Who made it, in words. */
  by: string;
  /** How long that took, in microseconds, where it is known. */
  took_us: number | null;
  /** The engine's own score, from the side that moved. */
  score: string | null;
  /** Depth of its search, where the engine says so. */
  depth: number | null;
  /** Positions that it visited, where it says so. */
  nodes: number | null;
};

/** Tokens of a game. A kind that nobody counted is absent. */
export type TokensShown = {
  /** Prompt tokens, cached ones included. */
  prompt: number | null;
  /** Those of them that the server had cached. */
  cached: number | null;
  /** Completion tokens, reasoning included. */
  completion: number | null;
  /** Those of them spent on reasoning. */
  reasoning: number | null;
  /** Answers of the player; an agent program's account is one. */
  answers: number;
  /** Those of them that said their counts. */
  counted: number;
};

/** Calls that came to nothing. */
export type Refused = {
  /** What they were, in words. */
  words: string;
  /** How many. */
  times: number;
};

/** A game of the Elo ladder. */
export type LadderReplay = {
  /** The board. */
  board: BoardFacts;
  /** Who is measured. */
  player: string;
  /** What sits there. */
  seat: SeatKind;
  /** How it plays, in words. */
  plays: string;
  /** Its colour: `white` or `black`. */
  color: string;
  /** Who sits across; absent where nobody was chosen yet. */
  opponent: OpponentShown | null;
  /** The rules, a line each. */
  rules: Array<string>;
  /** A turn for each move, and one for what was tried where no move came. */
  turns: Array<LadderTurn>;
  /** The last position. */
  end_fen: string;
  /** Whether the side to move there is in check. */
  end_check: boolean;
  /** What was called and said after the end. */
  after: Array<LadderEvent>;
  /** The player's tokens; absent for what is not asked in words. */
  tokens: TokensShown | null;
  /** From question to answer, over the player's decisions, in microseconds; for an agent
   * program from its start to its end. Absent where nobody took it. */
  player_us: number | null;
  /** The opponent's searches, in microseconds. */
  opponent_us: number;
  /** Calls of tools, or moves of replies, that came to nothing, by what they were. */
  refused: Array<Refused>;
  /** What a reader must know, as of a game that is not over. */
  note: string | null;
};

/** A ply at which the tool was asked. */
export type ProbeTurn = {
  /** Plies before it. */
  ply: number;
  /** `white` or `black`. */
  side: string;
  /** The position before the move. */
  fen: string;
  /** Whether the side to move is in check. */
  check: boolean;
  /** Legal moves that there were. */
  legal_moves: number;
  /** What was drawn, in order. */
  batches: Array<BatchShown>;
  /** Samples that were drawn, where the record does not keep all of their texts. */
  samples: number | null;
  /** Legal samples without duplicates. */
  candidates: Array<string>;
  /** The move; none where the game ended in this turn. */
  played: PlayedShown | null;
  /** Tokens that the turn cost; absent where no record says so. */
  spent: number | null;
  /** What both sides have left after it: White, Black. */
  purses: [number, number] | null;
  /** What the player said. */
  said: Array<Said>;
  /** The note that it wrote. */
  note: string | null;
  /** The move before it, where there was one. */
  before: Step | null;
  /** What came back in it, in words, as a move that the side had played before. */
  came_back: Array<string>;
};

/** A game of the tool with itself, or a real game that it was shown. */
export type ProbeReplay = {
  /** The board. */
  board: BoardFacts;
  /** How it was sampled and how the game ends, a line each. */
  rules: Array<string>;
  /** Every ply at which the tool was asked. */
  turns: Array<ProbeTurn>;
  /** The last position. */
  end_fen: string;
  /** Whether the side to move there is in check. */
  end_check: boolean;
  /** The move before that, where there was one. */
  end_before: Step | null;
  /** What a reader must know, as of a game that is not over. */
  note: string | null;
};

/** One question with its answer. */
export type Step2 = Said & {
  shape: "said";
} | {
  shape: "other";
  /** What was asked. */
  asked: string;
  /** What came back. */
  answer: string;
};

/** Questions and answers as they came. */
export type Transcript = {
  /** In order. */
  steps: Array<Step2>;
};

/** A run's findings. Their shape is that of `findings.json`, by instrument. */
export type BoardPage = {
  /** The run, by its key. */
  run: string;
  /** The instrument, as a study file names it. */
  instrument: string;
  /** As in `findings.json`. */
  findings: unknown;
  /** One for each leaderboard of the findings. */
  ties: Array<Ties>;
  /** The report, for what has no pages of its own. */
  report: Array<Block>;
  /** A report's statements beside what was measured, for imported archives. */
  claims: Claims | null;
};

/** Which neighbours on a leaderboard can be told apart. */
export type Ties = {
  /** Players, best first. */
  players: Array<string>;
  /** Whether each can be told apart from the one below it; one less than players. */
  told_apart: Array<boolean>;
  /** By what that was decided. */
  by: string;
};

/** A part of a report. */
export type Block = {
  shape: "heading";
  /** Its text. */
  text: string;
} | {
  shape: "text";
  /** Its text. */
  text: string;
} | {
  shape: "list";
  /** The sentences. */
  items: Array<string>;
} | {
  shape: "table";
  /** Names of the columns. */
  head: Array<string>;
  /** Rows of as many cells. */
  rows: Array<Array<string>>;
};

/** A report's statements beside what was measured, and what else the files say. */
export type Claims = {
  /** How many stand in which way. */
  tally: Array<Tally>;
  /** Every statement, in the report's order. */
  statements: Array<Claim>;
  /** What the report does not have. */
  further: Array<Measure>;
  /** What the intervals are. */
  about_intervals: string;
  /** Whether these are the files that the report was written from. */
  about_files: string;
};

/** How many statements stand in one way. */
export type Tally = {
  /** In which. */
  standing: Stands;
  /** In words. */
  words: string;
  /** How many. */
  statements: number;
};

/** How a statement stands. */
export type Stands = "agrees" | "differs" | "not-in-archive" | "not-measured";

/** A statement. */
export type Claim = {
  /** Its id. */
  id: string;
  /** The part of the report. */
  part: string;
  /** The board that it is about, if it is about one. */
  tier: string | null;
  /** What is counted, and out of what. */
  definition: string;
  /** What the report says. */
  claimed: string;
  /** What the files say. */
  measured: string;
  /** The 95% interval of that; empty where there is none. */
  interval: string;
  /** Files behind it. */
  files: number;
  /** How the two stand. */
  standing: Stands;
  /** The same in words. */
  words: string;
  /** Where it does not agree: why. */
  why: string | null;
  /** Where it does: what to keep in mind. */
  caution: string | null;
};

/** A number that the report does not have. */
export type Measure = {
  /** Its id. */
  id: string;
  /** What is counted, and out of what. */
  definition: string;
  /** The number, or why there is none. */
  measured: string;
  /** Its 95% interval; empty where there is none. */
  interval: string;
  /** Files behind it. */
  files: number;
  /** What to keep in mind with it. */
  caution: string | null;
};

/** What a person takes. */
export type Exam = {
  /** Rules, as the solver names them. */
  rules: string;
  /** The rules in words. */
  told: Array<string>;
  /** Fingers are counted modulo this. */
  modulus: number;
  /** A position that occurs so often starts the countdown, once. */
  countdown_at: number;
  /** Plies of the countdown, after which the game is drawn. */
  countdown: number;
  /** Tries that a turn allows; the first is graded. */
  tries: number;
  /** Games of the run's plan, each once. */
  games: Array<ExamGame>;
  /** Every position that play can reach, from the side that is to move. */
  table: { [name: string]: ExamPosition };
};

/** A game to be played. */
export type ExamGame = {
  /** The first position, from the side that moves first. */
  start: string;
  /** Whether the person moves first. */
  first: boolean;
  /** Who sits across: `solver`, `random`, `greedy`, or `epsilon:` and a share. */
  opponent: string;
  /** The share of moves that the opponent draws at random. */
  slips: number;
};

/** What there is to do in a position. */
export type ExamPosition = {
  /** What it is worth; absent where the game is over and the side to move has lost. */
  worth: Worth | null;
  /** The legal moves. */
  moves: Array<ExamMove>;
};

/** A legal move. */
export type ExamMove = {
  /** The state after it, from the side that moved. */
  state: string;
  /** The position after it, from the side that is then to move. */
  next: string;
  /** Whether it is one of the optimal moves. */
  optimal: boolean;
  /** Whether the greedy player may choose it. */
  greedy: boolean;
  /** What it costs where it is not optimal. */
  cost: string | null;
};

/** What a visitor asks for. */
export type Wish = {
  /** The board with its model. */
  tier: string;
  /** The game so far, as moves of UCI. */
  moves: Array<string>;
  /** The sampler's temperature. */
  temperature: number;
  /** The bound on logits, if any. */
  soft_cap: number | null;
  /** Samples. */
  n: number;
  /** Decides the draw. */
  seed: number;
};

/** What came. */
export type Dreamt = {
  /** The board. */
  board: BoardFacts;
  /** The position. */
  fen: string;
  /** Whether the side to move is in check. */
  check: boolean;
  /** How the game ended, if it did. */
  over: string | null;
  /** Legal moves that there are. */
  legal_moves: number;
  /** Different texts, the most frequent first. */
  texts: Array<DreamtText>;
  /** Samples that are legal. */
  legal: number;
  /** Samples. */
  n: number;
  /** Their share's 95% Wilson interval. */
  interval: [number, number];
  /** The moves so far in algebraic notation. */
  line: Array<string>;
};

/** A text that came. */
export type DreamtText = {
  /** As it came. */
  text: string;
  /** How often. */
  times: number;
  /** `legal`, `illegal` or `malformed`. */
  class: string;
  /** In algebraic notation, where it is legal. */
  san: string | null;
  /** From where to where, where it is a move of this board. */
  step: Step | null;
};

/** What there is to choose. */
export type SeatMenu = {
  /** The name of a person who gives none. */
  name: string;
  /** Opponents on the ladder. */
  ladder: Array<Offer>;
  /** What must be known of them: which engine was found, or how to get one. */
  ladder_note: string;
  /** Opponents in Token Chess. */
  token_chess: Array<Offer>;
  /** Boards. */
  tiers: Array<TierOffer>;
  /** Economies, as the rounds were published. */
  rounds: Array<RoundOffer>;
  /** Opponents in Chopsticks. */
  chopsticks: Array<Offer>;
  /** Games that can be open at once. */
  at_once: number;
};

/** An opponent. */
export type Offer = {
  /** Its name. */
  name: string;
  /** What it is, in words. */
  words: string;
};

/** A board. */
export type TierOffer = {
  /** As a study file names it. */
  name: string;
  /** In words. */
  words: string;
};

/** An economy, with its memory. */
export type RoundOffer = {
  /** Which. */
  round: Round;
  /** In words. */
  words: string;
  /** Tokens at the start, as published. */
  budget: number;
};

/** A published round. */
export type Round = "one" | "two" | "three" | "four-ledger" | "four-notepad" | "five";

/** What a person chose. */
export type Order = {
  /** The person's name. */
  name: string;
  /** The game. */
  game: GameOrder;
};

/** What a person wants to play. */
export type GameOrder = {
  instrument: "elo-ladder";
  /** The opponent, by its name. */
  opponent: string;
} | {
  instrument: "token-chess";
  /** The opponent, by its name. */
  opponent: string;
  /** The board. */
  tier: string;
  /** The economy. */
  round: Round;
  /** The person's colour. */
  colour: string;
  /** Tokens at the start; as published where absent. */
  budget: number | null;
} | {
  instrument: "chop-bench";
  /** The opponent, by its name. */
  opponent: string;
  /** One game moving first, or a second one moving second. */
  games: number;
};

/** A run that was begun. */
export type Seated = {
  /** Its key. */
  run: string;
};

/** What is to be decided in a person's game. */
export type SeatPage = {
  /** The run, by its key. */
  run: string;
  /** Its study's name. */
  name: string;
  /** The instrument, as a study file names it. */
  instrument: string;
  /** The person. */
  player: string;
  /** The game's place in the plan, from 0. */
  place: number;
  /** Games in the plan. */
  planned: number;
  /** How the game stands. */
  stands: Stands2;
  /** Why it does not go on, where it was stopped. */
  why: string | null;
  /** What the open question is called. */
  question: string | null;
  /** What a model would be told here. */
  told: string | null;
  /** Games that are over, the first first. */
  over: Array<OverGame>;
  /** The game itself. */
  view: SeatView;
};

/** How a person's game stands. */
export type Stands2 = "yours" | "waiting" | "resting" | "stopped" | "over";

/** A game that is over. */
export type OverGame = {
  /** Its place in the plan, from 0. */
  place: number;
  /** How it came out, in words. */
  says: string;
};

/** A person's game, by instrument. */
export type SeatView = BoardSeat & {
  shape: "board";
} | TokenSeat & {
  shape: "token-chess";
} | ChopSeat & {
  shape: "chop-bench";
} | {
  shape: "nothing";
};

/** A position, with the way to it. */
export type PositionSeat = {
  /** The board. */
  board: BoardFacts;
  /** The position. */
  fen: string;
  /** Whether the side to move is in check. */
  check: boolean;
  /** The move before. */
  last: Step | null;
  /** The moves so far in algebraic notation. */
  line: Array<string>;
  /** The last move in words, with who made it. */
  news: string | null;
};

/** A move that can be chosen. */
export type SeatMove = {
  /** As UCI writes it. */
  uci: string;
  /** In algebraic notation. */
  san: string;
  /** From where to where. */
  step: Step | null;
  /** What a pawn becomes. */
  promotion: string | null;
};

/** A person's game of chess. */
export type BoardSeat = {
  /** Who sits across; none before one was chosen. */
  opponent: string | null;
  /** The person's colour. */
  colour: string;
  /** The position. */
  position: PositionSeat;
  /** Legal moves; none where the person is not to move. */
  moves: Array<SeatMove>;
};

/** A tool of memory. */
export type Memory = "none" | "ledger" | "notepad";

/** A person's game of Token Chess. */
export type TokenSeat = {
  /** Who sits across. */
  opponent: string;
  /** The person's colour. */
  colour: string;
  /** The position. */
  position: PositionSeat;
  /** The rules, a line each. */
  rules: Array<string>;
  /** Memories to choose among; none where that is not asked. */
  menu: Array<Memory>;
  /** Tokens that are left; none where no decision is asked. */
  tokens: number | null;
  /** Tokens that come each turn. */
  income: number;
  /** Samples that a token buys. */
  batch: number;
  /** Whether legal samples are gathered until one is picked. */
  picks: boolean;
  /** Whether a token can be spent. */
  may_sample: boolean;
  /** What can be picked. */
  candidates: Array<SeatMove>;
  /** What was drawn in this turn. */
  batches: Array<BatchShown>;
  /** Most characters of a note; none without a notepad. */
  note: number | null;
  /** Most characters of the reason for a choice. */
  why: number;
  /** The least and the greatest temperature. */
  temperatures: [number, number];
};

/** A person's game of Chopsticks. */
export type ChopSeat = {
  /** Who sits across. */
  opponent: string;
  /** Whether the person moves first. */
  first: boolean;
  /** The position, the person's hands first. */
  position: string;
  /** Fingers are counted modulo this. */
  modulus: number;
  /** The rules in words. */
  told: Array<string>;
  /** Tries that a turn allows; the first is graded. */
  tries: number;
  /** What happened before. */
  news: string | null;
};

/** An answer to the open question. */
export type SeatAnswer = {
  /** What the question is called. */
  question: string;
  /** What the person chose. */
  choice: Choice;
};

/** A person's choice in one question. */
export type Choice = {
  kind: "move";
  /** As UCI writes it. */
  uci: string;
} | {
  kind: "resign";
} | {
  kind: "sample";
  /** The sampler's temperature. */
  temperature: number;
  /** The bound on logits, if any. */
  soft_cap: number | null;
  /** A note for later turns, with a notepad. */
  note: string | null;
} | {
  kind: "pick";
  /** As UCI writes it. */
  uci: string;
  /** A note for later turns, with a notepad. */
  note: string | null;
} | {
  kind: "memory";
  /** The tool. */
  memory: Memory;
  /** Why. */
  why: string | null;
} | {
  kind: "state";
  /** Own hands first, as `11-21`. */
  state: string;
};

export namespace Chop {
/** Everything that a run of Chop-Bench says. A pure function of its journal. */
export type Findings = {
  /** Always `ludometer-findings`. */
  format: string;
  /** Version of this shape. */
  version: number;
  /** What was asked. */
  study: StudyFacts;
  /** Games by how they stand. */
  games: GameCounts;
  /** What a reader must know before believing a number. */
  notes: Array<string>;
  /** Models, best headline optimality first; without one at the end. */
  leaderboard: Array<Standing>;
  /** Which neighbours on the leaderboard can be told apart. */
  separability: Array<Separation>;
  /** Each model × family × mode. */
  cells: Array<CellFindings>;
  /** Games that are void, with the reason; they are not scored. */
  voids: Array<VoidGame>;
};

/** What was asked. */
export type StudyFacts = {
  /** Name of the study. */
  name: string;
  /** Its question, if the file states one. */
  question: string | null;
  /** Always `chop-bench`. */
  instrument: string;
  /** Seed. */
  seed: number;
  /** Rules, as the solver names them. */
  rules: string;
  /** Prompt families. */
  families: Array<string>;
  /** Those that count as structured. */
  structured: Array<string>;
  /** Modes. */
  modes: Array<string>;
  /** Opponents, taken in turn. */
  opponents: Array<string>;
  /** `standard` or `strata`. */
  starts: string;
  /** What an unusable or illegal reply costs. */
  policy: string;
  /** Games in each cell. */
  games_per_cell: number;
  /** Each measured model and what it is. */
  models: { [name: string]: ModelFacts };
};

/** What a measured model is. */
export type ModelFacts = {
  /** `built-in player: NAME`, `engine:ENGINE`, `person`, or `provider:model`. */
  kind: string;
  /** How it is asked, in a line; empty for a built-in player. */
  settings: string;
};

/** Games by how they stand. */
export type GameCounts = {
  /** In the plan. */
  planned: number;
  /** Over, with a result. */
  scored: number;
  /** Over, by an infrastructure failure. */
  void: number;
  /** Not over. */
  unfinished: number;
};

/** One model on the leaderboard. */
export type Standing = {
  /** Place, from 1; models with the same headline share one. Absent without a headline. */
  rank: number | null;
  /** The model. */
  model: string;
  /** What it is. */
  kind: string;
  /** Headline: mean over the families within each mode, then over the modes. */
  optimality: Finding;
  /** The same mean of the legality of moves. */
  legality: Finding;
  /** Structured families less `plain`, where the study has both. */
  structure_gain: Finding | null;
  /** Best family less worst family, where there are several. */
  family_range: Finding | null;
  /** Optimality by value of the position and distance to the end. */
  strata: Array<Stratum>;
  /** Scored games won, drawn and lost. */
  results: Results;
  /** Scored games by termination. */
  terminations: { [name: string]: number };
  /** Moves by what the reply was: `legal`, or a class of error. */
  replies: { [name: string]: number };
  /** Legal moves by what they did to the value. */
  value_changes: { [name: string]: number };
  /** Prompt and completion tokens a move, further tries included; absent where a server does not count. */
  tokens_per_move: Finding | null;
  /** Money a move; absent without a price. */
  cost_per_move: Finding | null;
};

/** A number with its definition. A bare float is not a finding. */
export type Finding = {
  /** A name that stays the same from version to version. */
  id: string;
  /** What it is, in a line. */
  definition: string;
  /** In what it is counted. */
  unit: Unit;
  /** The number; null where nothing was observed. */
  value: number | null;
  /** What was counted; null where the value is no plain ratio of two counts. */
  numerator: number | null;
  /** Out of what. */
  denominator: number | null;
  /** Independent units behind it: games. */
  games: number;
  /** Intervals, each named. */
  intervals: Array<FindingInterval>;
};

/** What a finding counts in. */
export type Unit = "share" | "share-difference" | "tokens-per-move" | "dollars-per-move" | "plies" | "score" | "score-difference" | "wins-per-token" | "budget-tokens-per-turn" | "budget-tokens-difference" | "budget-tokens-per-game" | "temperature" | "candidates" | "elo" | "tokens-per-game" | "dollars-per-game" | "seconds-per-game" | "per-game";

/** An interval around a finding. */
export type FindingInterval = {
  /** The method's name. */
  method: string;
  /** The method in a line. */
  definition: string;
  /** Whether its coverage is only approximately its level. */
  approximate: boolean;
  /** The level, as 0.95. */
  level: number;
  /** Lower end, not clipped. */
  lo: number;
  /** Upper end, not clipped. */
  hi: number;
};

/** Moves from positions of one value and a band of distances. */
export type Stratum = {
  /** Value of the position to the mover. */
  value: string;
  /** Least and greatest distance to the end in plies; absent for draws. */
  plies: [number, number] | null;
  /** Share of optimal moves. */
  optimality: Finding;
};

/** Scored games by result, from the player's side. */
export type Results = {
  /** Won. */
  won: number;
  /** Drawn. */
  drawn: number;
  /** Lost. */
  lost: number;
};

/** Whether two neighbours on the leaderboard can be told apart. */
export type Separation = {
  /** The one above. */
  better: string;
  /** The one below. */
  worse: string;
  /** Difference of their headlines. */
  difference: Finding;
  /** Two-sided p-value of no difference. */
  p: number;
  /** Holm-adjusted over all pairs of neighbours. */
  p_holm: number;
  /** Whether the adjusted p-value is at most 0.05. */
  told_apart: boolean;
};

/** One model × family × mode. */
export type CellFindings = {
  /** Who is measured. */
  model: string;
  /** The prompt family. */
  family: string;
  /** The way of asking. */
  mode: Mode;
  /** Games by how they stand. */
  games: GameCounts;
  /** Share of legal moves. */
  legality: Finding;
  /** Share of optimal moves. */
  optimality: Finding;
  /** Moves by what the reply was: `legal`, or a class of error. */
  replies: { [name: string]: number };
};

/** A way of asking. */
export type Mode = "stateless" | "dialogue";

/** A game that the world failed. */
export type VoidGame = {
  /** Its id. */
  game: string;
  /** What failed. */
  cause: string;
  /** One line about it. */
  detail: string;
  /** Answers that had been given. */
  answers: number;
};

}

export namespace Token {
/** Everything that a run of Token Chess says. A pure function of its journal. */
export type Findings = {
  /** Always `ludometer-token-chess-findings`. */
  format: string;
  /** Version of this shape. */
  version: number;
  /** What was asked. */
  study: StudyFacts;
  /** Games by how they stand. */
  games: GameCounts;
  /** What a reader must know before believing a number. */
  notes: Array<string>;
  /** Each economy over all its conditions; then, where it has several, each of these. */
  groups: Array<Group>;
  /** Conditions, and memories of one player, compared by permutation tests. */
  contrasts: Array<Contrast>;
  /** Games that are void, with the reason; they are not scored. */
  voids: Array<VoidGame>;
};

/** What was asked. */
export type StudyFacts = {
  /** Name of the study. */
  name: string;
  /** Its question, if the file states one. */
  question: string | null;
  /** Always `token-chess`. */
  instrument: string;
  /** Seed. */
  seed: number;
  /** Who meets whom. */
  schedule: string;
  /** Games of each pair in each condition. */
  games_per_pair: number;
  /** Who adjudicates, as the study wants it; who did is with the games. */
  adjudicator: string;
  /** Every combination of what is swept; one without a name where nothing is. */
  conditions: Array<ConditionFacts>;
  /** Each player and what it is. */
  players: { [name: string]: ModelFacts };
};

/** One condition. */
export type ConditionFacts = {
  /** As in `budget-20.tier-micro`; empty where nothing is swept. */
  name: string;
  /** Its rules. */
  rules: Rules;
  /** How each player comes to its memory. */
  memory: { [name: string]: string };
  /** In which order tools of memory are offered. */
  menu: string;
};

/** All rules of a game. */
export type Rules = {
  /** The economy. */
  economy: Economy;
  /** The board and its model. */
  tier: string;
  /** Tokens that each side starts with. */
  budget: number;
  /** Samples that a token buys. */
  batch: number;
  /** Tokens that a side gets at the start of each of its turns. */
  income: number;
  /** Plies after which the game is over. */
  ply_cap: number;
  /** What happens there. */
  at_ply_cap: AtPlyCap;
  /** What happens when the side to move has neither a token nor a candidate. */
  exhaustion: Exhaustion;
  /** Plies that the adjudicating engine searches. */
  depth: number;
  /** Centipawns that decide an adjudication. */
  threshold: number;
};

/** The published economies. */
export type Economy = "forfeit" | "income" | "batch";

/** What happens at the ply cap. */
export type AtPlyCap = "draw" | "adjudicate";

/** What happens when the side to move has neither a token nor a candidate. */
export type Exhaustion = "adjudicate" | "solvent-plays-on" | "adjudicate-when-both-dry" | "forfeit";

/** What a measured model is. */
export type ModelFacts = {
  /** `built-in player: NAME`, `engine:ENGINE`, `person`, or `provider:model`. */
  kind: string;
  /** How it is asked, in a line; empty for a built-in player. */
  settings: string;
};

/** Games by how they stand. */
export type GameCounts = {
  /** In the plan. */
  planned: number;
  /** Over, with a result. */
  scored: number;
  /** Over, by an infrastructure failure. */
  void: number;
  /** Not over. */
  unfinished: number;
};

/** Games that are looked at together: those of an economy, or of one of its conditions. */
export type Group = {
  /** The economy. */
  economy: Economy;
  /** The condition; absent for all games of the economy. */
  condition: string | null;
  /** Games by how they stand. */
  games: GameCounts;
  /** Players, the best headline first. */
  players: Array<PlayerFindings>;
  /** Each pair of players that met. */
  matches: Array<Match>;
  /** Scores by colour, by who ran out, by who spent more. */
  sides: SideFindings;
  /** Scored games by termination. */
  terminations: Array<TerminationCount>;
  /** Who said who had won, where the board did not. */
  adjudications: Adjudications;
};

/** What the games of a group say of one player. */
export type PlayerFindings = {
  /** The player. */
  player: string;
  /** What it is. */
  kind: string;
  /** Whether it is a part of this program. */
  built_in: boolean;
  /** Scored games in which it sat. */
  games: number;
  /** Those of them against itself, which have no score. */
  self_play: number;
  /** Those of them whose result is the verdict of the stand-in referee. */
  stand_in: number;
  /** Games against others by result. */
  results: Results;
  /** By which of the following it is ranked. */
  headline: Headline;
  /** Games won over tokens spent, against others. */
  wins_per_token: Finding;
  /** Games won over games, against others. */
  win_rate: Finding;
  /** Colour-balanced score against others: mean of the next two. */
  balanced_score: Finding;
  /** Score against others as White. */
  score_as_white: Finding;
  /** Score against others as Black. */
  score_as_black: Finding;
  /** Moves that it landed or picked itself over its moves. */
  control_rate: Finding;
  /** Turns whose first sample was legal over turns with a sample. */
  first_try_legality: Finding;
  /** Legal samples over samples. */
  attempt_legality: Finding;
  /** Turns whose first sample was legal over samples. */
  hits_per_call: Finding;
  /** Attempt legality by what may explain it. */
  legality: Legality;
  /** How it set the sampler, by its how-manieth batch of a turn it was. */
  knobs: Array<Knob>;
  /** What it spent. */
  spending: Spending;
  /** Candidates at its picks; absent where nothing is picked. */
  candidates_per_pick: Finding | null;
  /** Moves at random, since it picked what cannot be picked, over picks; absent where
   * nothing is picked. */
  forced_picks: Finding | null;
  /** What its replies were; absent for a built-in player. */
  replies: Replies | null;
  /** What the harness did in its turns; absent where it did nothing. */
  silent: Silent | null;
  /** What it did with each memory that it had. */
  memories: Array<MemoryUse>;
  /** Which memory it chose; absent where it had no choice. */
  choices: MemoryChoice | null;
  /** What each seat cost; in self-play each of the two its own. */
  seats: Array<SeatCost>;
};

/** Scored games by result, from the player's side. */
export type Results = {
  /** Won. */
  won: number;
  /** Drawn. */
  drawn: number;
  /** Lost. */
  lost: number;
};

/** The finding that an economy's players are ranked by. */
export type Headline = "wins-per-token" | "control-rate" | "balanced-score";

/** A number with its definition. A bare float is not a finding. */
export type Finding = {
  /** A name that stays the same from version to version. */
  id: string;
  /** What it is, in a line. */
  definition: string;
  /** In what it is counted. */
  unit: Unit;
  /** The number; null where nothing was observed. */
  value: number | null;
  /** What was counted; null where the value is no plain ratio of two counts. */
  numerator: number | null;
  /** Out of what. */
  denominator: number | null;
  /** Independent units behind it: games. */
  games: number;
  /** Intervals, each named. */
  intervals: Array<FindingInterval>;
};

/** What a finding counts in. */
export type Unit = "share" | "share-difference" | "tokens-per-move" | "dollars-per-move" | "plies" | "score" | "score-difference" | "wins-per-token" | "budget-tokens-per-turn" | "budget-tokens-difference" | "budget-tokens-per-game" | "temperature" | "candidates" | "elo" | "tokens-per-game" | "dollars-per-game" | "seconds-per-game" | "per-game";

/** An interval around a finding. */
export type FindingInterval = {
  /** The method's name. */
  method: string;
  /** The method in a line. */
  definition: string;
  /** Whether its coverage is only approximately its level. */
  approximate: boolean;
  /** The level, as 0.95. */
  level: number;
  /** Lower end, not clipped. */
  lo: number;
  /** Upper end, not clipped. */
  hi: number;
};

/** Attempt legality, class by class; classes without a sample are left out. */
export type Legality = {
  /** By the turn's ply. */
  by_ply: Array<Slice>;
  /** By the batch's place among the turn's batches, from 1. */
  by_retry: Array<Slice>;
  /** By temperature. */
  by_temperature: Array<Slice>;
  /** By soft cap. */
  by_soft_cap: Array<Slice>;
  /** By both. */
  by_setting: Array<SettingSlice>;
};

/** One class of what was counted, such as a band of plies. */
export type Slice = {
  /** Which. */
  label: string;
  /** What was found. */
  finding: Finding;
};

/** Attempt legality by temperature and soft cap together. */
export type SettingSlice = {
  /** Band of temperatures. */
  temperature: string;
  /** Band of soft caps. */
  soft_cap: string;
  /** What was found. */
  finding: Finding;
};

/** Settings that a player chose for its n-th batch of a turn. */
export type Knob = {
  /** The batch's place among the turn's batches, from 1. */
  retry: string;
  /** Mean temperature. */
  temperature: Finding;
  /** Share with a soft cap. */
  capped: Finding;
};

/** Tokens of the budget. */
export type Spending = {
  /** A turn, which is a ply of the player's. */
  per_turn: Finding;
  /** A game. */
  per_game: Finding;
  /** A turn, by the turn's ply. */
  by_ply: Array<Slice>;
};

/** What a model's replies were. */
export type Replies = {
  /** Decisions whose first reply could not be used. */
  parse_failures: Finding;
  /** Decisions that the rules made, since the second reply could not be used either. */
  fallbacks: Finding;
};

/** What the harness did for a player without tokens, silently. */
export type Silent = {
  /** Legal samples over samples; drawing ends with the first legal one. */
  legality: Finding;
  /** Moves that it landed by sampling. */
  sampled: number;
  /** Moves that it drew evenly among the legal ones. */
  uniform: number;
};

/** What a player did with one memory. */
export type MemoryUse = {
  /** The memory. */
  memory: Memory;
  /** Seats that had it. */
  seats: number;
  /** Notes written over decisions that could carry one; absent without a notepad. */
  notes: Finding | null;
  /** Batches that it set to temperature 1.0 or more over batches that it set. */
  hot: Finding;
  /** Legal samples over samples. */
  attempt_legality: Finding;
  /** Tokens of the budget a turn. */
  per_turn: Finding;
  /** Points over games against others, colours as they came. */
  score: Finding;
};

/** A tool of memory. */
export type Memory = "none" | "ledger" | "notepad";

/** Which memory a player chose. */
export type MemoryChoice = {
  /** Each tool's share of the choices that were made. */
  chosen: { [name: string]: Finding };
  /** Choices that could not be read, so that the tool was none; not among the others. */
  fell_back: Finding;
  /** Every choice. */
  each: Array<ChosenMemory>;
};

/** One choice. */
export type ChosenMemory = {
  /** The game. */
  game: string;
  /** The seat. */
  side: string;
  /** The tools in the order in which they were offered. */
  menu: Array<Memory>;
  /** The tool. */
  tool: Memory;
  /** Why, in its own words. */
  why: string | null;
  /** Whether no reply could be used. */
  fell_back: boolean;
};

/** What one colour's seats cost. A count that no server gave is null, not zero. */
export type SeatCost = {
  /** The colour. */
  side: string;
  /** Seats: games in which it sat there. */
  seats: number;
  /** Tokens of the budget. */
  spent: number;
  /** Decisions that were its to make. */
  decisions: number;
  /** Replies that its model gave. */
  calls: number;
  /** Replies whose prompt and completion tokens were both counted: the sums are over these. */
  counted_calls: number;
  /** Prompt tokens. */
  prompt_tokens: number | null;
  /** Completion tokens, reasoning included. */
  completion_tokens: number | null;
  /** Completion tokens spent on reasoning. */
  reasoning_tokens: number | null;
};

/** Two players that met. */
export type Match = {
  /** One. */
  first: string;
  /** The other. */
  second: string;
  /** Their games by result, from the first one's side. */
  results: Results;
  /** Those of them whose result is the verdict of the stand-in referee. */
  stand_in: number;
  /** The first one's score; colour-balanced where it had both colours. */
  score: Finding;
  /** Decisive games that the first one won. */
  decisive: Finding;
  /** Exact two-sided sign test of even chances on the decisive games; absent without one. */
  p: number | null;
  /** Holm-adjusted over the matches of this group. */
  p_holm: number | null;
  /** What so few games can show, where they are few. */
  remark: string | null;
};

/** Scores of a side of the board, over all games; those of a player against itself too. */
export type SideFindings = {
  /** White's score. */
  white: Finding;
  /** Score of the side that first had neither a token nor a candidate in its turn. */
  ran_out: Finding;
  /** Score of the side that spent more tokens. */
  spent_more: Finding;
  /** Games in which both spent the same. */
  spent_alike: number;
  /** What these scores do not say. */
  caution: string;
};

/** Scored games with one termination. */
export type TerminationCount = {
  /** In words. */
  termination: string;
  /** Board or protocol. */
  kind: string;
  /** By result, from White's side. */
  results: Results;
  /** Those of them that the stand-in referee adjudicated. */
  stand_in: number;
};

/** Adjudicated games. */
export type Adjudications = {
  /** By the engine, as it calls itself. */
  engines: { [name: string]: number };
  /** Those of this program's own small referee, which stood in for an engine. */
  stand_in: number;
};

/** Two conditions, or two memories, of one player. */
export type Contrast = {
  /** The economy. */
  economy: Economy;
  /** The condition in which memories are compared; absent where conditions are. */
  condition: string | null;
  /** The player. */
  player: string;
  /** `condition` or `memory`. */
  by: string;
  /** One. */
  first: string;
  /** The other. */
  second: string;
  /** Mean of the first one's games less that of the second one's, one value a game. */
  difference: Finding;
  /** Games of the first. */
  first_games: number;
  /** Games of the second. */
  second_games: number;
  /** Two-sided p-value of a permutation test with games as units. */
  p: number;
  /** Holm-adjusted over all contrasts of the run. */
  p_holm: number;
  /** How the test went through the permutations, in words. */
  test: string;
};

/** A game that the world failed. */
export type VoidGame = {
  /** Its id. */
  game: string;
  /** What failed. */
  cause: string;
  /** One line about it. */
  detail: string;
  /** Answers that had been given. */
  answers: number;
};

}

export namespace Ladder {
/** Everything that a run of the Elo ladder says. A pure function of its journal. */
export type Findings = {
  /** Always `ludometer-ladder-findings`. */
  format: string;
  /** Version of this shape. */
  version: number;
  /** What was asked. */
  study: StudyFacts;
  /** Games by how they stand, pilots included. */
  games: GameCounts;
  /** What a reader must know before believing a number. */
  notes: Array<string>;
  /** Players, the best rating first; those without one last. */
  players: Array<PlayerFindings>;
  /** Every pair of players. The family of the adjustments is all of them. */
  differences: Array<Difference>;
  /** Games that are void, with the reason; they are not scored and not replaced. */
  voids: Array<LadderVoid>;
};

/** What was asked. */
export type StudyFacts = {
  /** Name of the study. */
  name: string;
  /** Its question, if the file states one. */
  question: string | null;
  /** Always `elo-ladder`. */
  instrument: string;
  /** Seed. */
  seed: number;
  /** What the ratings mean, in a line. */
  scale: string;
  /** Scored games planned for each player, without the pilot. */
  games_per_player: number;
  /** Whether a pilot came first. */
  pilot: boolean;
  /** How opponents were chosen, in a line. */
  design: string;
  /** Plies after which a game is drawn. */
  ply_cap: number;
  /** How models without a program answer: `tools` or `json`. */
  form: string;
  /** Replies without a legal move after which such a model loses. */
  tries: number;
  /** Calls of tools, or replies, after which a game is lost. */
  max_calls: number;
  /** All that may sit across, ascending by rating. */
  opponents: Array<OpponentFacts>;
  /** Each measured player and what it is. */
  players: { [name: string]: ModelFacts };
};

/** A rated opponent. */
export type OpponentFacts = {
  /** What it is called. */
  name: string;
  /** Its rating, in Elo. */
  rating: number;
  /** Standard error of the rating, in Elo; 0 where the rating holds by definition. */
  standard_error: number;
  /** The engine with its limits; null for one that only moves at random. */
  engine: string | null;
  /** The share of its moves that are drawn evenly from the legal ones. */
  random: number;
};

/** What a measured model is. */
export type ModelFacts = {
  /** `built-in player: NAME`, `engine:ENGINE`, `person`, or `provider:model`. */
  kind: string;
  /** How it is asked, in a line; empty for a built-in player. */
  settings: string;
};

/** Games by how they stand. */
export type GameCounts = {
  /** In the plan. */
  planned: number;
  /** Over, with a result. */
  scored: number;
  /** Over, by an infrastructure failure. */
  void: number;
  /** Not over. */
  unfinished: number;
};

/** What the games of one player say. Its pilot is in [`PilotFindings`] and nowhere else. */
export type PlayerFindings = {
  /** The player. */
  player: string;
  /** What sits in its seat. */
  seat: SeatKind;
  /** What it is, as `provider:model`. */
  kind: string;
  /** Games by how they stand. */
  games: GameCounts;
  /** Scored games by result. */
  results: Results;
  /** The pilot; null where there is none. */
  pilot: PilotFindings | null;
  /** The rating, with every interval. */
  rating: RatingFinding;
  /** The rating with the opponents' ratings taken as known; null where they are. */
  rating_opponents_as_known: RatingFinding | null;
  /** The rating with White's worth freed. */
  rating_free_colour: RatingFinding;
  /** The rating of the games that the board ended; null where the rules of the study ended
   * none. */
  rating_board_only: RatingFinding | null;
  /** What void games might have changed; null where there are none. */
  voids: VoidCases | null;
  /** Opponents that it met, ascending by rating. */
  opponents: Array<OpponentMet>;
  /** Scores by colour. */
  colours: WhiteOrBlack;
  /** Games by why they ended, the most frequent first. */
  terminations: Array<EndCount>;
  /** Refused moves and calls; null for what is not asked in words. */
  conduct: Conduct | null;
  /** Tokens and money; null for what is not asked in words. */
  spending: Spending | null;
  /** The player's own time; null for a part of this program. */
  player_time: Finding | null;
  /** The time of the opponents' searches. */
  opponent_time: Finding;
  /** Plies a game. */
  length: Finding;
  /** What was known after each pair. */
  narrowing: Narrowing;
};

/** What sits in a seat. */
export type SeatKind = "model" | "agent" | "engine" | "built-in" | "person";

/** Scored games by result, from the player's side. */
export type Results = {
  /** Won. */
  won: number;
  /** Drawn. */
  drawn: number;
  /** Lost. */
  lost: number;
};

/** The game that only informs the choice of opponents. */
export type PilotFindings = {
  /** The game. */
  game: string;
  /** Who sat across; null where nobody had been chosen. */
  opponent: OpponentFacts | null;
  /** `won`, `drawn`, `lost`, `void` or `unfinished`. */
  result: string;
  /** Why it ended, in words; null while it goes on. */
  termination: string | null;
};

/** A rating that says how it was obtained. */
export type RatingFinding = {
  /** A name that stays the same from version to version. */
  id: string;
  /** What it is, in a line. */
  definition: string;
  /** Always Elo. */
  unit: Unit;
  /** The rating; `"inf"` or `"-inf"` where nothing bounds it, null where the games do not
   * tell it. */
  value: Unbounded | null;
  /** Why there is no finite number; null where there is one. */
  reason: string | null;
  /** Games behind it: the independent units. */
  games: number;
  /** The same by result. */
  results: Results;
  /** The draw parameter where the likelihood is largest; null where it is not told. */
  draw_parameter: Unbounded | null;
  /** White's worth in Elo, where it was free and is told. */
  colour_advantage: number | null;
  /** Intervals, each named; the first is the main one. */
  intervals: Array<RatingInterval>;
};

/** What a finding counts in. */
export type Unit = "share" | "share-difference" | "tokens-per-move" | "dollars-per-move" | "plies" | "score" | "score-difference" | "wins-per-token" | "budget-tokens-per-turn" | "budget-tokens-difference" | "budget-tokens-per-game" | "temperature" | "candidates" | "elo" | "tokens-per-game" | "dollars-per-game" | "seconds-per-game" | "per-game";

/** A number that may be infinite: `"inf"` and `"-inf"` in JSON, which has no such numbers. */
export type Unbounded = number | Infinite;

export type Infinite = "inf" | "-inf";

/** An interval of ratings, or of differences of ratings. */
export type RatingInterval = {
  /** The method's name. */
  method: string;
  /** The method in a line. */
  definition: string;
  /** Whether its coverage is only approximately its level. */
  approximate: boolean;
  /** Whether its level is a bound that coverage exceeds. */
  conservative: boolean;
  /** The level, as 0.95. */
  level: number;
  /** Scored games behind it. */
  games: number;
  /** Lower end; `"-inf"` where nothing bounds it. */
  lo: Unbounded;
  /** Upper end; `"inf"` where nothing bounds it. */
  hi: Unbounded;
};

/** The rating if every void game had gone one way, at the opponents that they had. */
export type VoidCases = {
  /** Void games of the pairs. */
  games: number;
  /** Those of them without an opponent, which change nothing. */
  without_opponent: number;
  /** All lost. */
  worst: RatingFinding;
  /** All won. */
  best: RatingFinding;
};

/** Games against one opponent. */
export type OpponentMet = {
  /** The opponent. */
  opponent: OpponentFacts;
  /** Games as White. */
  white: Results;
  /** Games as Black. */
  black: Results;
};

/** A value for each colour of the player. */
export type WhiteOrBlack = {
  /** As White. */
  white: Colours;
  /** As Black. */
  black: Colours;
};

/** Games with one colour. What they score depends on who sat across; both games of a pair
 * have the same opponent. */
export type Colours = {
  /** By result. */
  results: Results;
  /** Points over games. */
  score: Finding;
};

/** A number with its definition. A bare float is not a finding. */
export type Finding = {
  /** A name that stays the same from version to version. */
  id: string;
  /** What it is, in a line. */
  definition: string;
  /** In what it is counted. */
  unit: Unit;
  /** The number; null where nothing was observed. */
  value: number | null;
  /** What was counted; null where the value is no plain ratio of two counts. */
  numerator: number | null;
  /** Out of what. */
  denominator: number | null;
  /** Independent units behind it: games. */
  games: number;
  /** Intervals, each named. */
  intervals: Array<FindingInterval>;
};

/** An interval around a finding. */
export type FindingInterval = {
  /** The method's name. */
  method: string;
  /** The method in a line. */
  definition: string;
  /** Whether its coverage is only approximately its level. */
  approximate: boolean;
  /** The level, as 0.95. */
  level: number;
  /** Lower end, not clipped. */
  lo: number;
  /** Upper end, not clipped. */
  hi: number;
};

/** Games with one termination. */
export type EndCount = {
  /** `board`, `protocol` or `infrastructure`. */
  kind: string;
  /** In words. */
  termination: string;
  /** Games. */
  games: number;
  /** By result; null for void games, which have none. */
  results: Results | null;
};

/** How a player that is asked in words kept to the rules. */
export type Conduct = {
  /** Moves that were not legal, a game. */
  illegal: Finding;
  /** Texts that were no moves, a game. */
  malformed: Finding;
  /** Legal moves over all texts that were offered as moves. */
  legality: Finding;
  /** Calls of tools, a game; null for a model that answers without tools. */
  calls: Finding | null;
  /** Calls of no such tool, with arguments that do not fit, or after the end, a game; null
   * for a model that answers without tools. */
  bad_calls: Finding | null;
  /** Replies, a game; null for an agent program, which does not tell them. */
  replies: Finding | null;
  /** Replies that held no call or move at all, a game; null for an agent program. */
  unusable: Finding | null;
};

/** Tokens and money of a player that is asked in words. A kind that nobody counted is
 * null, not zero. Means are over games whose every answer said its counts. */
export type Spending = {
  /** Scored games whose every answer was counted. */
  counted: number;
  /** Scored games of which only some answers were, left out of the means. */
  partly_counted: number;
  /** Scored games of which none was. */
  uncounted: number;
  /** Prompt tokens a game, cached ones included. */
  prompt: Finding | null;
  /** Prompt tokens a game that the server had cached. */
  cached: Finding | null;
  /** Completion tokens a game, reasoning included. */
  completion: Finding | null;
  /** Completion tokens a game that were spent on reasoning. */
  reasoning: Finding | null;
  /** Price a game; null where the study states no price. */
  dollars: Finding | null;
};

/** What was known of a player pair by pair, in the order of the plan. */
export type Narrowing = {
  /** What the numbers are, in a line. */
  definition: string;
  /** The level of the intervals. */
  level: number;
  /** The method of `lo` and `hi`. */
  method: string;
  /** Before any pair, then after each, up to the first that is not over. */
  steps: Array<Step>;
};

/** What was known after a pair. */
export type Step = {
  /** The pair, from 1; 0 before any. */
  pair: number;
  /** The opponent's rating; null before any pair. */
  opponent: number | null;
  /** The game as White: `W`, `D`, `L`, or `void`; null before any pair. */
  white: string | null;
  /** The game as Black. */
  black: string | null;
  /** Mean of the planning distribution, which the pilot informs too. */
  planned: number;
  /** Its standard deviation. */
  planned_deviation: number;
  /** The rating; null where the games do not tell it. */
  rating: Unbounded | null;
  /** Lower end of the main interval. */
  lo: Unbounded;
  /** Upper end. */
  hi: Unbounded;
  /** Lower end of the anytime-valid set. */
  anytime_lo: Unbounded;
  /** Upper end. */
  anytime_hi: Unbounded;
};

/** How far one player stands above another. */
export type Difference = {
  /** Always `rating-difference`. */
  id: string;
  /** What it is, in a line. */
  definition: string;
  /** Always Elo. */
  unit: Unit;
  /** The one whose rating comes first in the subtraction. */
  first: string;
  /** The other. */
  second: string;
  /** Rating of the first less rating of the second; null where the games do not tell it. */
  value: Unbounded | null;
  /** Scored games of both. */
  games: number;
  /** By itself; then at the level at which all differences hold at once. */
  intervals: Array<RatingInterval>;
  /** Twice what the log likelihood loses when both share one rating. */
  likelihood_ratio: number;
  /** P(chi-square with one degree of freedom > that ratio); approximate. */
  p: number;
  /** The same after Holm's adjustment over all differences. */
  p_holm: number;
};

/** A void game, with its place. */
export type LadderVoid = {
  /** Who is measured in it. */
  player: string;
  /** The player's colour. */
  color: string;
  /** Which pair it belongs to, from 1; null for the pilot. */
  pair: number | null;
  /** Who sat across; null where nobody had been chosen. */
  opponent: OpponentFacts | null;
  /** The game, and what failed. */
  void: VoidGame;
};

/** A game that the world failed. */
export type VoidGame = {
  /** Its id. */
  game: string;
  /** What failed. */
  cause: string;
  /** One line about it. */
  detail: string;
  /** Answers that had been given. */
  answers: number;
};

}

export namespace Probe {
/** What a study of the tool says. */
export type Findings = {
  /** `ludometer-probe`. */
  format: string;
  /** Of the format. */
  version: number;
  /** What was asked. */
  study: StudyFacts;
  /** Games by how they stand. */
  games: GameCounts;
  /** What a reader must know. */
  notes: Array<string>;
  /** Games that the tool played by itself, by setting; one where there is no grid. */
  cells?: Array<CellFindings>;
  /** What choosing is worth. */
  choice?: ChoiceFindings | null;
  /** Real games, looked at. */
  prefix?: PrefixFindings | null;
  /** Games that the world failed. */
  voids: Array<VoidGame>;
};

/** What was asked. */
export type StudyFacts = {
  /** The study's name. */
  name: string;
  /** What it asks. */
  question?: string | null;
  /** Which probe. */
  kind: Kind;
  /** The board, and the model that dreamt on it. */
  tier: string;
  /** All randomness comes from it. */
  seed: number;
  /** How it was sampled and how games ended, in a line. */
  rules: string;
};

/** What is asked of the tool. */
export type Kind = "legality" | "choice" | "prefix" | "grid";

/** Games by how they stand. */
export type GameCounts = {
  /** In the plan. */
  planned: number;
  /** Over, with a result. */
  scored: number;
  /** Over, by an infrastructure failure. */
  void: number;
  /** Not over. */
  unfinished: number;
};

/** What the games at one setting say. */
export type CellFindings = {
  /** The sampler's setting. */
  setting: Setting;
  /** Games. */
  games: number;
  /** How they ended. */
  terminations: { [name: string]: number };
  /** Over all plies. */
  all: BandFindings;
  /** By depth. */
  bands: Array<BandFindings>;
};

/** A sampler's setting, as it is written. */
export type Setting = {
  /** The sampler's temperature. */
  temperature: number;
  /** The bound on logits; null where there is none. */
  soft_cap: number | null;
};

/** What the tool's moves of some plies say. */
export type BandFindings = {
  /** The plies, as `0-49`; `all` of them. */
  plies: string;
  /** Samples that were legal. */
  samples: Finding;
  /** Moves whose first sample was legal. */
  first_try: Finding;
  /** Moves without a legal sample. */
  forced: Finding;
  /** Moves that the same side had played before in the game. */
  moves_before: Finding;
  /** Moves in a position that had occurred before in the game. */
  positions_before: Finding;
  /** Legal samples for those. */
  samples_position_before: Finding;
  /** Legal samples for moves in positions that had not occurred before. */
  samples_position_new: Finding;
  /** Moves of a side whose last two moves undid each other. */
  shuffling: Finding;
  /** Legal samples for those. */
  samples_shuffling: Finding;
  /** Legal samples for the other moves. */
  samples_fresh: Finding;
  /** Samples whose text the same side had played before in the game. */
  texts_before: Finding;
  /** Legal samples among those. */
  samples_text_before: Finding;
  /** Legal samples among the others. */
  samples_text_new: Finding;
};

/** A number with its definition. A bare float is not a finding. */
export type Finding = {
  /** A name that stays the same from version to version. */
  id: string;
  /** What it is, in a line. */
  definition: string;
  /** In what it is counted. */
  unit: Unit;
  /** The number; null where nothing was observed. */
  value: number | null;
  /** What was counted; null where the value is no plain ratio of two counts. */
  numerator: number | null;
  /** Out of what. */
  denominator: number | null;
  /** Independent units behind it: games. */
  games: number;
  /** Intervals, each named. */
  intervals: Array<FindingInterval>;
};

/** What a finding counts in. */
export type Unit = "share" | "share-difference" | "tokens-per-move" | "dollars-per-move" | "plies" | "score" | "score-difference" | "wins-per-token" | "budget-tokens-per-turn" | "budget-tokens-difference" | "budget-tokens-per-game" | "temperature" | "candidates" | "elo" | "tokens-per-game" | "dollars-per-game" | "seconds-per-game" | "per-game";

/** An interval around a finding. */
export type FindingInterval = {
  /** The method's name. */
  method: string;
  /** The method in a line. */
  definition: string;
  /** Whether its coverage is only approximately its level. */
  approximate: boolean;
  /** The level, as 0.95. */
  level: number;
  /** Lower end, not clipped. */
  lo: number;
  /** Upper end, not clipped. */
  hi: number;
};

/** What choosing among legal samples is worth. */
export type ChoiceFindings = {
  /** Who chose on the other side. */
  against: Picker;
  /** Games from the heuristic's side. */
  results: Results;
  /** Points of the heuristic, a draw as half of one. */
  score: Finding;
  /** Decided games that it won. */
  decided: Finding;
  /** Exact two-sided p-value of as many wins as losses, draws left out. */
  sign_test_p: number;
  /** How the games ended. */
  terminations: { [name: string]: number };
  /** What each picker had to choose from. */
  pickers: Array<PickerFindings>;
};

/** A way to choose among legal samples. */
export type Picker = "heuristic" | "random" | "first-legal";

/** Scored games by result, from the player's side. */
export type Results = {
  /** Won. */
  won: number;
  /** Drawn. */
  drawn: number;
  /** Lost. */
  lost: number;
};

/** What a picker had to choose from. */
export type PickerFindings = {
  /** The picker. */
  picker: Picker;
  /** Samples that were legal. */
  samples: Finding;
  /** Its moves with at least two different legal samples. */
  had_choice: Finding;
  /** Its moves without a legal sample. */
  forced: Finding;
};

/** Legality after real games. */
export type PrefixFindings = {
  /** Samples that were legal, over all positions. */
  all: Finding;
  /** By depth. */
  depths: Array<DepthFindings>;
};

/** Legality after some plies of real games. */
export type DepthFindings = {
  /** The plies. */
  depth: number;
  /** Games that went on after them. */
  positions: number;
  /** Samples that were legal. */
  samples: Finding;
};

/** A game that the world failed. */
export type VoidGame = {
  /** Its id. */
  game: string;
  /** What failed. */
  cause: string;
  /** One line about it. */
  detail: string;
  /** Answers that had been given. */
  answers: number;
};

}
