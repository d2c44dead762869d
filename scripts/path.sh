# Sourced: puts a toolchain that rustup has just installed on the path.
if [ -f "$HOME/.cargo/env" ]; then . "$HOME/.cargo/env"; fi
