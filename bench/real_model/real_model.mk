# A small real model, served and graded on this machine. Not part of `make test`.

.PHONY: real-model real-model-token-chess real-model-elo-ladder real-model-keep real-model-token-chess-keep real-model-elo-ladder-keep real-model-clean

# Sets up, plays what is left to play, prints the report.
real-model:
	@bench/real_model/run.sh chop-bench

# The same for four rounds of Token Chess.
real-model-token-chess:
	@bench/real_model/run.sh token-chess

# The same for the Elo ladder.
real-model-elo-ladder:
	@bench/real_model/run.sh elo-ladder

# Copies a finished run to docs/results/, for a commit.
real-model-keep:
	@bench/real_model/keep.sh chop-bench

real-model-token-chess-keep:
	@bench/real_model/keep.sh token-chess

real-model-elo-ladder-keep:
	@bench/real_model/keep.sh elo-ladder

# Drops the run, so that the next `make real-model` plays it anew. The model and
# its server stay installed.
real-model-clean:
	rm -rf .real-model/run .real-model/token-chess-* .real-model/elo-ladder
