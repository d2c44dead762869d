// The site: one page, drawn by the address behind the #.

import "./style/base.css";
import "./style/ground.css";
import "./style/pieces.css";
import "./style/tables.css";
import "./style/replays.css";
import "./style/pages.css";
import "./style/seat.css";
import { instruments } from "./instruments";
import { boardsPage } from "./pages/boards";
import { dreamPage } from "./pages/dream";
import { gamePage, gamesPage } from "./pages/games";
import { homePage } from "./pages/home";
import { livePage } from "./pages/live";
import { head, type Page } from "./pages/page";
import { findingsPage, papersPage, takePage } from "./pages/run";
import { seatPage } from "./pages/seat";
import { seatPlayPage } from "./pages/seat_play";
import { h, replace, s, steady } from "./parts/dom";
import { instrument } from "./parts/format";
import { link, place, type Place } from "./parts/router";
import { nerd, restore, setNerd, setTheme, theme, type Theme } from "./parts/settings";
import { home, isServed } from "./parts/source";

/** The page of an address. */
async function pageOf(here: Place): Promise<Page> {
  const [first, key = "", part, at, step] = here.path;
  const number = (text: string | undefined): number => (/^\d{1,9}$/.test(text ?? "") ? Number(text) : -1);
  if (first === undefined) return homePage();
  if (first === "live") return livePage();
  if (first === "dream") return dreamPage();
  if (first === "seat") return seatPage();
  if (first === "board" && key !== "") return boardsPage(key);
  if (first === "run" && part === undefined) return findingsPage(key);
  if (first === "run" && part === "games") return gamesPage(key, here);
  if (first === "run" && part === "game") return gamePage(key, number(at), Math.max(0, number(step)));
  if (first === "run" && part === "take") return takePage(key);
  if (first === "run" && part === "seat") return seatPlayPage(key);
  if (first === "run" && part === "papers") return papersPage(key);
  return { title: "Nothing here", content: [head("404", "Nothing here"), h("p", {}, h("a", { href: "#/" }, "To the runs"))] };
}

const main = h("main", { id: "main", tabindex: -1 });
const nav = h("nav", { class: "site", "aria-label": "Site" });
let left: (() => void) | undefined;
let drawn = 0;

async function draw(first: boolean): Promise<void> {
  drawn += 1;
  const mine = drawn;
  const here = place(location.hash);
  main.setAttribute("aria-busy", "true");
  // A run that was never looked at is read, and its findings are counted, before it is shown.
  const patience = window.setTimeout(() => {
    if (mine === drawn) replace(main, h("p", { class: "soft", role: "status" }, "Reading the journal and counting…"));
  }, 900);
  let page: Page;
  try {
    page = await pageOf(here);
  } catch (problem) {
    page = { title: "Not shown", content: [head("Not shown", "This page cannot be shown"), h("p", { class: "notes", role: "alert" }, (problem as Error).message), h("p", {}, h("a", { href: "#/" }, "To the runs"))] };
  }
  window.clearTimeout(patience);
  // The reader may have gone on while this page was made.
  if (mine !== drawn) {
    page.left?.();
    return;
  }
  left?.();
  left = page.left;
  document.title = `${steady(page.title)} · Ludometer`;
  replace(main, page.content);
  main.removeAttribute("aria-busy");
  mark(here);
  if (!first) {
    window.scrollTo(0, 0);
    main.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
  }
}

/** Says in the menu where the reader is. */
function mark(here: Place): void {
  const now = here.path[0] === "board" ? `board/${here.path[1] ?? ""}` : here.path[0] === "run" ? "" : (here.path[0] ?? "");
  for (const one of nav.querySelectorAll("a")) {
    const current = one.getAttribute("href") === `#/${now}` && here.path[0] !== "run";
    if (current) one.setAttribute("aria-current", "page");
    else one.removeAttribute("aria-current");
  }
}

function masthead(): HTMLElement {
  const dial = s("svg", { viewBox: "0 0 32 32", class: "mark", "aria-hidden": "true" },
    s("path", { class: "dial", d: "M4 22a12 12 0 0 1 24 0" }), s("path", { class: "needle", d: "M16 22 23 11.5" }), s("circle", { class: "hub", cx: 16, cy: 22, r: 3.4 }), s("path", { class: "dial", d: "M4.6 27.5h22.8" }));
  const nerdy = h("button", { type: "button", class: "toggle", "aria-pressed": String(nerd()), title: "show the ±, n, method and definition of each number", onclick: () => {
    setNerd(!nerd());
    nerdy.setAttribute("aria-pressed", String(nerd()));
  } }, "Nerd mode");
  const themes: Theme[] = ["auto", "light", "dark"];
  const colours = h("select", { "aria-label": "Colours", onchange: () => setTheme(colours.value as Theme) }, themes.map((name) => h("option", { value: name, selected: theme() === name }, name)));
  return h("header", { class: "masthead" }, h("a", { class: "brand", href: "#/" }, dial, "Ludometer"), nav, h("div", { class: "tools" }, nerdy, colours));
}

async function menu(): Promise<void> {
  const entry = (words: string, ...path: string[]): HTMLElement => h("a", { href: link(path) }, words);
  const program = isServed() ? [entry("Live", "live"), entry("Dream room", "dream"), entry("Take a seat", "seat")] : [];
  const here = (): void => mark(place(location.hash));
  replace(nav, entry("Runs"), program);
  here();
  const runs = (await home()).runs;
  const measured = instruments.filter((one) => runs.some((run) => run.instrument === one.name));
  replace(nav, entry("Runs"), measured.map((one) => entry(instrument(one.name), "board", one.name)), program);
  here();
}

restore();
document.body.append(
  h("a", { class: "skip", href: "#main", onclick: (event: Event) => {
    event.preventDefault();
    main.focus();
  } }, "To the page"),
  masthead(),
  main,
  h("footer", { class: "site" }, h("p", {}, "Made by ludometer from the journals of its runs. ", "Every number can be derived anew: ", h("code", {}, "ludometer verify RUN"), ".")),
);
void menu().catch(() => undefined);
window.addEventListener("hashchange", () => void draw(false));
void draw(true);
