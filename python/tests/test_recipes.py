"""Runs the recipes of the README for DuckDB, Ray and WARC exactly as written there."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("pyarrow", reason="pyarrow is not installed: the recipes are not tested")

import pyarrow as pa

README = Path(__file__).parent.parent / "README.md"

RULES = b"User-agent: *\nDisallow: /private/\n"
FILES = pa.table(
    {
        "url": [
            "https://example.com/robots.txt", "https://down.example", "http://gone.example/robots.txt", "https://silent.example", None,
            # A site may occur twice, and a row may be useless. Neither adds rows to the result.
            "HTTPS://EXAMPLE.com/", "no URL",
        ],
        "status": [200, 503, 404, None, 200, 200, None],
        "body": [RULES, b"", None, None, b"", RULES, None],
    }
)  # fmt: skip
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
    pytest.importorskip("duckdb", reason="DuckDB is not installed: its recipe is not tested")
    assert answers("DuckDB").fetchall() == list(EXPECTED.items())


def test_warc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("warcio", reason="warcio is not installed: its recipe is not tested")
    from warcio.statusandheaders import StatusAndHeaders
    from warcio.warcwriter import WARCWriter

    with (tmp_path / "robotstxt.warc.gz").open("wb") as stream:
        writer = WARCWriter(stream, gzip=True)
        http = StatusAndHeaders("200 OK", [], protocol="HTTP/1.1")
        writer.write_record(writer.create_warc_record("https://example.com/robots.txt", "response", BytesIO(RULES), http_headers=http))
    monkeypatch.chdir(tmp_path)
    allowed = answers("WARC").to_pydict()["allowed"]
    expected = {"https://example.com/private/x": False, "HTTPS://EXAMPLE.COM:443/private/x": False, "https://example.com/": True}
    decided = {url: answer for url, answer in zip(EXPECTED, allowed) if answer is not None}
    # There are no captures of the other sites.
    assert decided == dict.fromkeys(decided, False) | expected


@pytest.fixture
def local_ray() -> Iterator[None]:
    # Ray takes a quarter of a gigabyte, so this test is optional even if CI is set.
    ray = pytest.importorskip("ray", reason="Ray is not installed: its recipe is not tested")
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
