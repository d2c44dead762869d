// What the browser tests share: runs of the real program, its server, a real Chromium.
// The model behind a run is a small server here; nothing else is made up.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after } from "node:test";
import { chromium } from "playwright-core";

const program = process.env.LUDOMETER;
if (!program || !existsSync(program)) throw new Error("LUDOMETER: expected the path of the program; `make web-test` sets it");

const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

// Hooks within a test end with it; what is shared here ends with the file.
const ends = [];
after(async () => {
  for (const end of ends.reverse()) await end();
});
const atEnd = (end) => ends.push(end);

/** A folder that goes away with the tests. */
export function folder() {
  const path = mkdtempSync(join(tmpdir(), "ludometer-web-"));
  atEnd(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Plays a study to its end. */
export async function play(home, name, study) {
  // Not in this thread, which may be the model's server.
  const [code] = await once(begin(home, name, study), "exit");
  if (code !== 0) throw new Error(`run ${name} ended with ${code}`);
}

/** Begins a study and comes back. */
export function begin(home, name, study) {
  writeFileSync(join(home, `${name}.toml`), study);
  const child = spawn(program, ["run", `${name}.toml`, "--out", name], { cwd: home, stdio: "ignore" });
  atEnd(() => child.kill());
  return child;
}

/** Serves a folder of runs. */
export async function serve(home, port = 0, more = ["--seats", join(home, "people")]) {
  const child = spawn(program, ["serve", home, "--port", String(port), ...more], { stdio: ["ignore", "pipe", "ignore"] });
  atEnd(() => child.kill());
  const [line] = await once(createInterface(child.stdout), "line");
  return { base: line.trim(), stop: () => (child.kill(), once(child, "exit")) };
}

/** Writes a folder of runs as files. */
export function files(home, out) {
  const said = spawnSync(program, ["site", home, "--out", out], { encoding: "utf8" });
  if (said.status !== 0) throw new Error(`site: ${said.stderr}`);
  return `file://${out}/index.html`;
}

/** A model server that says what `reply` makes of a request, after a while: a text, or more of a message. */
export async function model(reply, delay = 0) {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      const asked = body === "" ? {} : JSON.parse(body);
      const made = reply(asked);
      const said = typeof made === "string" ? { content: made } : made;
      const answer = { id: "x", object: "chat.completion", model: "double", choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", ...said } }], usage: { prompt_tokens: 100, completion_tokens: 7, total_tokens: 107 } };
      setTimeout(() => response.setHeader("content-type", "application/json").end(JSON.stringify(answer)), delay);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  atEnd(() => server.close());
  return `http://127.0.0.1:${server.address().port}/v1`;
}

let browser;

/** A page of Chromium that keeps account of what went wrong in it. */
export async function open({ width = 1280, dark = false } = {}) {
  if (!browser) {
    browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
    atEnd(() => browser.close());
  }
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: dark ? "dark" : "light", reducedMotion: "reduce" });
  const page = await context.newPage();
  const wrong = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && wrong.push(message.text()));
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("dialog", (dialog) => (wrong.push(`dialog: ${dialog.message()}`), dialog.dismiss()));
  return Object.assign(page, { wrong });
}

/** Goes to an address of the site and waits until it is drawn. */
export async function go(page, base, hash) {
  await page.goto("about:blank");
  await page.goto(base + hash);
  await drawn(page);
}

/** Waits until the page is drawn. */
export const drawn = (page) => page.waitForSelector("main:not([aria-busy]) h1");

/** Waits until a list of games is drawn: what stood there before may have filters and tables, too. */
export const listed = (page) => page.waitForSelector("main:not([aria-busy]) nav.tabs a[aria-current='page']:has-text('Games')");

/** What axe finds wrong, in a line each. */
export async function violations(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { preload: false, runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
  return found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => `${node.target} ${node.failureSummary?.split("\n")[1] ?? ""}`).slice(0, 3).join(" | ")}`);
}

/** A page's data, as the server gives it. */
export const data = async (base, name) => (await fetch(`${base}data/${name}`)).json();

export const chop = `
name = "small-chop"
question = "Who knows the optimal move?"
instrument = "chop-bench"
seed = 3
[[player]]
model = "solver"
[[player]]
name = "slips"
model = "epsilon:0.5"
[[player]]
model = "random"
[chop_bench]
families = ["plain", "json"]
opponents = ["random", "greedy"]
games_per_cell = 4
`;

export const boards = `
name = "three-boards"
question = "How do rules of thumb steer on each board?"
instrument = "token-chess"
seed = 3
[[player]]
model = "mock:random"
[[player]]
model = "mock:heuristic"
[token_chess]
games = 2
budget = 8
adjudicator = "built-in"
depth = 2
ply_cap = 16
[token_chess.sweep]
tier = ["micro", "regular", "grand"]
`;
