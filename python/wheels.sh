#!/usr/bin/env bash
# Builds a wheel and checks it:
#     wheels.sh [FOLDER [TARGET...]]
# On Linux the default targets are x86-64 and ARM64 with glibc 2.17 (manylinux2014) and with musl. The linker is Zig's (the
# package `ziglang`), so that no container is needed; `rustup target add TARGET` must have been run. On macOS and Windows
# the default is the host, or pass a target such as universal2-apple-darwin.
set -euo pipefail
cd "$(dirname "$0")"
folder=${1:-target/wheels}
shift || true
targets=("$@")
python -m pip install --quiet 'maturin>=1.16,<2'

# Recompresses the wheels, which saves 6 %.
shrink() {
    if command -v advzip >/dev/null; then
        advzip --recompress --shrink-insane --quiet "$folder"/*.whl
    else
        printf 'no advzip (package advancecomp): the wheels stay 6 %% larger\n' >&2
    fi
}

build() {
    python -m maturin build --release --locked --compression-level 9 --out "$folder" "$@"
}
if [[ $(uname -s) == Linux ]]; then
    python -m pip install --quiet ziglang
    if [[ ${#targets[@]} -eq 0 ]]; then
        targets=({x86_64,aarch64}-unknown-linux-{gnu,musl})
    fi
    for target in "${targets[@]}"; do
        case $target in
            *-gnu) build --target "$target" --zig --compatibility manylinux2014 ;;
            *-musl) build --target "$target" --zig --compatibility musllinux_1_2 ;;
            *) build --target "$target" ;;
        esac
    done
elif [[ ${#targets[@]} -eq 0 ]]; then
    build
else
    for target in "${targets[@]}"; do build --target "$target"; done
fi
shrink
ls -l "$folder"
