"""Gradients and AdamW steps by PyTorch, for the trainer's tests.

    python bench/daydream_gradients.py crates/trainer/tests/fixtures

The model is the sampler's small fixture; loss and gradients are of two windows of the
fixtures' game. AdamW's are three updates of four numbers with made-up gradients.
"""

import json
import pathlib
import sys

import safetensors
import safetensors.torch
import torch
from torch.nn import functional

from daydream_torch import GAME, Model

SAMPLER = pathlib.Path(__file__).parent.parent / "crates/daydream/tests/fixtures"
WINDOW = 24


def load(name):
    path = SAMPLER / f"{name}.safetensors"
    with safetensors.safe_open(path, "pt") as file:
        header = file.metadata()
    config, vocabulary = json.loads(header["config"]), json.loads(header["vocabulary"])
    return Model(config, safetensors.torch.load_file(path), vocabulary)


def gradients(name):
    model = load(name)
    for tensor in model.tensors.values():
        tensor.requires_grad_()
    text = "\n" + GAME
    total = 0.0
    for start in (0, 31):
        tokens = model.encode(text[start : start + WINDOW + 1])
        logits = model.forward(tokens[:-1])
        total = total + functional.cross_entropy(logits, tokens[1:], reduction="sum")
    loss = total / (2 * WINDOW)
    loss.backward()
    yield f"loss {name} {loss.item():.8e}"
    for key, tensor in sorted(model.tensors.items()):
        flat = tensor.grad.flatten()
        some = [flat[i].item() for i in range(0, len(flat), max(1, len(flat) // 7))]
        numbers = [flat.norm().item(), *some]
        yield " ".join([f"gradient {name} {key}", *(f"{x:.8e}" for x in numbers)])


def adamw():
    start = [0.5, -1.25, 2.0, 0.0]
    slopes = [[0.1, -0.2, 0.0, 3.0], [0.3, 0.1, -0.5, 2.0], [-0.2, 0.4, 0.25, -6.0]]
    parameter = torch.tensor(start, requires_grad=True)
    optimizer = torch.optim.AdamW(
        [parameter], lr=0.01, betas=(0.9, 0.98), eps=1e-8, weight_decay=0.05
    )
    for slope in slopes:
        parameter.grad = torch.tensor(slope)
        optimizer.step()
        row = " ".join(f"{x:.8e}" for x in parameter.tolist())
        yield f"adamw {row}"


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    lines = [
        f"# From bench/daydream_gradients.py with PyTorch {torch.__version__}.",
        "# Source: the sampler's fixture models, two windows of 24 characters of the",
        "# fixtures' game. A gradient's row: Euclidean length, then every len/7-th entry.",
    ]
    for name in ("narrow", "wide"):
        lines += gradients(name)
    lines += adamw()
    (folder / "gradients.txt").write_text("\n".join(lines) + "\n")
