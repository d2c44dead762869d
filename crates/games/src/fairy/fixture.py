"""Writes moves.txt: positions of random play with their legal moves and some of their
SAN, by implementations that share no code with this crate.

Needs the engine (Debian: fairy-stockfish 11.1) for moves and positions, and pyffish
(PyPI, checked with 0.0.90) for SAN. Usage: python fixture.py > moves.txt
"""

import random
import re
import subprocess
import tempfile

import pyffish

INI = """[grand12:grand]
maxRank = 10
maxFile = 12
startFen = r10r/1nbcaqkacbn1/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/1NBCAQKACBN1/R10R w - - 0 1
"""
# Variant, games, plies of a game at most, positions to keep.
PLAN = [("gardner", 40, 60, 60), ("grand12", 16, 300, 60)]
# Three of a kind that reach the same square, shielded and pinned ones among them.
HAND = [
    ("gardner", "1k3/5/Q3Q/4K/Q4 w - - 0 1"),
    ("gardner", "k4/1R2r/4N/N3K/2N2 w - - 0 1"),
    ("grand12", "4k7/12/2C8C/12/12/C11/12/2A4A4/12/K11 w - - 0 1"),
    # Two pawns could take en passant, and the king sees through one of them.
    ("grand12", "12/3k8/12/12/12/3pPp6/12/12/3R8/K11 b - e4 0 1"),
    ("grand12", "11k/r11/12/4N7/12/N11/12/4N7/12/K11 w - - 0 1"),
]

rng = random.Random(2026)
pyffish.load_variant_config(INI)
ini = tempfile.NamedTemporaryFile("w", suffix=".ini")
ini.write(INI)
ini.flush()
engine = subprocess.Popen(
    ["fairy-stockfish"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
)


def ask(command, last):
    """Sends a command; the lines up to the one that starts with `last`."""
    engine.stdin.write(command + "\n")
    engine.stdin.flush()
    lines = []
    while not lines or not lines[-1].startswith(last):
        lines.append(engine.stdout.readline().strip())
    return lines


def legal(position):
    lines = ask(f"position {position}\ngo perft 1", "Nodes searched")
    return sorted(m[1] for m in (re.match(r"([a-l]\d+[a-l]\d+[a-z]?): 1$", x) for x in lines) if m)


def shown(position):
    lines = ask(f"position {position}\nd", "Checkers:")
    fen = next(x[5:] for x in lines if x.startswith("Fen: "))
    return fen, lines[-1] != "Checkers:"


def weight(move, fen):
    """Random play that comes to promotions and captures before it comes to bare kings."""
    letters = {}
    for rank, row in zip(range(fen.split()[0].count("/") + 1, 0, -1), fen.split()[0].split("/")):
        file = 0
        for part in re.findall(r"\d+|.", row):
            if part.isdigit():
                file += int(part)
            else:
                letters["abcdefghijkl"[file] + str(rank)] = part
                file += 1
    start, end = re.match(r"([a-l]\d+)([a-l]\d+)", move).groups()
    if move[-1].isalpha():
        return 3
    return (4 if letters.get(start, "").lower() == "p" else 1) * (2 if end in letters else 1)


def sans(variant, fen, found):
    """Prints up to eight moves with their SAN, those first that need more than the piece."""
    pairs = [(m, pyffish.get_san(variant, fen, m)) for m in found]
    rng.shuffle(pairs)
    extra = [re.match(r"[A-Z]([a-l]?\d*)x?[a-l]\d", san) for _, san in pairs]
    width = {pair: len(m[1]) if m else 0 for pair, m in zip(pairs, extra)}
    pairs.sort(key=lambda pair: -width[pair])
    some = " ".join(f"{m} {san}" for m, san in sorted(pairs[:4] + pairs[-4:] if len(pairs) > 7 else pairs))
    if some:
        print(f"san | {variant} | {fen} | {some}")


print("""# Legal moves of positions from random play on fairy boards.
#
# moves | variant | FEN | every legal move, sorted
# san   | variant | FEN | pairs of a legal move and its SAN
# game  | variant | moves from the start | FEN after them
#
# FENs are the engine's: with an en passant square wherever a pawn attacks it.
#
# Source: fixture.py beside this file: moves and FENs by Fairy-Stockfish 11.1 LB
# (Debian package fairy-stockfish), SAN by pyffish 0.0.90.""")
ask("uci", "uciok")
ask(f"setoption name VariantPath value {ini.name}\nisready", "readyok")
for variant, games, plies, keep in PLAN:
    ask(f"setoption name UCI_Variant value {variant}\nisready", "readyok")
    kinds = {"promotion": [], "en passant": [], "check": [], "over": [], "other": []}
    for _ in range(games):
        moves = []
        while len(moves) < plies:
            position = "startpos moves " + " ".join(moves)
            fen, check = shown(position)
            found = legal(position)
            kind = (
                "over" if not found else
                "en passant" if fen.split()[3] != "-" else
                "check" if check else
                "promotion" if any(m[-1].isalpha() for m in found) else "other"
            )
            kinds[kind].append((fen, found))
            if not found:
                break
            moves.append(rng.choices(found, [weight(m, fen) for m in found])[0])
        if _ < 3:
            print(f"game | {variant} | {' '.join(moves)} | {shown('startpos moves ' + ' '.join(moves))[0]}")
    for kind, all_ in kinds.items():
        for fen, found in rng.sample(all_, min(len(all_), keep // 5)):
            print(f"moves | {variant} | {fen} | {' '.join(found)}")
            sans(variant, fen, found)
for variant, fen in HAND:
    ask(f"setoption name UCI_Variant value {variant}\nisready", "readyok")
    found = legal(f"fen {fen}")
    print(f"moves | {variant} | {fen} | {' '.join(found)}")
    sans(variant, fen, found)
engine.kill()
