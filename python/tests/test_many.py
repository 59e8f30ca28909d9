"""URLs of many hosts, decided in one call."""

from __future__ import annotations

import gzip
import random
from pathlib import Path
from typing import Any

import pytest

from robots_exclusion import Access, Scope, verdicts

RULES = b"User-agent: *\nDisallow: /private/\nAllow: /private/open\n"
FILES: list[tuple[str | None, int | None, bytes | str | None]] = [
    ("https://example.com/robots.txt", 200, RULES),
    ("https://xn--mller-kva.example", 200, RULES.decode()),
    ("http://nogroup.example:8080/any/page", 200, b"User-agent: otherbot\nDisallow: /"),
    ("https://gone.example", 404, RULES),
    ("https://down.example", 503, None),
    ("https://silent.example", None, None),
    ("https://nothing.example", 204, None),
    ("https://no-body.example", 200, None),
    ("https://coded.example", 200, gzip.compress(RULES)),
    ("https://strange.example", 70_000, RULES),
    # These cover no URL.
    (None, 200, b"User-agent: *\nDisallow: /"),
    ("/robots.txt", 200, b"User-agent: *\nDisallow: /"),
]

CASES: dict[str | None, tuple[bool | None, int | None, str]] = {
    "https://example.com/private/x": (False, 2, "rule"),
    "https://example.com/private/open": (True, 3, "rule"),
    "https://example.com": (True, None, "no-rule"),
    "https://example.com?private": (True, None, "no-rule"),
    "https://example.com/robots.txt": (True, None, "robots-txt"),
    "HTTPS://user@EXAMPLE.com:443/private/x#y": (False, 2, "rule"),
    " https://example.com/private/x": (False, 2, "rule"),
    "https:\\\\example.com\\private\\x": (False, 2, "rule"),
    "https://exam\tple.com/private/x": (False, 2, "rule"),
    "https://müller.example/private/": (False, 2, "rule"),
    "http://nogroup.example:8080/": (True, None, "no-group"),
    "http://example.com/private/x": (False, None, "not-fetched"),
    "https://example.com:8443/": (False, None, "not-fetched"),
    "https://www.example.com/robots.txt": (True, None, "robots-txt"),
    "https://gone.example/private/x": (True, None, "status-404"),
    "https://down.example/": (False, None, "status-503"),
    "https://silent.example/": (False, None, "unreachable"),
    "https://nothing.example/": (True, None, "no-group"),
    "https://no-body.example/": (False, None, "no-body"),
    "https://coded.example/": (False, None, "content-coding"),
    "https://strange.example/": (False, None, "status-70000"),
    None: (None, None, "null"),
    "": (None, None, "invalid-url"),
    "/private/x": (None, None, "invalid-url"),
    "https://": (None, None, "invalid-url"),
    "https://h:99999/": (None, None, "invalid-url"),
    "mailto:a@example.com": (None, None, "invalid-url"),
    "://example.com/": (None, None, "invalid-url"),
}


def rows(table: Any) -> list[tuple[bool | None, int | None, str | None]]:
    columns = table.to_pydict()
    return list(zip(columns["allowed"], columns["line"], columns["reason"]))


def test_every_url_has_a_verdict_and_a_reason() -> None:
    assert dict(zip(CASES, rows(verdicts(list(CASES), FILES, "MyBot")))) == CASES
    # An iterator that is longer than a batch and contains a value that is not a string.
    many = rows(verdicts(iter([*CASES, 3] * 1000), iter(FILES), "MyBot"))  # type: ignore[arg-type]
    assert many == [*CASES.values(), (None, None, "null")] * 1000


def test_tables_of_each_library() -> None:
    pa = pytest.importorskip("pyarrow")
    urls = pa.table({"url": list(CASES)})
    url, status, texts = zip(*FILES)
    body = [text.encode() if isinstance(text, str) else text for text in texts]
    files = pa.table({"url": url, "status": status, "body": body})
    expected = list(CASES.values())
    pages: list[Any] = [urls, urls["url"], urls["url"].combine_chunks(), urls["url"].dictionary_encode(), list(CASES)]
    tables: list[Any] = [files, files.to_batches()[0], FILES]
    try:
        import polars as pl

        pages += [pl.from_arrow(urls), pl.Series(list(CASES)), pl.Series(list(CASES), dtype=pl.Categorical)]
        tables += [pl.from_arrow(files)]
    except ImportError:
        pass
    try:
        import pandas as pd

        frame = pd.DataFrame({"url": list(CASES)})
        pages += [frame, frame["url"], frame["url"].astype(object), frame["url"].astype("category")]
        # The statuses are floats in pandas.
        tables += [files.to_pandas()]
    except ImportError:
        pass
    for page in pages:
        assert rows(verdicts(page, files, "MyBot")) == expected, type(page)
    for table in tables:
        assert rows(verdicts(urls, table, "MyBot")) == expected, type(table)
    assert pa.table(verdicts(urls, files, "MyBot")).to_pydict() == verdicts(urls, files, "MyBot").to_pydict()


