#!/usr/bin/env python3
"""What Ludometer itself costs a call: studies against a loopback server with fixed delays.

    cargo build --release -p ludometer -p ludometer-loopback
    python3 bench/overhead.py [--seconds 10] [--delays 0,50,500] [--at-once 1,16,128,512]

Needs nothing but Python's standard library. Prints a Markdown table:

calls/s      answered calls over the time from the first call to the last answer, while at
             least half of the places are taken
added        time from one call of a game to its next, less the server's delay: building the
             prompt, HTTP, the server's own work, the journal's sync, grading, the opponent
CPU          user and system time of the process over its calls (the server is another process)
KiB/game     peak resident memory while games are played, beyond that of one game at once, over
             the further games
bytes/call   size of the journal over its calls
first call   from the start of the process to the moment the first call is sent
"""
import argparse
import datetime
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BIN = os.path.join(os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target")), "release")
CALLS_A_GAME = 9  # about, for random play against perfect play

STUDY = """
name = "overhead"
instrument = "chop-bench"
seed = 1
[[player]]
name = "loopback"
model = "openai-compatible:loopback"
base_url = "{url}"
seed = 1
[limits]
games_at_once = {at_once}
[chop_bench]
families = ["{family}"]
modes = ["{mode}"]
opponents = ["solver"]
games_per_cell = {games}
"""


def measure(delay_ms, at_once, seconds, mode):
    server = subprocess.Popen(
        [os.path.join(BIN, "ludometer-loopback"), "--delay-ms", str(delay_ms)],
        stdout=subprocess.PIPE, text=True)
    url = server.stdout.readline().strip()
    rate = min(6000, at_once / (delay_ms / 1000 + 0.0003 * max(1, at_once / 2)))
    games = max(4 * at_once if at_once > 1 else 2, int(rate * seconds / CALLS_A_GAME))
    try:
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "study.toml"), "w") as file:
                file.write(STUDY.format(url=url, at_once=at_once, games=games, family="plain", mode=mode))
            begun = time.time()
            process = subprocess.Popen(
                [os.path.join(BIN, "ludometer"), "run", "study.toml", "--out", "run"],
                cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            resident = []
            while True:
                pid, status, usage = os.wait4(process.pid, os.WNOHANG)
                if pid:
                    break
                resident.append((time.time(), rss(process.pid)))
                time.sleep(0.02)
            if status != 0:
                sys.exit(f"ludometer ended with {status}")
            journal = os.path.join(folder, "run", "journal.log")
            return analyse(journal, begun, usage, resident, delay_ms, at_once)
    finally:
        server.kill()
        server.wait()


def rss(pid):
    """Resident memory in KiB."""
    try:
        with open(f"/proc/{pid}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024
    except (OSError, IndexError):
        return 0


def analyse(journal, begun, usage, resident, delay_ms, at_once):
    sent, ends = {}, []
    with open(journal, encoding="utf-8") as file:
        for line in file:
            entry = json.loads(line[18:])
            if "exchange" not in entry:
                continue
            exchange = entry["exchange"]
            timing = exchange["answer"]["reply"]["timing"]
            at = moment(timing["sent"])
            sent.setdefault(exchange["game"], []).append(at)
            ends.append(at + timing["wall_us"] / 1e6)
    starts = sorted(at for times in sent.values() for at in times)
    calls = len(starts)
    # The tail, when games run out, is not the machine at work.
    changes = sorted([(t[0], 1) for t in sent.values()] + [(t[-1], -1) for t in sent.values()])
    playing, last_full = 0, starts[-1]
    for at, change in changes:
        playing += change
        if playing >= max(1, at_once / 2):
            last_full = at
    full = [end for end in ends if end <= last_full]
    added = [1000 * (b - a) - delay_ms for times in sent.values() for a, b in zip(times, times[1:])]
    return {
        "calls": calls,
        "rate": len(full) / (last_full - starts[0]) if len(full) > 1 else calls / (max(ends) - starts[0]),
        "median": statistics.median(added),
        "p99": statistics.quantiles(added, n=100)[98],
        "cpu": 1000 * (usage.ru_utime + usage.ru_stime) / calls,
        # The report is made after the last game, from the journal, and is not a game's memory.
        "rss": max((kib for at, kib in resident if at <= last_full), default=0),
        "bytes": os.path.getsize(journal) / calls,
        "first": 1000 * (starts[0] - begun),
    }


def moment(text):
    whole, _, fraction = text.rstrip("Z").partition(".")
    base = datetime.datetime.fromisoformat(whole + "+00:00").timestamp()
    return base + (float("0." + fraction) if fraction else 0.0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--delays", default="0,50,500")
    parser.add_argument("--at-once", default="1,16,128,512")
    parser.add_argument("--mode", default="stateless", choices=["stateless", "dialogue"])
    arguments = parser.parse_args()
    print("| delay | games at once | calls | calls/s | added median | added p99 | CPU a call | KiB/game | bytes/call | first call |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for delay in map(float, arguments.delays.split(",")):
        alone = None
        for at_once in map(int, arguments.at_once.split(",")):
            m = measure(delay, at_once, arguments.seconds, arguments.mode)
            alone = m["rss"] if at_once == 1 else alone
            per_game = f"{(m['rss'] - alone) / (at_once - 1):.0f}" if alone and at_once > 1 else ""
            print(f"| {delay:g} ms | {at_once} | {m['calls']} | {m['rate']:.0f} | {m['median']:.2f} ms | {m['p99']:.2f} ms "
                  f"| {m['cpu']:.3f} ms | {per_game} | {m['bytes']:.0f} | {m['first']:.0f} ms |", flush=True)


if __name__ == "__main__":
    main()
