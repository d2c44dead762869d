"""The ladder's inference with scipy, beside `cargo bench -p ludometer-stats --bench ladder`.

Same games, same outputs: fit with profile interval, split mixture set, next
opponent. Written as an evaluation script would be: numpy arrays, brentq.
Prints the median microseconds of each and, with --check, the numbers.

    pip install -r bench/requirements.txt
    python bench/elo_scipy.py [--check] [--rust]

With --rust it runs the Rust benchmark first, so that both stand in one run.
"""

import argparse
import statistics
import subprocess
import time

import numpy as np
from scipy.optimize import brentq

A = np.log(10) / 800
CUTOFF = 3.841458820694124
PAIRS = [
    (2300, "LL"), (1700, "WL"), (1700, "LD"), (1600, "WW"), (1800, "LL"),
    (1700, "WD"), (1700, "LW"), (1700, "LL"), (1600, "WW"), (1600, "DL"),
    (1600, "WL"), (1700, "WL"), (1700, "DW"), (1700, "LL"), (1600, "LW"),
    (1600, "WD"), (1600, "WL"), (1500, "WW"), (1500, "WL"), (1500, "LW"),
]
GAMES = [(s, c, y) for s, pair in PAIRS for c, y in zip((1, -1), pair)]


class Profile:
    """pl(R) with nu profiled out, h = 0."""

    def __init__(self, games):
        self.s = np.array([g[0] for g in games], float)
        self.y = np.array([{"W": 1, "D": 0, "L": -1}[g[2]] for g in games], float)
        self.draws = int((self.y == 0).sum())

    def nu(self, c):
        if self.draws == 0:
            return 0.0
        n = len(self.s)
        odds = self.draws / (n - self.draws)
        lo, hi = np.log(c.min() * odds) - 1e-9, np.log(c.max() * odds) + 1e-9
        f = lambda u: (np.exp(u) / (c + np.exp(u))).sum() - self.draws
        return np.exp(brentq(f, lo, hi, xtol=1e-13))

    def at(self, r):
        z = A * (r - self.s)
        c = 2 * np.cosh(z)
        nu = self.nu(c)
        value = (self.y * z).sum() - np.log(c + nu).sum()
        if self.draws:
            value += self.draws * np.log(nu)
        slope = A * (self.y.sum() - (2 * np.sinh(z) / (c + nu)).sum())
        return value, slope, nu

    def fit(self):
        middle = self.s.mean()
        rating = brentq(lambda r: self.at(r)[1], middle - 3000, middle + 3000, xtol=1e-9)
        top = self.at(rating)[0]
        return rating, self.set(rating, top - CUTOFF / 2), top

    def set(self, rating, height):
        f = lambda r: self.at(r)[0] - height
        return (
            brentq(f, rating - 3000, rating, xtol=1e-9),
            brentq(f, rating, rating + 3000, xtol=1e-9),
        )


def normal(points, mean, sd):
    w = np.exp(-0.5 * ((points - mean) / sd) ** 2)
    return w / w.sum()


RATINGS = np.arange(-1000, 6001, 25.0)
NUS = np.array([0, 0.03, 0.1, 0.3, 1, 3, 10, 30])
PRIOR = np.log(normal(RATINGS, 1900, 700))[:, None] - np.log(8)


def members(games):
    """Log weights after games, one logarithm for each opponent's rating."""
    s, count = np.unique([g[0] for g in games], return_counts=True)
    y = np.array([{"W": 1, "D": 0, "L": -1}[g[2]] for g in games])
    z = A * (RATINGS[:, None] - s)
    ended = (count * np.log(2 * np.cosh(z)[:, None, :] + NUS[:, None])).sum(axis=2)
    scored = A * (RATINGS * y.sum() - (y * [g[0] for g in games]).sum())
    draws = (y == 0).sum()
    with np.errstate(divide="ignore"):
        drawn = draws * np.log(NUS) if draws else np.zeros(8)
    return PRIOR + scored[:, None] + drawn - ended


def log_sum(x):
    top = x.max()
    return top + np.log(np.exp(x - top).sum())


def mixture_set(old, new):
    m = log_sum(members(old + new)) - log_sum(members(old))
    profile = Profile(new)
    rating, _, _ = profile.fit()
    return profile.set(rating, m - np.log(20)), m


GRID = np.arange(-200, 4401, 50.0)
LADDER = np.array([1320, *range(1400, 3101, 100), 3190.0])
R, NU, H = np.meshgrid(GRID, [0, 0.3, 1, 3.0], [-80, 0, 80, 160.0], indexing="ij")
BELIEF = (
    normal(GRID, 1900, 700)[:, None, None]
    * np.array([0.2, 0.4, 0.3, 0.1])[None, :, None]
    * normal(np.array([-80, 0, 80, 160.0]), 40, 60)[None, None, :]
)


def chances(s, c):
    z = A * (R - s + c * H)
    total = 2 * np.cosh(z) + NU
    return [np.exp(z) / total, NU / total, np.exp(-z) / total]


AFTER_PILOT = BELIEF * chances(1320, 1)[0]
AFTER_PILOT /= AFTER_PILOT.sum()
TABLES = [(chances(s, 1), chances(s, -1)) for s in LADDER]


def next_opponent(belief):
    expected = []
    for white, black in TABLES:
        variance = 0.0
        for a in white:
            for b in black:
                w = belief * a * b
                total = w.sum()
                mean = (w * R).sum() / total
                variance += (w * R * R).sum() - total * mean * mean
        expected.append(variance)
    return LADDER[int(np.argmin(expected))], min(expected)


def median_us(work, rounds):
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return 1e6 * statistics.median(times)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--check", action="store_true", help="print the numbers too")
    arguments.add_argument("--rust", action="store_true", help="run the Rust benchmark first")
    chosen = arguments.parse_args()
    if chosen.rust:
        subprocess.run(
            ["cargo", "bench", "-q", "-p", "ludometer-stats", "--bench", "ladder"], check=True
        )
    old, new = GAMES[:10], GAMES[10:]
    work = {
        "fit_with_interval": lambda: Profile(GAMES).fit(),
        "mixture_set": lambda: mixture_set(old, new),
        "next_opponent_after_the_pilot": lambda: next_opponent(AFTER_PILOT),
    }
    for name, task in work.items():
        print(f"{name:32} {median_us(task, 100):10.1f} µs")
        if chosen.check:
            print("   ", task())


if __name__ == "__main__":
    main()