def test_statuses_of_any_integer_type() -> None:
    pa = pytest.importorskip("pyarrow")
    urls = ["https://a.example/", "https://b.example/"]
    for kind in (pa.int16(), pa.int32(), pa.int64(), pa.uint16(), pa.uint32(), pa.uint64(), pa.float64()):
        files = pa.table({"url": urls, "status": pa.array([404, None], kind), "body": pa.nulls(2)})
        assert verdicts(urls, files, "MyBot").to_pydict()["reason"] == ["status-404", "unreachable"]
    broken = pa.table({"url": urls, "status": [200.5, 2e30], "body": ["", ""]})
    assert verdicts(urls, broken, "MyBot").to_pydict()["allowed"] == [False, False]
    with pytest.raises(TypeError, match="the column status of files must be integers, not"):
        verdicts(urls, pa.table({"url": urls, "status": ["200", "200"], "body": ["", ""]}), "MyBot")
    with pytest.raises(ValueError, match="files has no column body"):
        verdicts(urls, pa.table({"url": urls, "status": [200, 200]}), "MyBot")


def test_several_files_of_a_site() -> None:
    same: list[Any] = [("https://h/robots.txt", 200, RULES), ("HTTPS://H:443/", 200, RULES)]
    differ: list[Any] = [*same, ("https://h/", 404, None)]
    urls = ["https://h/private/x"]
    for on_conflict, expected in [
        ("first", (False, 2, "rule")),
        ("last", (True, None, "status-404")),
        ("disallow", (False, None, "conflicting-files")),
    ]:
        assert rows(verdicts(urls, same, "MyBot", on_conflict=on_conflict)) == [(False, 2, "rule")]  # type: ignore[arg-type]
        assert rows(verdicts(urls, differ, "MyBot", on_conflict=on_conflict)) == [expected]  # type: ignore[arg-type]
        assert rows(verdicts(urls, [*differ, *differ[:1]], "MyBot", on_conflict=on_conflict))[0][0] is False  # type: ignore[arg-type]
    assert rows(verdicts(urls, same, "MyBot")) == [(False, 2, "rule")]
    assert rows(verdicts(urls, differ, "MyBot")) == [(False, None, "conflicting-files")]
    with pytest.raises(ValueError, match="files has rows for https://h that differ"):
        verdicts(urls, differ, "MyBot", on_conflict="error")


def test_agent_and_options_are_respected() -> None:
    text = "User-agent: a\nAllow: /b\nDisalow: /x\n\nUser-agent: b-c\nDisallow: /\n"
    files: list[Any] = [("https://h", 200, text)]
    cases: list[tuple[Any, Any, bool]] = [
        ("a", {}, True),
        ("a", {"dialect": "google"}, False),
        (["d", "b-c"], {}, False),
        (("d",), {}, True),
        ("b-c", {"byte_limit": 20}, True),
        ("b-c-d", {}, False),
        ("b-c-d", {"agent_fallback": False}, True),
    ]
    for agent, options, allowed in cases:
        assert verdicts(["https://h/x"], files, agent, **options).to_pydict()["allowed"] == [allowed], (agent, options)


