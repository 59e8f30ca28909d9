#!/usr/bin/env bash
# Builds the package for a Python without a GIL, and runs its tests there:
#     free_threaded.sh PYTHON [FOLDER]
# Packages without a wheel for this Python are not installed, and the tests that need them report that they are skipped.
set -euo pipefail
python=$(command -v "$1")
target=$(realpath -m "${2:-target}")
cd "$(dirname "$0")/.."

"$python" -c 'import sys, sysconfig; sys.exit(not sysconfig.get_config_var("Py_GIL_DISABLED"))' \
    || { printf '%s has a GIL.\n' "$python" >&2; exit 1; }
environment="$target/python-free-threaded"
rm -rf "$environment"
"$python" -m venv "$environment"
CARGO_TARGET_DIR="$target/python" "$environment/bin/pip" install --quiet . pytest
# mypy is not installed: types do not depend on the GIL, and checking them needs all optional packages.
for package in pyarrow pandas; do
    "$environment/bin/pip" install --quiet --only-binary :all: "$package" \
        || printf 'SKIPPED: %s has no wheel for %s.\n' "$package" "$python" >&2
done
"$environment/bin/python" -m pytest tests
