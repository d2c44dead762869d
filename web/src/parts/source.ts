// Where a page's data comes from: the program behind the page, or scripts that lie beside it.
// A page of file:// may not fetch, so the static site hands its JSON over as scripts.

import type { BoardPage, Dreamt, Exam, GameList, GamePage, Home, Marks, Order, RunCard, RunPage, Seated, SeatAnswer, SeatMenu, SeatPage, Verified, Wish } from "../data";

const served = document.documentElement.dataset["source"] === "served";

/** Whether a program answers behind the page. */
export const isServed = (): boolean => served;

const waiting = new Map<string, (json: string) => void>();

declare global {
  interface Window {
    ludometer?: (name: string, json: string) => void;
  }
}

window.ludometer = (name, json) => waiting.get(name)?.(json);

const kept = new Map<string, Promise<unknown>>();

/** A page that is not there, or could not be made. */
export class Missing extends Error {}

function load<T>(name: string): Promise<T> {
  if (served) return fetched<T>(name);
  // Files do not change under the page.
  let page = kept.get(name) as Promise<T> | undefined;
  if (!page) {
    page = scripted<T>(name);
    kept.set(name, page);
  }
  return page;
}

async function fetched<T>(name: string): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`data/${name}`);
  } catch {
    throw new Missing("The program behind this page does not answer. Start it again, and the page goes on.");
  }
  if (!response.ok) throw new Missing((await response.text()).trim());
  return (await response.json()) as T;
}

function scripted<T>(name: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    waiting.set(name, (json) => resolve(JSON.parse(json) as T));
    script.src = `data/${name}.js`;
    script.onload = () => script.remove();
    script.onerror = () => {
      script.remove();
      kept.delete(name);
      reject(new Missing("There is no such page in this site."));
    };
    document.head.append(script);
  });
}

const run = (key: string, page: string): string => `runs/${encodeURIComponent(key)}/${page}`;

export const home = (): Promise<Home> => load("home");
export const papers = (key: string): Promise<RunPage> => load(run(key, "run"));
/** Nothing where a site was written without it. */
export const verified = (key: string): Promise<Verified | null> => load(run(key, "verify"));
export const board = (key: string): Promise<BoardPage> => load(run(key, "board"));
export const games = (key: string): Promise<GameList> => load(run(key, "games"));
export const marks = (key: string): Promise<Marks> => load(run(key, "marks"));
export const game = (key: string, place: number): Promise<GamePage> => load(run(key, `games/${place}`));
export const exam = (key: string): Promise<Exam> => load(run(key, "exam"));

/** Where a file of a run can be taken home. */
export const file = (key: string, name: string): string => `files/${encodeURIComponent(key)}/${name}`;

/** Asks the program for something that no page of files has. */
async function write<T>(path: string, body: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  } catch {
    throw new Missing("The program behind this page does not answer. Start it again; nothing is lost.");
  }
  if (!response.ok) throw new Missing((await response.text()).trim());
  return (await response.json()) as T;
}

/** Asks the dream room. */
export const dream = (wish: Wish): Promise<Dreamt> => write("dream", wish);

/** What a person can choose. */
export const seats = (): Promise<SeatMenu> => load("seats");

/** What a person is to decide in a run. It comes when it is the person's turn, or all is over. */
export const seat = (key: string): Promise<SeatPage> => load(run(key, "seat"));

/** Begins a game with a person in it. */
export const sit = (order: Order): Promise<Seated> => write("seat", order);

/** Answers the open question; what comes is the next one. */
export const decide = (key: string, answer: SeatAnswer): Promise<SeatPage> => write(`seat/${encodeURIComponent(key)}`, answer);

/** Goes on with a game that was put down. */
export const goOn = (key: string): Promise<SeatPage> => write(`seat/${encodeURIComponent(key)}/go-on`, {});

/** How the line to the program is. */
export type Line = "open" | "lost";

/**
 * Listens to cards that change. Every event says how things stand, so that after a restart of
 * either side nothing is missing. Gives a way to stop.
 */
export function listen(cards: (cards: RunCard[]) => void, line: (line: Line) => void): () => void {
  const events = new EventSource("live");
  events.addEventListener("cards", (event: MessageEvent<string>) => cards(JSON.parse(event.data) as RunCard[]));
  events.onopen = () => line("open");
  events.onerror = () => line("lost");
  return () => events.close();
}
