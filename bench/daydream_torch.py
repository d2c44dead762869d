"""Daydream's model in PyTorch: the reference for the sampler's tests, and its rival.

    python bench/daydream_torch.py fixtures crates/daydream/tests/fixtures
    python bench/daydream_torch.py speed [WEIGHTS] [--threads 1]

`fixtures` writes small models with random weights and the logits that this program
computes for them, and logits of the three tiers' shapes with weights by a formula that
the tests know too. `speed` times draws after a game of 40 plies: as the original did
it, which computes the whole context anew for every character, and with a cache of keys
and values.
"""

import argparse
import json
import math
import pathlib
import time

import numpy
import safetensors
import safetensors.torch
import torch
from torch.nn import functional

TIERS = {
    "micro": dict(layers=4, heads=4, width=128, context=128),
    "regular": dict(layers=6, heads=6, width=192, context=256),
    "grand": dict(layers=6, heads=8, width=256, context=512),
}
VOCABULARY = sorted("\n 0123456789abcdefghijklnqr")
GAME = (
    "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8 "
    "h2h3 c6a5 b3c2 c7c5 d2d4 d8c7 b1d2 c5d4 c3d4 a5c6 d2b3 a6a5 c1e3 a5a4 b3d2 c8d7 "
    "d2f1 f8e8 f1g3 a8c8 c2d3 c7b8 d1d2 h7h6 a1c1 c6b4 d3b1 b4a2 c1c8 d7c8 b1a2 c8e6"
)


class Model:
    """Plain functions over a dictionary of tensors, named as in the weights file."""

    def __init__(self, config, tensors, vocabulary):
        self.config = config
        self.tensors = {name: tensor.float() for name, tensor in tensors.items()}
        self.vocabulary = vocabulary
        half = config["width"] // config["heads"] // 2
        steps = 10000.0 ** (-torch.arange(half, dtype=torch.float64) / half)
        positions = torch.arange(config["context"], dtype=torch.float64)
        angles = torch.outer(positions, steps)
        self.cos, self.sin = angles.cos().float(), angles.sin().float()

    def encode(self, text):
        return torch.tensor([self.vocabulary.index(character) for character in text])

    def norm(self, x, name):
        scale = torch.rsqrt(x.square().mean(-1, keepdim=True) + 1e-5)
        return x * scale * self.tensors[name]

    def rotate(self, x, first):
        """x: [rows, heads, head width]; neighbours are partners."""
        cos = self.cos[first : first + len(x), None]
        sin = self.sin[first : first + len(x), None]
        a, b = x[..., 0::2], x[..., 1::2]
        return torch.stack((a * cos - b * sin, a * sin + b * cos), -1).flatten(-2)

    def forward(self, tokens, cache=None):
        """Logits after each token; a cache is a list of keys and values by layer."""
        config, tensors = self.config, self.tensors
        heads = config["heads"]
        x = tensors["embedding"][tokens]
        rows = len(tokens)
        for layer in range(config["layers"]):
            block = f"blocks.{layer}."
            normed = self.norm(x, block + "attention_norm")
            three = functional.linear(normed, tensors[block + "query_key_value"])
            query, key, value = three.view(rows, 3, heads, -1).unbind(1)
            first = 0 if cache is None else len(cache[layer][0])
            query, key = self.rotate(query, first), self.rotate(key, first)
            if cache is not None:
                key = torch.cat((cache[layer][0], key))
                value = torch.cat((cache[layer][1], value))
                cache[layer] = (key, value)
            attended = functional.scaled_dot_product_attention(
                query.transpose(0, 1),
                key.transpose(0, 1),
                value.transpose(0, 1),
                attn_mask=torch.ones(rows, len(key), dtype=torch.bool).tril(first),
            )
            attended = attended.transpose(0, 1).reshape(rows, -1)
            x = x + functional.linear(attended, tensors[block + "attention_out"])
            normed = self.norm(x, block + "mlp_norm")
            inner = functional.gelu(functional.linear(normed, tensors[block + "mlp_up"]))
            x = x + functional.linear(inner, tensors[block + "mlp_down"])
        return functional.linear(self.norm(x, "norm"), tensors["embedding"])


