"""An agent program for tests, on the official Python package.

usage: agent.py MANNER url URL   |   agent.py MANNER attach PROGRAM ARGUMENT...

Plays random legal moves, after python-chess, and leaves in its manner:
  plays    to the end of the game
  resigns  after three moves, with an illegal move before that
  walks    away after two moves
  crashes  after one move
  pays     for a resignation, with 150 tokens by its own account
  sits     without ever calling, until it is killed
"""

import asyncio
import json
import os
import random
import sys
import time
from contextlib import asynccontextmanager

import chess
from mcp import ClientSession, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client


@asynccontextmanager
async def connected(words):
    if words[0] == "attach":
        server = StdioServerParameters(command=words[1], args=words[2:], env=dict(os.environ))
        async with stdio_client(server) as (reader, writer):
            yield reader, writer
    else:
        async with streamable_http_client(words[1]) as streams:
            yield streams[0], streams[1]


async def main(manner, words):
    if manner == "sits":
        print("thinking", flush=True)
        time.sleep(3600)
    rng = random.Random(7)
    async with connected(words) as (reader, writer), ClientSession(reader, writer) as session:
        await session.initialize()

        async def call(tool, **arguments):
            result = await session.call_tool(tool, arguments)
            return json.loads(result.content[0].text)

        state = await call("get_state")
        moves = 0
        while not state["game_over"]:
            if manner == "resigns" and moves == 3:
                await call("play_move", move="a1a8")
                state = await call("resign")
                continue
            if manner == "pays":
                state = await call("resign")
                continue
            if (manner, moves) == ("walks", 2):
                return
            if (manner, moves) == ("crashes", 1):
                sys.exit("out of order")
            legal = sorted(move.uci() for move in chess.Board(state["fen"]).legal_moves)
            state = await call("play_move", move=rng.choice(legal))
            moves += 1
    if manner == "pays":
        usage = {"input_tokens": 100, "output_tokens": 50}
        print(json.dumps({"type": "turn.completed", "usage": usage}), flush=True)
    print("a fair game", flush=True)


asyncio.run(main(sys.argv[1], sys.argv[2:]))
