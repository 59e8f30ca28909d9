"""The recipes of the README for DuckDB and Ray, exactly as written there."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("pyarrow", reason="pyarrow is not installed: the recipes are not tried")

import pyarrow as pa

README = Path(__file__).parent.parent / "README.md"

FILES = pa.table(
    {
        "url": ["https://example.com/robots.txt", "https://down.example", "http://gone.example/robots.txt", "https://silent.example", None],
        "status": [200, 503, 404, None, 200],
        "body": [b"User-agent: *\nDisallow: /private/\n", b"", None, None, b""],
    }
)
EXPECTED: dict[str | None, bool | None] = {
    "https://example.com/private/x": False,
    "HTTPS://EXAMPLE.COM:443/private/x": False,
    "https://example.com/": True,
    "http://example.com/": False,
    "https://down.example/": False,
    "http://gone.example/private/": True,
    "https://unknown.example/": False,
    "https://silent.example/": False,
    "/private/x": None,
    "": None,
    None: None,
}


def recipe(heading: str) -> str:
    """Returns the first block of Python under a heading of the README."""
    text = README.read_text()
    assert f"\n### {heading}\n" in text
    section = text.split(f"\n### {heading}\n", 1)[1].split("\n## ")[0].split("\n### ")[0]
    return section.split("```python\n", 1)[1].split("```", 1)[0]


def answers(heading: str) -> Any:
    """Returns the recipe's `answers` for the tables `urls` and `files`."""
    scope: dict[str, Any] = {"__name__": "__main__", "urls": pa.table({"url": list(EXPECTED)}), "files": FILES}
    exec(compile(recipe(heading), f"README, {heading}", "exec"), scope)
    return scope["answers"]


def test_duckdb() -> None:
    pytest.importorskip("duckdb", reason="DuckDB is not installed: its recipe is not tried")
    assert dict(answers("DuckDB").fetchall()) == EXPECTED


@pytest.fixture
def local_ray() -> Iterator[None]:
    # Ray takes a quarter of a gigabyte, so this test is optional even if CI is set.
    ray = pytest.importorskip("ray", reason="Ray is not installed: its recipe is not tried")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


def test_rays_recipe_without_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs the function that Ray would call for each batch, without Ray."""

    class Dataset:
        def __init__(self, table: Any) -> None:
            self.table = table

        def map_batches(self, decide: Any, batch_format: str, batch_size: int) -> Any:
            return pa.concat_tables(decide(batch) for batch in (self.table, self.table.slice(3), self.table.slice(0, 0)))

    ray: Any = ModuleType("ray")
    ray.data = SimpleNamespace(from_arrow=Dataset)
    monkeypatch.setitem(sys.modules, "ray", ray)
    expected = list(EXPECTED.items())
    found = answers("Ray")
    assert list(zip(found["url"].to_pylist(), found["allowed"].to_pylist())) == expected + expected[3:]


def test_ray(local_ray: None) -> None:
    assert {row["url"]: row["allowed"] for row in answers("Ray").take_all()} == EXPECTED
