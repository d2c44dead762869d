"""A chess engine for tests that plays the same move in the same position, whatever happens.

Speaks as much of UCI as is asked of it, and can be limited to a rating, which takes part in
the choice of its moves.
"""

import hashlib
import sys

import chess

rating = "none"
board = chess.Board()
for line in sys.stdin:
    words = line.split()
    match words:
        case ["uci"]:
            print("id name Deterministic 1\nid author tests")
            print("option name UCI_LimitStrength type check default false")
            print("option name UCI_Elo type spin default 1500 min 1320 max 2000")
            print("option name Hash type spin default 16 min 1 max 1024")
            print("option name Threads type spin default 1 min 1 max 1")
            print("uciok", flush=True)
        case ["isready"]:
            print("readyok", flush=True)
        case ["setoption", "name", "UCI_Elo", "value", value]:
            rating = value
        case ["position", "startpos", *rest]:
            board = chess.Board()
            for text in rest[1:]:
                board.push_uci(text)
        case ["go", *_]:
            # Captures first, so that games come to an end.
            moves = sorted(board.legal_moves, key=lambda move: (not board.is_capture(move), move.uci()))
            digest = hashlib.sha256(f"{board.fen()} {rating}".encode()).digest()
            print(f"bestmove {moves[digest[0] % max(1, min(4, len(moves)))].uci()}", flush=True)
        case ["quit"]:
            break
