#!/usr/bin/env python3
"""How quick the site is over one large run, and what its memory does.

    cargo build --release -p ludometer
    python3 bench/site.py [--games 10000]

Needs nothing but Python's standard library. Plays the run with built-in players (whole
dialogues, so that the journal is as large as a real one's), serves it, and prints a Markdown
table. Times are from sending a request to its last byte, over loopback:

index        the first page of a server that has just started: the journal is looked at once
list         the list of all games
game         the page of one game: median and slowest of 200, all over the plan
findings     every game read back, replayed and measured; kept until the journal grows
memory       resident memory of the server, after each of these
"""
import argparse
import json
import os
import statistics
import subprocess
import tempfile
import time
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BIN = os.path.join(os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target")), "release", "ludometer")

STUDY = """
name = "large"
instrument = "chop-bench"
seed = 5
[[player]]
model = "solver"
[[player]]
model = "greedy"
[[player]]
name = "slips"
model = "epsilon:0.2"
[[player]]
model = "random"
[chop_bench]
families = ["plain", "formal", "worked", "json", "disguised"]
modes = ["stateless", "dialogue"]
opponents = ["random", "greedy"]
starts = "strata"
games_per_cell = {cell}
"""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=10_000)
    games = parser.parse_args().games
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "study.toml"), "w") as file:
            file.write(STUDY.format(cell=max(1, games // 40)))
        run = os.path.join(folder, "run")
        subprocess.run([BIN, "run", "study.toml", "--out", "run"], cwd=folder, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        size = os.path.getsize(os.path.join(run, "journal.log"))
        server = subprocess.Popen([BIN, "serve", run, "--port", "0"], stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, text=True)
        try:
            measure(server.stdout.readline().strip(), server.pid, size)
        finally:
            server.kill()


def measure(base, pid, size):
    def get(name):
        start = time.perf_counter()
        with urllib.request.urlopen(f"{base}data/{name}") as answer:
            body = answer.read()
        return time.perf_counter() - start, body

    def memory():
        with open(f"/proc/{pid}/status") as status:
            line = next(line for line in status if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024

    rows = [("start", None, None, memory())]
    took, home = get("home")
    rows.append(("index", took, len(home), memory()))
    key = json.loads(home)["runs"][0]["key"]
    took, body = min((get(f"runs/{key}/games") for _ in range(5)), key=lambda one: one[0])
    rows.append(("list", took, len(body), memory()))
    planned = len(json.loads(body)["games"])
    pages = [get(f"runs/{key}/games/{place}") for place in range(0, planned, max(1, planned // 200))]
    times = sorted(took for took, _ in pages)
    rows.append(("game, median", statistics.median(times), max(len(body) for _, body in pages), memory()))
    rows.append(("game, slowest", times[-1], None, memory()))
    took, body = get(f"runs/{key}/board")
    rows.append(("findings", took, len(body), memory()))
    took, body = get(f"runs/{key}/board")
    rows.append(("findings again", took, len(body), memory()))
    print(f"{planned} games, a journal of {size / 1e6:.0f} MB\n")
    print("| what | wall | bytes | memory after it |\n|---|---|---|---|")
    for what, took, length, mib in rows:
        wall = "" if took is None else f"{took * 1000:.1f} ms"
        print(f"| {what} | {wall} | {'' if length is None else f'{length:,}'} | {mib:.0f} MiB |")


if __name__ == "__main__":
    main()
