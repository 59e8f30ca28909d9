"""Runs Protego's own tests with robots_exclusion.protego. The tests are downloaded from PyPI and not stored.

    python tests/versus_protego.py [FOLDER]

FOLDER is an unpacked source distribution of Protego; without it, the version named below is downloaded. Each assertion is
evaluated separately, so that a failure does not hide the assertions after it. Assertions that are known to fail are listed
here with the reason. An unlisted failure, or a listed assertion that does not fail, is an error.
"""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
import tarfile
import tempfile
import types
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from robots_exclusion.protego import Protego

VERSION = "0.7.0"

KINDS = {
    "run": "for rules, only a rule ends a run of user-agent lines, not an unknown field (RFC 9309, section 2.2.1)",
    "hours": "a request-rate whose hours cannot be read counts at all hours",
    "colon": "a line without a colon is not a record; in the Google dialect, a line of two words is",
    "typo": "misspelled fields are recognised in the Google dialect only",
    "token": "a user-agent value is cut to its product token of ASCII letters, digits, `-`, `_` and `.`; a more general \
token ends before a hyphen",
    "dollar": "a `$` at the end matches only the end of the URL, not the character",
    "start": "a pattern that starts with neither `/` nor `*` matches nothing: no slash is added",
    "index": "`index.html` also matches its folder in the Google dialect only",
    "bytes": "bytes are accepted, and parsing never fails",
    "internal": "not available: internal counters and helpers of Protego",
}

EXPECTED: list[tuple[str, str, list[int]]] = [
    ("run", "test_grouping_unknown_keys", [1, 2, 3]),
    ("hours", "test_malformed_request_rate[7]", [1]),
    ("colon", "test_generosity", [2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13]),
    ("colon", "test_generosity_case_insensitivity", [1, 4]),
    ("colon", "test_generosity_sitemap", [1]),
    ("colon", "test_generosity_tab_separated", [1]),
    ("colon", "test_generosity_visit_time", [1, 2, 3]),
    ("colon", "test_empty_user_agent_line", [10]),
    ("typo", "test_malformed_disallow", [2, 3, 4, 5, 6]),
    ("token", "test_unicode_url_and_useragent", [11, 15]),
    ("token", "test_generosity", [15]),
    ("token", "test_user_agent_precedence[1]", [1]),
    ("token", "test_user_agent_boundary_matching[4]", [1]),
    ("dollar", "test_special_symbols_dual_behaviour", [2, 3]),
    ("start", "test_with_absolute_urls", [2]),
    ("index", "test_index_html_is_directory", [1]),
    ("bytes", "test_bytestrings", [0]),
    ("internal", "test_line_endings", [1, 2]),
    ("internal", "test_parse_time_period", [0]),
    *(("internal", f"test_quoting[{number}]", [1, 2]) for number in range(16)),
]

KNOWN = {(test, number): kind for kind, test, numbers in EXPECTED for number in numbers}


class Asserted(ast.NodeTransformer):
    """Replaces each `assert` with a call that records its result and its number in the test."""

    def __init__(self) -> None:
        self.number = 0

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        self.number += 1
        evaluated = ast.Lambda(
            args=ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[]), body=node.test
        )
        call = ast.Call(
            func=ast.Name("_asserted", ast.Load()),
            args=[ast.Constant(self.number), evaluated, ast.Constant(ast.unparse(node.test))],
            keywords=[],
        )
        return ast.copy_location(ast.Expr(call), node)


def load(path: Path, noted: Callable[[int, Callable[[], object], str], None]) -> types.ModuleType:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            Asserted().visit(node)
    module = types.ModuleType(path.stem)
    vars(module).update(_asserted=noted, __file__=str(path))
    exec(compile(ast.fix_missing_locations(tree), str(path), "exec"), vars(module))
    return module


def tests(module: types.ModuleType) -> Iterator[tuple[str, Callable[[], object]]]:
    """Returns the tests of a module by name, once for each set of parameters."""
    found: list[tuple[str, Any]] = []
    for value in vars(module).values():
        if inspect.isclass(value) and value.__name__.startswith("Test"):
            found += [(name, getattr(value(), name)) for name in vars(value) if name.startswith("test")]
        elif inspect.isfunction(value) and value.__name__.startswith("test"):
            found.append((value.__name__, value))
    for name, function in found:
        marks = getattr(function, "pytestmark", [])
        rows = [values(row, *mark.args) for mark in marks if mark.name == "parametrize" for row in mark.args[1]]
        if not rows:
            yield name, function
        for number, row in enumerate(rows):
            yield f"{name}[{number}]", partial(function, *row)


def values(row: Any, names: Any, *_: object) -> Any:
    """Returns the arguments in a row of `parametrize`. With one name, the row is the argument itself."""
    if hasattr(row, "values"):
        return row.values
    return (row,) if isinstance(names, str) and "," not in names else row


def stand_in() -> None:
    """Replaces the package `protego` with the drop-in replacement."""
    package, utils = types.ModuleType("protego"), types.ModuleType("protego._utils")
    vars(package).update(Protego=Protego, __path__=[])

    def internal(*_: object, **__: object) -> None:
        raise NotImplementedError("an internal function of Protego")

    vars(utils).update(_parse_time_period=internal, _quote_path=internal, _quote_pattern=internal)
    sys.modules.update({"protego": package, "protego._utils": utils})


def fetched(folder: Path) -> Path:
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary=:all:"]
    subprocess.run([*command, f"protego=={VERSION}", "-d", str(folder)], check=True)
    [archive] = folder.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    return folder / archive.name.removesuffix(".tar.gz")


def run(folder: Path) -> int:
    stand_in()
    passed = 0
    failed: dict[tuple[str, int], str] = {}
    current = ""

    def noted(number: int, evaluate: Callable[[], object], source: str) -> None:
        nonlocal passed
        try:
            result = evaluate()
        except Exception as error:
            result, source = False, f"{source}: {error!r}"
        if result:
            passed += 1
        else:
            failed[current, number] = source

    for name in ("test_protego.py", "test_on_google_spec.py"):
        for test, function in tests(load(folder / "tests" / name, noted)):
            current = test
            try:
                function()
            # pytest's failure for a missing exception is not an `Exception`.
            except (Exception, pytest.fail.Exception) as error:
                failed[current, 0] = repr(error)

    kinds = Counter(KNOWN.get(key, "unexplained") for key in failed)
    for key, source in failed.items():
        print(f"{KNOWN.get(key, 'unexplained')}: {key[0]}, assertion {key[1]}: {source}")
    for kind, count in kinds.items():
        print(f"{count:4} {kind}: {KINDS.get(kind, '')}")
    print(f"{passed + len(failed)} assertions, {passed} agree, {len(failed)} do not")
    missing = KNOWN.keys() - failed.keys()
    for key in missing:
        print(f"listed, but does not fail: {key}")
    return 1 if missing or kinds["unexplained"] else 0


def main() -> int:
    if sys.argv[1:]:
        return run(Path(sys.argv[1]))
    with tempfile.TemporaryDirectory() as folder:
        return run(fetched(Path(folder)))


if __name__ == "__main__":
    sys.exit(main())
