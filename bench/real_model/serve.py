"""Serves the assembled model on a loopback port until it is told to stop.

The address goes into the file named by --address once the server answers, whole
or not at all; the caller polls for that file. What goes wrong goes to stderr.
"""

import argparse
import os
import signal
import threading
import urllib.request
from pathlib import Path

import xllamacpp

# Without a name of its own, the server gives the model's path as its name.
ALIAS = "gemma-3-270m-q4_k_m"

TEMPLATE = Path(__file__).with_name("transcript.jinja")


def parameters(model: Path, threads: int) -> xllamacpp.CommonParams:
    params = xllamacpp.CommonParams()
    params.model.path = str(model)
    params.model_alias = {ALIAS}
    # The model is not tuned for chat and its file has no chat template. The
    # server would fall back on one whose marks mean nothing to this model.
    params.chat_template = TEMPLATE.read_text(encoding="utf-8")
    params.hostnames = ["127.0.0.1"]
    params.port = 0  # whichever is free
    params.n_ctx = 4096
    # One reply at a time, with sums in one order.
    params.n_parallel = 1
    params.cpuparams.n_threads = threads
    params.cpuparams_batch.n_threads = threads
    # Keeps the whole window, so that prompts that begin alike are read once.
    params.swa_full = True
    params.cache_ram_mib = 512
    params.ui = False
    params.verbosity = 1
    return params


def answers(address: str) -> bool:
    with urllib.request.urlopen(f"{address}/health", timeout=10) as answer:
        return answer.status == 200


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--address", type=Path, required=True)
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()

    # Ctrl-C at the terminal is for the study, which then finishes the reply that
    # it waits for. This process stops when its parent says so, or is gone.
    parent = os.getppid()
    os.setsid()
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())

    server = xllamacpp.Server(parameters(arguments.model, arguments.threads))
    address = server.listening_address
    if not answers(address):
        raise SystemExit(f"the server at {address} does not answer")
    draft = arguments.address.with_name(arguments.address.name + ".tmp")
    draft.write_text(address, encoding="utf-8")
    draft.replace(arguments.address)

    while not stop.wait(0.5) and os.getppid() == parent:
        pass
    # An orderly end waits for a reply in the making, which nobody waits for.
    os._exit(0)


if __name__ == "__main__":
    main()
