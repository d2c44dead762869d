"""Writes endings.txt: games of standard chess, each to its end and beyond, with what
python-chess says of every ending, claims made and not made.

Needs python-chess (PyPI chess, checked with 1.11.2). Usage: python endings.py > endings.txt
"""

import random

import chess

rng = random.Random(2026)

# Where games begin: bare endings come to dead material and to move counts quickly.
STARTS = [
    chess.STARTING_FEN,
    "8/8/4k3/8/8/3NK3/8/8 w - - 90 80",
    "8/8/4k3/4n3/8/3NK3/8/8 b - - 93 80",
    "8/5b2/4k3/8/8/3BK3/8/8 w - - 0 80",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "4k3/4p3/8/8/8/8/8/R3K2R w KQ - 96 1",
    "8/8/8/8/8/2k5/1q6/K7 w - - 0 1",
    "7k/8/6K1/8/8/8/8/6Q1 w - - 97 70",
    "8/8/8/8/8/5k2/7R/7K b - - 141 120",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "4k3/8/8/1pP5/8/8/8/4K3 w - b6 0 1",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
    "7k/5Q2/8/8/8/8/8/K7 w - - 98 80",
    "8/8/8/8/8/1k6/3q4/K7 b - - 99 80",
]


def quiet_or_back(board):
    """A move, often one that takes the last own move back, so that positions recur."""
    legal = list(board.legal_moves)
    if len(board.move_stack) > 1 and rng.random() < board.bias:
        last = board.move_stack[-2]
        back = chess.Move(last.to_square, last.from_square)
        if back in legal:
            return back
    if rng.random() < 0.3:
        zeroing = [m for m in legal if board.is_zeroing(m)]
        legal = zeroing or legal
    elif rng.random() < 0.7:
        legal = [m for m in legal if not board.is_zeroing(m)] or legal
    return rng.choice(legal)


def name(outcome):
    if outcome is None:
        return "-"
    winner = {None: "draw", True: "white", False: "black"}[outcome.winner]
    return f"{outcome.termination.name.lower()} {winner}"


print("""# Endings of games of standard chess.
#
# FEN | moves | endings with claims | endings without | FEN half way | FEN at the end
#
# Endings are "ply ending winner", or "ply -" for none, at ply 0 and wherever they
# change. A game goes on after a draw while there are moves, so that later endings are
# seen too. Half way is after half the moves, rounded down.
#
# Source: endings.py beside this file, by python-chess 1.11.2: outcome(claim_draw=True),
# outcome(), board.fen().""")
seen = {}
for number in range(200):
    fen = STARTS[0] if number % 3 == 0 else STARTS[1 + number % (len(STARTS) - 1)]
    board = chess.Board(fen)
    assert board.is_valid(), fen
    board.bias = rng.choice([0, 0, 0.6, 0.95])
    changes = {True: [], False: []}
    plies = rng.choice([24, 60]) if number % 10 else 200
    while True:
        for claim in changes:
            word = name(board.outcome(claim_draw=claim))
            if not changes[claim] or changes[claim][-1][1] != word:
                changes[claim].append((board.ply() - chess.Board(fen).ply(), word))
                seen[word] = seen.get(word, 0) + 1
        if len(board.move_stack) >= plies or not any(board.legal_moves):
            break
        board.push(quiet_or_back(board))
    moves = " ".join(m.uci() for m in board.move_stack)
    listed = [", ".join(f"{ply} {word}" for ply, word in changes[claim]) for claim in changes]
    half = chess.Board(fen)
    for move in board.move_stack[: len(board.move_stack) // 2]:
        half.push(move)
    print(" | ".join([fen, moves, *listed, half.fen(), board.fen()]))
print(f"# Changes seen: {', '.join(f'{word} {n}' for word, n in sorted(seen.items()))}.")