def layout(config, vocabulary):
    width = config["width"]
    yield "embedding", (vocabulary, width)
    yield "norm", (width,)
    for i in range(config["layers"]):
        yield f"blocks.{i}.attention_norm", (width,)
        yield f"blocks.{i}.query_key_value", (3 * width, width)
        yield f"blocks.{i}.attention_out", (width, width)
        yield f"blocks.{i}.mlp_norm", (width,)
        yield f"blocks.{i}.mlp_up", (4 * width, width)
        yield f"blocks.{i}.mlp_down", (width, 4 * width)


def by_formula(config, vocabulary, seed):
    """Weights that tests/common/mod.rs makes too, number by number, in half precision."""
    mask = numpy.uint64(0xFFFFFFFFFFFFFFFF)
    place = seed << 32
    tensors = {}
    for name, shape in layout(config, vocabulary):
        count = math.prod(shape)
        with numpy.errstate(over="ignore"):
            # SplitMix64 of the number's place.
            z = numpy.arange(place, place + count, dtype=numpy.uint64)
            z = (z + numpy.uint64(1)) * numpy.uint64(0x9E3779B97F4A7C15) & mask
            z = (z ^ (z >> numpy.uint64(30))) * numpy.uint64(0xBF58476D1CE4E5B9) & mask
            z = (z ^ (z >> numpy.uint64(27))) * numpy.uint64(0x94D049BB133111EB) & mask
            z = z ^ (z >> numpy.uint64(31))
        unit = (z >> numpy.uint64(40)).astype(numpy.float64) / 2.0**23 - 1.0
        if len(shape) == 1:
            numbers = 1.0 + 0.25 * unit
        else:
            numbers = unit * (0.5 if name == "embedding" else math.sqrt(4.0 / shape[1]))
        half = numbers.astype(numpy.float32).astype(numpy.float16)
        tensors[name] = torch.from_numpy(half.reshape(shape))
        place += count
    return tensors


