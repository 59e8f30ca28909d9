#!/usr/bin/env bash
# Runs `robots` for the action: tests first, then mistakes, then the comparison with the deployed file.
# Fails only if an expectation is not met, lint finds an error, or something could not be read.
# Settings come from the environment; see action.yml. ROBOTS names a program to use instead of a download.
set -uo pipefail

failed=0
fail() {
    printf '::error::%s\n' "$1"
    failed=1
}

# The released binary for this machine; otherwise one built from the action's own source.
find_program() {
    if [[ -n ${ROBOTS:-} ]]; then
        return
    fi
    local triple folder name tag=()
    case "$(uname -s)-$(uname -m)" in
        Linux-x86_64) triple=x86_64-unknown-linux-musl ;;
        Linux-aarch64) triple=aarch64-unknown-linux-musl ;;
        Darwin-arm64) triple=aarch64-apple-darwin ;;
        Darwin-x86_64) triple=x86_64-apple-darwin ;;
        *) triple=x86_64-pc-windows-msvc ;;
    esac
    folder=$(mktemp -d)
    [[ ${VERSION:-latest} == latest ]] || tag=("$VERSION")
    if gh release download ${tag[@]+"${tag[@]}"} --repo "$ACTION_REPOSITORY" --pattern "robots-*-$triple*" --dir "$folder" \
        && (cd "$folder" && sha256sum --check --quiet ./*.sha256); then
        name=$(find "$folder" -type f ! -name '*.sha256')
        chmod +x "$name"
        ROBOTS=$name
        return
    fi
    printf 'no released program for %s: building it\n' "$triple"
    local source
    source=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
    cargo install --quiet --locked --path "$source/cli" --root "$folder" || exit 2
    ROBOTS=$folder/bin/robots
}

find_program

if [[ -n ${EXPECTATIONS:-} ]]; then
    "$ROBOTS" test "$FILE" "$EXPECTATIONS" --format github
    case $? in
        0) ;;
        1) fail "expectations of $FILE are not met" ;;
        *) fail "$FILE could not be tested with $EXPECTATIONS" ;;
    esac
fi

"$ROBOTS" lint "$FILE" --format github --fail-on error
case $? in
    0) ;;
    1) fail "lint has errors in $FILE" ;;
    *) fail "$FILE could not be checked" ;;
esac

if [[ -n ${DEPLOYED:-} ]]; then
    changes=$("$ROBOTS" diff "$DEPLOYED" "$FILE" --format markdown)
    status=$?
    printf '%s\n' "$changes" | tee -a "${GITHUB_STEP_SUMMARY:-/dev/null}"
    # Exit code 1 means that something changes, which may be the purpose of a pull request.
    [[ $status -le 1 ]] || fail "$FILE could not be compared with $DEPLOYED"
    if [[ ${COMMENT:-false} == true && -n ${PULL_REQUEST:-} && $status -le 1 ]]; then
        printf '%s\n' "$changes" | gh pr comment "$PULL_REQUEST" --edit-last --create-if-none --body-file - \
            || fail "the comment could not be written"
    fi
fi
exit "$failed"