def test_bodies_and_rows_of_any_kind(tmp_path: Path) -> None:
    path = tmp_path / "robots.txt"
    path.write_bytes(RULES)
    rules = (False, 2, "rule")
    cases: list[tuple[Any, tuple[bool | None, int | None, str]]] = [
        (("https://h", 200, RULES), rules),
        (("https://h", 200, RULES.decode()), rules),
        (("https://h", 200, path), rules),
        (["https://h", 200, path], rules),
        (("https://h", 200, tmp_path / "missing"), (False, None, "unreadable-body")),
        (("https://h", 200, tmp_path), (False, None, "unreadable-body")),
        (("https://h", 200, 3), (False, None, "invalid-body")),
        (("https://h", "200", RULES), (False, None, "invalid-status")),
        (("https://h", 2.5, RULES), (False, None, "invalid-status")),
        (("https://h", 1 << 70, RULES), (False, None, "invalid-status")),
        # A host without a scheme is the site of both.
        (("h", 200, RULES), rules),
        (("h/robots.txt", 200, RULES), rules),
        (("H:443/robots.txt", 200, RULES), rules),
        (("h:444", 200, RULES), (False, None, "not-fetched")),
    ]
    urls = ["https://h/private/x"]
    for row, expected in cases:
        answers = verdicts(urls, [row], "MyBot")
        assert (rows(answers), answers.ignored_files) == ([expected], []), row
    assert rows(verdicts(["http://h/private/x", "https://h/private/x"], {"h": path}, "MyBot")) == [rules, rules]
    assert rows(verdicts(urls, {"https://h": RULES, "x": 3}, "MyBot")) == [rules]  # type: ignore[arg-type]


def test_useless_rows_are_listed() -> None:
    useless: list[Any] = [
        "https://h", ("https://h", 200), None, 3, ("https://h", 200, RULES), (None, 200, RULES), ("/robots.txt", 200, RULES),
        ("", 200, RULES), ("mailto:a@h", 200, RULES), ("a@h/robots.txt", 200, RULES), ("no host", 200, RULES), ("http://", 200, RULES),
    ]  # fmt: skip
    answers = verdicts(["https://h/private/x"], useless, "MyBot")
    assert rows(answers) == [(False, 2, "rule")]
    no_row, no_url, no_host = "not a row (url, status, body)", "no URL", "no host"
    assert answers.ignored_files == [
        *((row, no_row) for row in range(4)), (5, no_url), *((row, no_host) for row in range(6, 12)),
    ]  # fmt: skip


def test_progress_is_reported() -> None:
    urls = ["https://h/private/x"] * 600_000
    for many in (urls, iter(urls)):
        seen: list[int] = []
        assert len(verdicts(many, {"h": RULES}, "MyBot", progress=seen.append)) == 600_000
        assert seen == sorted(seen) and seen[-1] == 600_000

    def stop(rows: int) -> None:
        raise RuntimeError(f"stopped at {rows}")

    with pytest.raises(RuntimeError, match="stopped at"):
        verdicts(urls, {"h": RULES}, "MyBot", progress=stop)


def test_a_name_is_cut_for_the_google_dialect() -> None:
    text = "User-agent: MyBot\nDisallow: /private/\n\nUser-agent: M2Bot\nDisallow: /\n"
    for agent, allowed in (("MyBot/1.0", False), ("Mozilla/5.0 (compatible; MyBot/1.0)", False), ("M2Bot/2", False), ("*", True), ("OtherBot/1.0", True)):
        assert verdicts(["https://h/private/x"], {"h": text}, agent, dialect="google").to_pydict()["allowed"] == [allowed], agent


PIECES = ["http", "https", "ftp", "foo", "file", ":", "/", "//", "\\", "a", "B.c", "h", "ü", "@", ":80", ":443", "?", "#", " ", "\t", "%41", "[::1]", "1", "."]


def test_the_table_of_spellings_agrees_with_parsing() -> None:
    """Compares the shortcut, which looks up spellings of origins without parsing, with a naive loop."""
    dice = random.Random(34)
    urls = ["".join(dice.choices(PIECES, k=dice.randint(1, 9))) for _ in range(20_000)]
    urls += [f"{scheme}://{''.join(dice.choices(PIECES, k=4))}" for scheme in ("http", "https", "file", "foo") for _ in range(5_000)]
    scopes: list[str | None] = []
    for url in urls:
        try:
            scopes.append(str(Scope.of_page(url)))
        except ValueError:
            scopes.append(None)
    known = sorted({scope for scope in scopes if scope})
    assert len(known) > 100
    # Each site allows a different path, so that using another site's file would be noticed.
    files: list[Any] = [(scope, 400 + number % 7, None) if number % 2 else (scope, 500 + number % 99, None) for number, scope in enumerate(known)]
    status = {scope: status for scope, status, _ in files}
    found = verdicts(urls, files, "MyBot").to_pydict()
    for url, scope, reason, allowed in zip(urls, scopes, found["reason"], found["allowed"]):
        if scope is None:
            assert (reason, allowed) == ("invalid-url", None), url
        elif reason != "robots-txt":
            assert reason == f"status-{status[scope]}", url
            assert allowed == Access.from_response(status[scope]).allowed("MyBot", "/"), url
