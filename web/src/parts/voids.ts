// Games that the world failed.

import { h, type Child } from "./dom";
import { table } from "./table";

type Void = { game: string; cause: string; detail: string };

/** A table of void games, each with its cause; nothing where there are none. */
export function voids(games: readonly Void[], link: (query: { [name: string]: string }) => string): Child {
  if (games.length === 0) return null;
  return h("section", {},
    h("h2", {}, "Void games"),
    h("p", { class: "lead" }, "The world failed them. They are not scored."),
    table("Void games", [
      { name: "game", heads: true, cell: (one) => h("a", { href: link({ words: one.game }) }, one.game), key: (one) => one.game },
      { name: "cause", cell: (one) => one.cause, key: (one) => one.cause },
      { name: "what was said", cell: (one) => one.detail },
    ], games));
}
