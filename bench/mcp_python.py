#!/usr/bin/env python3
"""What a move costs over MCP, without any engine: Ludometer beside the Python package `mcp`.

    sh scripts/setup.sh test                      # makes .venv-mcp
    cargo build --release -p ludometer
    .venv-mcp/bin/python bench/mcp_python.py [--calls 3000]

Both serve the same three tools over stdin and stdout and answer a move with a random legal
one; the Python side has python-chess for a board. One client, which writes raw lines and
reads raw lines, plays random legal moves on both in turn, a game a process, and measures
from a line's writing to its answer's reading. Prints a Markdown table: median and 99th
percentile of play_move, and the peak resident memory of a server.
"""
import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import time

import chess

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BIN = os.path.join(os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target")), "release")


def serve(seed):
    """The same three tools on the Python package."""
    from mcp.server import MCPServer

    rng = random.Random(seed)
    board = chess.Board()
    server = MCPServer("chess", log_level="ERROR")
    last, resigned = [], []

    def play(move, actor):
        record = {"ply": board.ply() + 1, "actor": actor, "uci": move.uci(), "san": board.san(move)}
        board.push(move)
        last.append(record | {"at_unix": time.time(), "fen_after": board.fen()})
        del last[:-2]

    def state():
        outcome = board.outcome(claim_draw=True)
        return json.dumps({
            "fen": board.fen(),
            "board": str(board),
            "side_to_move": "white" if board.turn else "black",
            "you_are": "white",
            "ply": board.ply(),
            "in_check": board.is_check(),
            "game_over": outcome is not None or bool(resigned),
            "result": "0-1" if resigned else outcome and outcome.result(),
            "termination": "resignation" if resigned else outcome and outcome.termination.name.lower(),
            "last_moves": last,
        })

    @server.tool(structured_output=False)
    def get_state() -> str:
        return state()

    @server.tool(structured_output=False)
    def play_move(move: str) -> str:
        played = chess.Move.from_uci(move)
        if played not in board.legal_moves:
            raise ValueError("illegal move")
        play(played, "agent")
        if board.outcome(claim_draw=True) is None:
            play(rng.choice(list(board.legal_moves)), "engine")
        return state()

    @server.tool(structured_output=False)
    def resign() -> str:
        resigned.append(True)
        return state()

    server.run("stdio")


class Client:
    def __init__(self, command):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, bufsize=0)
        self.reader = self.process.stdout
        self.buffer = b""
        self.id = 0
        hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
        self.ask("initialize", hello)
        self.write({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def write(self, message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")

    def ask(self, method, params):
        self.id += 1
        message = json.dumps({"jsonrpc": "2.0", "id": self.id, "method": method, "params": params}).encode() + b"\n"
        started = time.perf_counter()
        self.process.stdin.write(message)
        while b"\n" not in self.buffer:
            self.buffer += self.reader.read(1 << 16)
        took = time.perf_counter() - started
        line, _, self.buffer = self.buffer.partition(b"\n")
        return json.loads(line), took

    def call(self, tool, **arguments):
        answer, took = self.ask("tools/call", {"name": tool, "arguments": arguments})
        result = answer["result"]
        assert not result.get("isError"), answer
        return json.loads(result["content"][0]["text"]), took

    def leave(self):
        """Peak resident memory in MiB."""
        with open(f"/proc/{self.process.pid}/status") as status:
            peak = next(line for line in status if line.startswith("VmHWM"))
        self.process.stdin.close()
        self.process.wait()
        return int(peak.split()[1]) / 1024


def game(command, seed):
    rng = random.Random(seed)
    client = Client(command)
    state, _ = client.call("get_state")
    times = []
    while not state["game_over"]:
        moves = list(chess.Board(state["fen"]).legal_moves)
        state, took = client.call("play_move", move=rng.choice(moves).uci())
        times.append(took * 1e3)
    return times, client.leave()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=3000, help="of play_move, on each side")
    parser.add_argument("--serve", type=int, metavar="SEED", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve is not None:
        return serve(options.serve)
    ours = [os.path.join(BIN, "ludometer"), "mcp", "chess", "--opponent", "random", "--seed"]
    theirs = [sys.executable, os.path.abspath(__file__), "--serve"]
    seen = {"Ludometer": (ours, [], []), "Python `mcp`, python-chess": (theirs, [], [])}
    seed = 0
    while min(len(times) for _, times, _ in seen.values()) < options.calls:
        seed += 1
        for command, times, peaks in seen.values():
            more, peak = game(command + [str(seed)], seed)
            times += more
            peaks.append(peak)
    print("| server | calls | median, ms | p99, ms | peak memory, MiB |\n|---|---|---|---|---|")
    for name, (_, times, peaks) in seen.items():
        p99 = statistics.quantiles(times, n=100)[98]
        print(f"| {name} | {len(times)} | {statistics.median(times):.3f} | {p99:.3f} | {max(peaks):.1f} |")


main()
