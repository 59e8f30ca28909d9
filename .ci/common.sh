# shellcheck shell=bash
# Functions shared by the scripts in this directory. Source it first.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# In CI, builds are kept between runs, because a fresh checkout has no `target`.
if [[ -n ${CI:-} && -z ${CARGO_TARGET_DIR:-} ]]; then
    export CARGO_TARGET_DIR="${XDG_CACHE_HOME:-$HOME/.cache}/robots-exclusion/target"
fi
target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target"
target=$(cd "$target" && pwd)

# The oldest supported Rust.
oldest=$(sed -n 's/^rust-version = "\(.*\)"$/\1/p' Cargo.toml)

heading() {
    printf '\n==> %s\n' "$*" >&2
}

# Prints a command, then runs it.
run() {
    heading "$*"
    "$@"
}

# Runs a command and fails if it prints a warning: some programs have no switch that makes warnings errors.
run_without_warnings() {
    heading "$*"
    local output
    output=$("$@" 2>&1) || { printf '%s\n' "$output" >&2; return 1; }
    printf '%s\n' "$output" >&2
    if grep -q '^warning' <<<"$output"; then
        printf 'there are warnings\n' >&2
        return 1
    fi
}

# Prints that a check is skipped, and why. `.ci/run` lists these messages again at its end.
skip() {
    heading "SKIPPED: $*"
    if [[ -n ${ROBOTS_SKIPPED:-} ]]; then
        printf '%s\n' "$*" >>"$ROBOTS_SKIPPED"
    fi
}

# Skips a check on a developer's machine, but fails in CI.
need_in_ci() {
    if [[ -n ${CI:-} ]]; then
        printf 'CI is set, and there is %s\n' "$*" >&2
        exit 1
    fi
    skip "there is $*"
}

# Installs Debian packages if a program is missing: `install_for java default-jre-headless`.
# Only in CI, so that a developer's machine is not changed unasked. The caller checks whether the program exists afterwards.
install_for() {
    local program=$1
    shift
    if command -v "$program" >/dev/null || [[ -z ${CI:-} ]] || ! command -v apt-get >/dev/null; then
        return
    fi
    local sudo=()
    [[ $EUID -eq 0 ]] || sudo=(sudo)
    run "${sudo[@]}" apt-get update || true
    run "${sudo[@]}" apt-get install --yes --no-install-recommends "$@" || true
}

# Installs a program from the Rust registry if it is missing.
cargo_program() {
    local program=$1
    cargo "${program#cargo-}" --version >/dev/null 2>&1 || run cargo install --locked "$program"
}

# Prints the commands in the first `sh` block of a README, one per line.
readme_commands() {
    awk '/^```sh$/ { within = 1; next } /^```$/ && within { exit } within' "$1"
}

# Prints the first `text` block of a README: the output of its first command.
readme_output() {
    awk '/^```text$/ { within = 1; next } /^```$/ && within { exit } within' "$1"
}

# Prints a Python that every package of the tests supports.
suitable_python() {
    local name
    for name in python3 python3.12 python3.11 python3.10; do
        if "$name" -c 'import ensurepip, sys; sys.exit(not (3, 10) <= sys.version_info[:2] <= (3, 12))' 2>/dev/null; then
            printf '%s\n' "$name"
            return
        fi
    done
    return 1
}
