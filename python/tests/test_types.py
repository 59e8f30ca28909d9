"""The stubs match the module, and mypy and pyright check calls against them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import robots_exclusion

TESTS = Path(__file__).parent

USES = '''
from collections.abc import Sequence

from robots_exclusion import Access, Dialect, Reason, Robots, Scope, lint, verdicts

robots = Robots.parse(b"", dialect="google", byte_limit=None)
reveal_type(robots.allowed("a", "/"))
reveal_type(robots.verdict("a", "/").line)
reveal_type(robots.verdict("a", "/").reason)
reveal_type(robots.matcher(["a"]).allowed_many(["/"]))
reveal_type(robots.crawl_delay("a"))
reveal_type(Access.from_response(200).robots)
reveal_type(Scope.of_page("https://h/").port)
reveal_type(lint("")[0].severity)
reveal_type(robots.groups()[0].agents[0].token)
reveal_type(verdicts(["/"], [("https://h/", 200, b"")], "a").to_pydict()["line"])

def of_names(names: Sequence[str], dialect: Dialect) -> Reason:
    return Robots.parse("", dialect=dialect).matcher(names).verdict("/").reason


Robots.parse("", dialect="bing")  # type: ignore[arg-type]
Robots.parse(3)  # type: ignore[arg-type]
robots.allowed("a", None)  # type: ignore[arg-type]
robots.dialect = "google"  # type: ignore[misc]
Robots()  # type: ignore[call-arg]
Scope("https://h/")  # type: ignore[call-arg, arg-type]
'''

PYRIGHT_USES = """
from robots_exclusion import CachePolicy, Robots, RobotsBuilder, crawlers, diff
from robots_exclusion.cache import RobotsCache

def fetch(url: str, headers: dict[str, str]) -> tuple[int, dict[str, str], bytes]:
    return 200, headers, url.encode()

cache = RobotsCache("a", fetch=fetch, policy=CachePolicy(keep_only_for=["a", ["b", "c"]]))
named = RobotsCache("a", fetch="urllib")
allowed: bool = cache.allowed("https://h/")
robots: Robots = RobotsBuilder().group("a").build()
changes: tuple[diff.Change, ...] = diff.for_agent(robots, robots, "a").changes
purpose: crawlers.Purpose = crawlers.find("bingbot").purpose

Robots.parse(3)
RobotsCache("a", fetch=3)
"""

REVEALED = [
    "bool",
    "int | None",
    "Literal['rule'] | Literal['no-rule'] | Literal['no-group'] | Literal['robots-txt'] | Literal['unavailable'] | Literal['other']",
    "list[bool]",
    "float | None",
    "Robots | None",
    "int | None",
    "Literal['note'] | Literal['warning'] | Literal['error']",
    "str",
    "list[int | None]",
]


def run(*arguments: str, folder: Path) -> str:
    ran = subprocess.run([sys.executable, "-m", *arguments], cwd=folder, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def test_calls_are_checked(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    (tmp_path / "uses.py").write_text(USES)
    said = run("mypy", "--strict", "--warn-unused-ignores", "uses.py", folder=tmp_path)
    revealed = [line.split('"')[1] for line in said.splitlines() if "Revealed type" in line]
    plain = [kind.replace("builtins.", "").replace("robots_exclusion._native.", "") for kind in revealed]
    assert [kind.replace("None | int", "int | None") for kind in plain] == REVEALED


def pyright(*files: Path, settings: Path) -> list[str]:
    """Runs pyright, and returns its errors as ``line: rule``."""
    pytest.importorskip("basedpyright")
    command = [sys.executable, "-m", "basedpyright", "--pythonpath", sys.executable, "--level", "error", "--outputjson", "--project", str(settings), *map(str, files)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    found = json.loads(ran.stdout)["generalDiagnostics"]
    return [f"{error['range']['start']['line'] + 1}: {error.get('rule')}" for error in found]


def test_calls_are_checked_by_pyright(tmp_path: Path) -> None:
    settings = tmp_path / "pyrightconfig.json"
    settings.write_text(json.dumps({"typeCheckingMode": "strict", "pythonVersion": "3.10", "reportUnnecessaryTypeIgnoreComment": "error"}))
    (tmp_path / "uses.py").write_text(PYRIGHT_USES)
    assert pyright(tmp_path / "uses.py", settings=settings) == ["15: reportArgumentType", "16: reportArgumentType"]


def test_the_package_is_checked_by_pyright(tmp_path: Path) -> None:
    settings = tmp_path / "pyrightconfig.json"
    settings.write_text(json.dumps({"typeCheckingMode": "standard", "pythonVersion": "3.10"}))
    package = Path(robots_exclusion.__file__).parent
    # The other modules import packages without types.
    modules = ("__init__", "_types", "cache", "crawlers", "diff", "protego", "robotparser")
    assert pyright(*(package / f"{module}.py" for module in modules), package / "_native.pyi", settings=settings) == []


def test_the_stubs_match_the_module(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    allowed = TESTS / "stubtest.txt"
    # The modules for Scrapy and Spark import these packages.
    run("mypy.stubtest", "robots_exclusion._native", "robots_exclusion._types", "--allowlist", str(allowed), "--ignore-unused-allowlist", folder=tmp_path)


def test_the_package_and_its_tests_are_checked(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    # Without these packages, what is imported from them has no types.
    for module in ("pyspark", "scrapy", "httpx", "aiohttp"):
        pytest.importorskip(module, reason=f"{module} is not installed: the types of the package are not checked")
    files = [str(path) for path in sorted(TESTS.glob("*.py"))]
    settings = str(TESTS.parent / "pyproject.toml")
    run("mypy", "--config-file", settings, "--cache-dir", str(tmp_path), "-p", "robots_exclusion", folder=tmp_path)
    os.environ["MYPYPATH"] = str(TESTS)
    run("mypy", "--config-file", settings, "--cache-dir", str(tmp_path), *files, folder=tmp_path)
