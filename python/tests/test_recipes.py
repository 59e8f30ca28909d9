"""The recipes of the README for DuckDB and Ray, as they stand there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyarrow", reason="pyarrow is not installed: the recipes are not tried")

import pyarrow as pa

README = Path(__file__).parent.parent / "README.md"

FILES = pa.table(
    {
        "url": ["https://example.com/robots.txt", "https://down.example", "http://gone.example/robots.txt"],
        "status": [200, 503, 404],
        "body": [b"User-agent: *\nDisallow: /private/\n", b"", None],
    }
)
EXPECTED = {
    "https://example.com/private/x": False,
    "HTTPS://EXAMPLE.COM:443/private/x": False,
    "https://example.com/": True,
    "http://example.com/": False,
    "https://down.example/": False,
    "http://gone.example/private/": True,
    "https://unknown.example/": False,
    "/private/x": False,
    "": False,
}


def recipe(heading: str) -> str:
    """The first block of Python under a heading of the README."""
    text = README.read_text()
    assert f"\n### {heading}\n" in text
    section = text.split(f"\n### {heading}\n", 1)[1].split("\n## ")[0].split("\n### ")[0]
    return section.split("```python\n", 1)[1].split("```", 1)[0]


def answers(heading: str) -> Any:
    """What the recipe calls `answers`, for the tables `urls` and `files`."""
    scope: dict[str, Any] = {"__name__": "__main__", "urls": pa.table({"url": list(EXPECTED)}), "files": FILES}
    exec(compile(recipe(heading), f"README, {heading}", "exec"), scope)
    return scope["answers"]


def test_duckdb() -> None:
    pytest.importorskip("duckdb", reason="DuckDB is not installed: its recipe is not tried")
    assert dict(answers("DuckDB").fetchall()) == EXPECTED


@pytest.fixture
def local_ray() -> Iterator[None]:
    # A quarter of a gigabyte for one recipe: no machine is asked for it, not even where CI is set.
    ray = pytest.importorskip("ray", reason="Ray is not installed: its recipe is not tried")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


def test_ray(local_ray: None) -> None:
    assert {row["url"]: row["allowed"] for row in answers("Ray").take_all()} == EXPECTED
