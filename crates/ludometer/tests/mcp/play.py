"""A whole game by a client on the official Python package, with python-chess beside it.

usage: play.py stdio PROGRAM ARGUMENT...   |   play.py http URL

The client plays random legal moves, tries an illegal and a malformed one now and then, and
holds every state that the server gives against python-chess. Prints the end and exits 0, or
fails where the two differ.
"""

import asyncio
import json
import random
import sys
from contextlib import asynccontextmanager

import chess
from mcp import ClientSession, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

PLY_CAP = 240
ENDINGS = {
    chess.Termination.CHECKMATE: "checkmate",
    chess.Termination.STALEMATE: "stalemate",
    chess.Termination.INSUFFICIENT_MATERIAL: "insufficient-material",
    chess.Termination.SEVENTYFIVE_MOVES: "seventy-five-moves",
    chess.Termination.FIVEFOLD_REPETITION: "fivefold-repetition",
    chess.Termination.FIFTY_MOVES: "fifty-moves",
    chess.Termination.THREEFOLD_REPETITION: "threefold-repetition",
}


@asynccontextmanager
async def connected(words):
    if words[0] == "stdio":
        server = StdioServerParameters(command=words[1], args=words[2:])
        async with stdio_client(server) as (reader, writer):
            yield reader, writer
    else:
        async with streamable_http_client(words[1]) as streams:
            yield streams[0], streams[1]


def follow(board, state):
    """Plays on `board` what the state says was played, and compares."""
    for move in state["last_moves"]:
        if move["ply"] <= board.ply():
            continue
        assert move["ply"] == board.ply() + 1, state
        played = chess.Move.from_uci(move["uci"])
        assert played in board.legal_moves, (move, board.fen())
        assert move["san"] == board.san(played), (move, board.san(played))
        assert ("engine_seconds" in move) == (move["actor"] == "engine"), move
        board.push(played)
        assert move["fen_after"] == board.fen(), (move, board.fen())
    assert state["fen"] == board.fen(), (state["fen"], board.fen())
    assert state["ply"] == board.ply()
    assert state["in_check"] == board.is_check()
    assert state["side_to_move"] == ("white" if board.turn else "black")
    outcome = board.outcome(claim_draw=True)
    if outcome is not None:
        expected = (True, outcome.result(), ENDINGS[outcome.termination])
    elif board.ply() >= PLY_CAP:
        expected = (True, "1/2-1/2", "ply-cap")
    else:
        expected = (False, None, None)
    found = (state["game_over"], state["result"], state["termination"])
    assert found == expected, (found, expected, board.fen())


async def main(words):
    rng = random.Random(20)
    async with connected(words) as (reader, writer), ClientSession(reader, writer) as session:
        await session.initialize()
        tools = [tool.name for tool in (await session.list_tools()).tools]
        assert tools == ["get_state", "play_move", "resign"], tools

        async def call(tool, **arguments):
            result = await session.call_tool(tool, arguments)
            return json.loads(result.content[0].text), bool(result.is_error)

        board = chess.Board()
        state, is_error = await call("get_state")
        assert not is_error
        follow(board, state)
        refused = 0
        while not state["game_over"]:
            if rng.random() < 0.1:
                pseudo = [m for m in board.pseudo_legal_moves if m not in board.legal_moves]
                for text in [move.uci() for move in pseudo[:1]] + ["castle"]:
                    error, is_error = await call("play_move", move=text)
                    assert is_error and error["attempt"] == text, error
                    assert error["state"] == state, error
                    refused += 1
            move = rng.choice(list(board.legal_moves))
            state, is_error = await call("play_move", move=move.uci())
            assert not is_error, state
            follow(board, state)
        again, is_error = await call("play_move", move="e2e4")
        assert is_error and again["state"] == state
        print(json.dumps({"end": state["termination"], "ply": state["ply"], "refused": refused}))


asyncio.run(main(sys.argv[1:]))