def fixtures(folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    lines = [
        "# Logits of the next character, from bench/daydream_torch.py with PyTorch",
        f"# {torch.__version__} in single precision: model, plies of the game shown, logits; and the",
        "# likeliest draws of the original's window, where _ is a space and $ a newline.",
        f"# Game: {GAME}",
    ]
    moves = GAME.split(" ")

    def record(model, name, plies):
        text = "\n" + "".join(move + " " for move in moves[:plies])
        tokens = model.encode(text)[-model.config["context"] :]
        logits = model.forward(tokens)[-1]
        numbers = " ".join(f"{x:.6f}" for x in logits.tolist())
        lines.append(f"{name} {plies} {numbers}")

    def greedy(model, name, plies):
        """The likeliest draw, by the original's window; `_` is a space, `$` a newline."""
        text = "\n" + "".join(move + " " for move in moves[:plies])
        drawn = ""
        while len(drawn) < 8 and drawn[-1:] not in ("_", "$"):
            tokens = model.encode(text)[-model.config["context"] :]
            logits = model.forward(tokens)[-1]
            best, second = logits.topk(2).values
            assert best - second > 0.01, "too close to call"
            character = model.vocabulary[logits.argmax()]
            text += character
            drawn += {" ": "_", "\n": "$"}.get(character, character)
        lines.append(f"greedy-{name} {plies} {drawn}")

    small = {
        "narrow": (dict(layers=2, heads=2, width=16, context=64), torch.float32, 1),
        "wide": (dict(layers=2, heads=1, width=32, context=96), torch.float16, 2),
    }
    for name, (config, dtype, seed) in small.items():
        tensors = by_formula(config, len(VOCABULARY), seed)
        if dtype == torch.float32:
            # Numbers that half precision does not have.
            generator = torch.Generator().manual_seed(seed)
            tensors = {
                key: tensor.float() + 1e-3 * torch.randn(tensor.shape, generator=generator)
                for key, tensor in tensors.items()
            }
        metadata = {
            "format": "ludometer-daydream-1",
            "config": json.dumps(config),
            "vocabulary": json.dumps(VOCABULARY),
        }
        safetensors.torch.save_file(tensors, folder / f"{name}.safetensors", metadata)
        model = Model(config, tensors, VOCABULARY)
        # The last two do not fit into the context: the window that ends with the game.
        for plies in (0, 1, 7, 11, 30, 48):
            record(model, name, plies)
        for plies in (3, 11, 12, 18, 19, 40, 44):
            greedy(model, name, plies)
    for seed, (name, config) in enumerate(TIERS.items(), 3):
        model = Model(config, by_formula(config, len(VOCABULARY), seed), VOCABULARY)
        for plies in (0, 5, 20, 48):
            record(model, name, plies)
    (folder / "logits.txt").write_text("\n".join(lines) + "\n")


@torch.no_grad()
def draw(model, text, temperature, cached):
    """One draw, at most 8 characters; the original's method or with a cache."""
    tokens = model.encode(text)
    context = model.config["context"]
    drawn = ""
    if cached is None:
        logits = model.forward(tokens[-context:])[-1]
    else:
        cache, logits = list(cached[0]), cached[1]
    while len(drawn) < 8:
        odds = functional.softmax(logits / temperature, -1)
        token = torch.multinomial(odds, 1)
        character = model.vocabulary[token]
        if character in " \n":
            break
        drawn += character
        if cached is None:
            tokens = torch.cat((tokens, token))
            logits = model.forward(tokens[-context:])[-1]
        else:
            logits = model.forward(token, cache)[-1]
    return drawn


@torch.no_grad()
def speed(weights, threads, temperature):
    torch.set_num_threads(threads)
    if weights:
        with safetensors.safe_open(weights, "pt") as file:
            metadata = file.metadata()
            tensors = {name: file.get_tensor(name) for name in file.keys()}
        model = Model(
            json.loads(metadata["config"]), tensors, json.loads(metadata["vocabulary"])
        )
    else:
        config = TIERS["regular"]
        model = Model(config, by_formula(config, len(VOCABULARY), 4), VOCABULARY)
    moves = GAME.split(" ")[:40]
    text = "\n" + "".join(move + " " for move in moves)
    empty = [
        (torch.empty(0, model.config["heads"], model.config["width"] // model.config["heads"]),) * 2
        for _ in range(model.config["layers"])
    ]

    def fill(text, cache):
        cache = list(cache)
        return cache, model.forward(model.encode(text), cache)[-1]

    before = fill(text[:-10], empty)
    after = fill(text[-10:], before[0])
    cases = {
        "as the original: the context anew for every character": lambda: draw(
            model, text, temperature, None
        ),
        "cached, from nothing": lambda: draw(model, text, temperature, fill(text, empty)),
        "cached, after ten new characters": lambda: draw(
            model, text, temperature, fill(text[-10:], before[0])
        ),
        "cached, the same game again": lambda: draw(model, text, temperature, after),
    }
    print(f"PyTorch {torch.__version__}, threads {threads}, temperature {temperature}")
    for name, case in cases.items():
        torch.manual_seed(1)
        case()
        count, characters, start = 0, 0, time.perf_counter()
        while time.perf_counter() - start < 3 or count < 10:
            characters += min(len(case()) + 1, 8)
            count += 1
        seconds = time.perf_counter() - start
        print(
            f"{name}: {count / seconds:.1f} draws/s of {characters / count:.2f} characters"
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("fixtures")
    command.add_argument("folder")
    command = commands.add_parser("speed")
    command.add_argument("weights", nargs="?")
    command.add_argument("--threads", type=int, default=1)
    command.add_argument("--temperature", type=float, default=1.0)
    arguments = parser.parse_args()
    if arguments.command == "fixtures":
        with torch.no_grad():
            fixtures(arguments.folder)
    else:
        speed(arguments.weights, arguments.threads, arguments.temperature)


if __name__ == "__main__":
    main()
