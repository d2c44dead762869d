# Everything that a fresh Debian or Ubuntu machine needs is installed by these targets.

.PHONY: help quickstart test test-setup lint docs schema tables web web-types web-check web-test bench-overhead bench-solver bench-elo bench-daydream bench-site bench-token-chess bench-mcp

help:
	@echo "make quickstart   play the quickstart study and print its leaderboard"
	@echo "make test         install what the tests need, and run everything"
	@echo "make real-model, make real-model-token-chess, make real-model-elo-ladder   a small real model on this machine (at most 15 minutes each)"
	@echo "make bench-overhead, make bench-solver, make bench-elo, make bench-daydream, make bench-site, make bench-token-chess, make bench-mcp   the benchmarks of docs/performance.md"
	@echo "make schema       write the schemas in docs/schema anew"
	@echo "make tables       write docs/tables.md anew"
	@echo "make web          build the site's front end in web/dist; make web-types writes its types anew"

quickstart:
	@sh scripts/setup.sh run
	@. scripts/path.sh && cargo run --release -- run studies/quickstart.toml

test: test-setup lint docs
	@. scripts/path.sh && cargo test --workspace --features ludometer/burn --no-fail-fast
	@$(MAKE) --no-print-directory web-check web-test

test-setup:
	@sh scripts/setup.sh test

lint:
	@. scripts/path.sh && cargo fmt --all --check
	@. scripts/path.sh && cargo clippy --workspace --all-targets --features ludometer/burn -- -D warnings

docs:
	@. scripts/path.sh && RUSTDOCFLAGS="-D warnings" cargo doc --workspace --features ludometer/burn --no-deps --quiet

schema:
	@. scripts/path.sh && cargo run --quiet -p ludometer-report --example schema -- chop-bench > docs/schema/findings.schema.json
	@. scripts/path.sh && cargo run --quiet -p ludometer-report --example schema -- token-chess > docs/schema/token-chess-findings.schema.json
	@. scripts/path.sh && cargo run --quiet -p ludometer-report --example schema -- ladder > docs/schema/ladder-findings.schema.json
	@. scripts/path.sh && cargo run --quiet -p ludometer-report --example schema -- probe > docs/schema/probe-findings.schema.json
	@. scripts/path.sh && cargo run --quiet -p ludometer-report --example schema -- ladder-verification > docs/schema/ladder-verification.schema.json

tables:
	@. scripts/path.sh && cargo run --quiet -p ludometer-site --example tables > docs/tables.md

web-types:
	@. scripts/path.sh && cargo run --quiet -p ludometer-site --example typescript > web/src/data.ts

web:
	cd web && npm ci --no-audit --no-fund && npm run build

web-check:
	@sh scripts/check-bundle.sh

web-test:
	@. scripts/path.sh && cargo build --quiet -p ludometer --features burn
	@. scripts/path.sh && cd web && LUDOMETER="$$(cargo metadata --format-version 1 --no-deps | sed -n 's/.*"target_directory":"\([^"]*\)".*/\1/p')/debug/ludometer" npm test --silent

bench-overhead:
	@. scripts/path.sh && cargo build --release -p ludometer -p ludometer-loopback
	python3 bench/overhead.py

bench-solver:
	@. scripts/path.sh && cargo run --release -p ludometer-solver --example measure

bench-elo:
	python3 -m venv .venv
	.venv/bin/pip install --quiet --disable-pip-version-check -r bench/requirements.txt
	@. scripts/path.sh && .venv/bin/python bench/elo_scipy.py --rust

bench-daydream:
	python3 -m venv .venv-torch
	.venv-torch/bin/pip install --quiet --disable-pip-version-check -r bench/requirements-torch.txt
	@. scripts/path.sh && cargo run --release -p ludometer-daydream --example measure
	.venv-torch/bin/python bench/daydream_torch.py speed assets/daydream/regular.safetensors --threads 1

bench-site:
	@. scripts/path.sh && cargo build --release -p ludometer
	python3 bench/site.py

bench-token-chess:
	@. scripts/path.sh && cargo run --release -p ludometer-arena --example token_chess

bench-mcp: test-setup
	@. scripts/path.sh && cargo build --release -p ludometer
	.venv-mcp/bin/python bench/mcp_python.py

include bench/real_model/real_model.mk
