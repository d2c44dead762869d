"""Prints the rows of perft.txt: Chopsticks written a second time, from README.md alone."""
from functools import cache
from itertools import product


def successors(h, m, split, own, opp):
    if not any(own) or not any(opp):
        return
    for a in own:
        for j, b in enumerate(opp):
            if a and b:
                yield opp[:j] + ((a + b) % m,) + opp[j + 1:], own
    if split == "none":
        return
    for new in product(range(m), repeat=h):
        if sum(new) != sum(own) or sorted(new) == sorted(own):
            continue
        if split == "no-revival" and any(o == 0 < n for o, n in zip(own, new)):
            continue
        yield opp, new


def rows(h, m, split, depth):
    name = f"{h} {m}" + ("" if split == "published" else f" {split}")
    edges = cache(lambda own, opp: tuple(successors(h, m, split, own, opp)))
    count = cache(lambda own, opp, d: 1 if d == 0 else sum(count(*n, d - 1) for n in edges(own, opp)))
    start = ((1,) * h, (1,) * h)
    for d in range(1, depth + 1):
        print(f"perft     | {name} | {d} | {count(*start, d)}")
    seen, todo = {start}, [start]
    while todo:
        for n in edges(*todo.pop()):
            if n not in seen:
                seen.add(n)
                todo.append(n)
    print(f"reachable | {name} | {len(seen)}")


for args in [(2, 5, "published", 8), (2, 5, "no-revival", 8), (2, 5, "none", 10), (1, 5, "published", 10),
             (2, 7, "published", 6), (3, 4, "published", 5), (3, 5, "published", 4)]:
    rows(*args)
