#!/usr/bin/env bash
# Builds the page and tests it in a browser. Without Node 20.19 or a Chromium it says so and does nothing; if CI is set, that is a
# failure. `.ci/web` installs Chromium first.
set -euo pipefail
cd "$(dirname "$0")"

skip() {
    printf '\n==> SKIPPED: the page is not tested: %s\n' "$*" >&2
    if [[ -n ${CI:-} ]]; then
        printf 'CI is set, so that is a failure\n' >&2
        exit 1
    fi
    if [[ -n ${ROBOTS_SKIPPED:-} ]]; then
        printf 'the page is not tested: %s\n' "$*" >>"$ROBOTS_SKIPPED"
    fi
    exit 0
}

if ! node -e 'const [major, minor] = process.versions.node.split(".").map(Number); process.exit(major > 22 || major === 22 && minor >= 12 || major === 20 && minor >= 19 ? 0 : 1)' 2>/dev/null; then
    skip "there is no Node 20.19 or 22.12, or later"
fi
command -v cargo >/dev/null || skip "there is no Rust"

has_browser() {
    [[ -n ${CHROMIUM:-} ]] || command -v chromium chromium-browser google-chrome >/dev/null
}
has_browser || skip "there is no Chromium"

set -x
npm ci --no-audit --no-fund
npm test
