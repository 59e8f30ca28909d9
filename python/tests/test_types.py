"""The stubs say what is there, and what mypy makes of them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent

USES = '''
from robots_exclusion import Access, Robots, Scope, lint

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

Robots.parse("", dialect="bing")  # type: ignore[arg-type]
Robots.parse(3)  # type: ignore[arg-type]
robots.allowed("a", None)  # type: ignore[arg-type]
robots.dialect = "google"  # type: ignore[misc]
'''

REVEALED = [
    "bool",
    "int | None",
    "Literal['rule'] | Literal['no-rule'] | Literal['no-group'] | Literal['robots-txt'] | Literal['unavailable'] | Literal['other']",
    "list[bool]",
    "float | None",
    "Robots | None",
    "int | None",
    "Literal['information'] | Literal['warning']",
    "str",
]


def run(*arguments: str, folder: Path) -> str:
    ran = subprocess.run([sys.executable, "-m", *arguments], cwd=folder, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def test_users_are_checked(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    (tmp_path / "uses.py").write_text(USES)
    said = run("mypy", "--strict", "--warn-unused-ignores", "uses.py", folder=tmp_path)
    revealed = [line.split('"')[1] for line in said.splitlines() if "Revealed type" in line]
    plain = [kind.replace("builtins.", "").replace("robots_exclusion._native.", "") for kind in revealed]
    assert [kind.replace("None | int", "int | None") for kind in plain] == REVEALED


def test_the_stubs_are_those_of_the_module(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    allowed = TESTS / "stubtest.txt"
    # The parts for Scrapy and Spark import those.
    run("mypy.stubtest", "robots_exclusion._native", "robots_exclusion._types", "--allowlist", str(allowed), "--ignore-unused-allowlist", folder=tmp_path)


def test_the_package_and_its_tests_are_checked(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    files = [str(path) for path in sorted(TESTS.glob("*.py"))]
    settings = str(TESTS.parent / "pyproject.toml")
    run("mypy", "--config-file", settings, "--cache-dir", str(tmp_path), "-p", "robots_exclusion", folder=tmp_path)
    os.environ["MYPYPATH"] = str(TESTS)
    run("mypy", "--config-file", settings, "--cache-dir", str(tmp_path), *files, folder=tmp_path)
