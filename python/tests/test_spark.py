"""Tests with a local Spark."""

from __future__ import annotations

import datetime
import decimal
import os
import random
import shutil
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("pyspark", reason="PySpark is not installed: not tested in it")
if "JAVA_HOME" not in os.environ and shutil.which("java") is None:
    pytest.skip("there is no Java: not tested in Spark", allow_module_level=True)

from pyspark.errors import PythonException
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

from robots_exclusion import Access, Scope
from robots_exclusion import spark as robots_spark
from robots_exclusion.spark import verdicts

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

File = tuple[str | None, int | None, bytes | None]
"""URL, status, body."""

RULES = b"User-agent: *\nDisallow: /private/\nAllow: /private/open\n"


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    settings = {
        "spark.driver.memory": "1g",
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "2",
        "spark.log.level": "ERROR",
        "spark.sql.session.timeZone": "America/Lima",
        # The jobs are so small that code generation would take most of the time.
        "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
        "spark.sql.codegen.factoryMode": "NO_CODEGEN",
        "spark.sql.codegen.wholeStage": "false",
        "spark.sql.adaptive.enabled": "false",
        # Several batches per group.
        "spark.sql.execution.arrow.maxRecordsPerBatch": "1000",
    }
    builder = SparkSession.builder.master("local[2]")
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    yield session
    session.stop()


def files_of(spark: SparkSession, files: Iterable[File]) -> DataFrame:
    return spark.createDataFrame(list(files), "url string, status int, body binary")


def urls_of(spark: SparkSession, urls: Iterable[str | None]) -> DataFrame:
    return spark.createDataFrame([(url,) for url in urls], "url string")


Answer = tuple[bool | None, int | None, str]


def answers(
    spark: SparkSession, urls: Sequence[str | None], files: Iterable[File], agent: Any = "ExampleBot", **options: Any
) -> dict[str | None, Answer]:
    rows = verdicts(urls_of(spark, urls), files_of(spark, files), agent, **options).collect()
    assert len(rows) == len(urls)
    return {row["url"]: (row["allowed"], row["line"], row["reason"]) for row in rows}


def test_each_url_gets_a_verdict_and_a_reason(spark: SparkSession) -> None:
    site = "https://example.com"
    expected: dict[str | None, Answer] = {
        f"{site}/private/x": (False, 2, "rule"),
        f"{site}/private/open": (True, 3, "rule"),
        f"{site}/": (True, None, "no-rule"),
        site: (True, None, "no-rule"),
        f"{site}/robots.txt": (True, None, "robots-txt"),
        "HTTPS://user@EXAMPLE.com:443/private/x#y": (False, 2, "rule"),
        "https://müller.example/private/": (False, 2, "rule"),
        "https://nogroup.example/private/": (True, None, "no-group"),
        # A different scheme, port or subdomain is a different site.
        "http://example.com/private/x": (False, None, "not-fetched"),
        "https://example.com:8443/": (False, None, "not-fetched"),
        "https://www.example.com/": (False, None, "not-fetched"),
        "https://www.example.com/robots.txt": (True, None, "robots-txt"),
        # Values that are not URLs covered by a robots.txt.
        None: (None, None, "null"),
        "": (None, None, "invalid-url"),
        "/private/x": (None, None, "invalid-url"),
        "example.com/": (None, None, "invalid-url"),
        "https://": (None, None, "invalid-url"),
        "mailto:a@example.com": (None, None, "invalid-url"),
        "file:///robots.txt": (None, None, "invalid-url"),
    }
    files: list[File] = [
        (f"{site}/robots.txt", 200, RULES),
        ("https://xn--mller-kva.example", 200, RULES),
        ("https://nogroup.example/any/page", 200, b"User-agent: otherbot\nDisallow: /\n"),
        ("https://without-urls.example", 200, RULES),
    ]
    assert answers(spark, list(expected), files) == expected


def test_meaning_of_statuses_in_tables(spark: SparkSession) -> None:
    bodies: list[bytes | None] = [RULES, b"", None]
    statuses = [None, -1, 0, 100, 200, 201, 204, 206, 301, 304, 401, 403, 404, 407, 410, 429, 500, 503, 599, 600, 70_000]
    cases = {
        f"https://host-{number}.example": (status, body)
        for number, (status, body) in enumerate((status, body) for status in statuses for body in bodies)
    }
    found = answers(
        spark,
        [f"{site}/private/x" for site in cases],
        [(site, status, body) for site, (status, body) in cases.items()],
    )
    for site, (status, body) in cases.items():
        allowed, line, reason = found[f"{site}/private/x"]
        if status is None:
            assert (allowed, line, reason) == (False, None, "unreachable")
            continue
        if body is None and status in (200, 201):
            assert (allowed, line, reason) == (False, None, "no-body")
            continue
        in_range = 100 <= status <= 999
        access = Access.from_response(status, body or b"") if in_range else Access.broken()
        verdict = access.verdict("ExampleBot", f"{site}/private/x")
        assert (allowed, line) == (verdict.allowed, verdict.line), (status, body)
        assert reason == (f"status-{status}" if access.robots is None else verdict.reason), (status, body)


def test_agent_and_dialect_are_respected(spark: SparkSession) -> None:
    url = "https://example.com/a"
    files: list[File] = [("https://example.com", 200, b"User-agent: a\nAllow: /b\nDisalow: /a\n\nUser-agent: b-c\nDisallow: /\n")]
    for agent, dialect, allowed in [
        ("a", "standard", True),
        ("a", "google", False),
        ("b-c/1.0", "standard", False),
        # The name is cut to its product token in this dialect, too.
        ("b-c/1.0", "google", False),
        (["d", "b-c"], "standard", False),
        (("d",), "standard", True),
    ]:
        assert answers(spark, [url], files, agent, dialect=dialect)[url][0] == allowed, (agent, dialect)


def test_a_body_may_be_text_and_is_cut_at_the_limit(spark: SparkSession) -> None:
    long = "User-agent: *\nDisallow: /early\n" + "# padding\n" * 60_000 + "Disallow: /\n"
    for column in ("string", "binary"):
        body = long if column == "string" else long.encode()
        files = spark.createDataFrame([("https://example.com", 200, body)], f"url string, status long, body {column}")
        urls = urls_of(spark, ["https://example.com/early", "https://example.com/late"])
        rows = verdicts(urls, files, "ExampleBot").collect()
        assert {row["url"][-5:]: row["allowed"] for row in rows} == {"early": False, "/late": True}


def test_other_columns_are_unchanged(spark: SparkSession) -> None:
    utc = datetime.timezone.utc
    schema = """`web page` string, day date, at timestamp, local timestamp_ntz, price decimal(10, 2), tags array<string>,
        sizes map<string, timestamp>, place struct<x: double, y: array<timestamp>>, raw binary, `a``b.c` int, nothing string, url int"""
    row = (
        "https://example.com/private/x",
        datetime.date(2026, 1, 2),
        datetime.datetime(2026, 1, 2, 3, 4, 5, 6, utc),
        datetime.datetime(2026, 1, 2, 3, 4, 5, 6),
        decimal.Decimal("1.25"),
        ["a", "b"],
        {"a": datetime.datetime(2026, 1, 2, tzinfo=utc)},
        (1.5, [datetime.datetime(2026, 1, 2, tzinfo=utc)]),
        b"\x00\xff",
        7,
        None,
        3,
    )
    urls = spark.createDataFrame([row] * 5, schema)
    files = files_of(spark, [("https://example.com", 200, RULES)])
    for urls_per_group in (None, 2):
        result = verdicts(urls, files, "ExampleBot", url_column="web page", urls_per_group=urls_per_group)
        assert result.columns == [*urls.columns, "allowed", "line", "reason"]
        assert [field.dataType for field in result.schema][: len(row)] == [field.dataType for field in urls.schema]
        expected = [tuple(row) + (False, 2, "rule") for row in urls.collect()]
        assert [tuple(row) for row in result.collect()] == expected


def test_empty_tables(spark: SparkSession) -> None:
    assert answers(spark, [], []) == {}
    assert answers(spark, [], [("https://example.com", 200, RULES)]) == {}


def test_invalid_arguments_are_rejected(spark: SparkSession) -> None:
    urls = urls_of(spark, ["https://example.com/"])
    files = files_of(spark, [("https://example.com", 200, RULES)])
    with pytest.raises(ValueError, match="urls has a column Line already"):
        verdicts(urls.withColumn("Line", F.lit(1)), files, "ExampleBot")
    with pytest.raises(ValueError, match="urls has no column page of type string"):
        verdicts(urls, files, "ExampleBot", url_column="page")
    with pytest.raises(ValueError, match="files has no column status"):
        verdicts(urls, files.drop("status"), "ExampleBot")
    with pytest.raises(ValueError, match="on_conflict must be 'disallow' or 'error', not 'last'"):
        verdicts(urls, files, "ExampleBot", on_conflict="last")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="urls_per_group must be at least 1"):
        verdicts(urls, files, "ExampleBot", urls_per_group=0)
    with pytest.raises(ValueError, match="dialect"):
        verdicts(urls, files, "ExampleBot", dialect="yandex")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        verdicts(urls, files, [1])  # type: ignore[list-item]


def test_bad_rows_of_files_cover_nothing(spark: SparkSession) -> None:
    files: list[File] = [(None, 200, RULES), ("example.com", 200, RULES), ("https://example.com", 200, RULES)]
    assert answers(spark, ["https://example.com/"], files) == {"https://example.com/": (True, None, "no-rule")}
    # A status that is not a number means that there was no answer.
    text = spark.createDataFrame([("https://example.com", "oops", b"")], "url string, status string, body binary")
    [row] = verdicts(urls_of(spark, ["https://example.com/"]), text, "ExampleBot").collect()
    assert (row["allowed"], row["reason"]) == (False, "unreachable")


def test_a_bad_row_does_not_fail_the_job(spark: SparkSession, capfd: pytest.CaptureFixture[str]) -> None:
    """Every row that is null, invalid or without a body gets a reason, and the other rows are decided."""
    site = "https://example.com"
    files: list[File] = [
        (site, 200, RULES),
        (None, None, None),
        ("https://h:99999/", 200, RULES),
        ("https://no-status.example", None, RULES),
        ("https://no-body.example", 200, None),
        ("https://conflict.example", 200, RULES),
        ("https://conflict.example", None, None),
    ]
    expected: dict[str | None, Answer] = {
        f"{site}/private/x": (False, 2, "rule"),
        None: (None, None, "null"),
        "https://h:99999/": (None, None, "invalid-url"),
        "\x00": (None, None, "invalid-url"),
        "https://no-status.example/": (False, None, "unreachable"),
        "https://no-body.example/": (False, None, "no-body"),
        "https://conflict.example/": (False, None, "conflicting-files"),
    }
    for urls_per_group in (None, 1):
        assert answers(spark, list(expected), files, urls_per_group=urls_per_group) == expected
    with pytest.raises(PythonException) as error:
        answers(spark, list(expected), files, on_conflict="error")
    printed = capfd.readouterr()
    for text in (str(error.value), printed.out, printed.err):
        assert "<pyarrow" not in text, "messages contain values, not Arrow objects"


def test_contradicting_files_of_a_site(spark: SparkSession) -> None:
    url = "https://example.com/private/x"
    same: list[File] = [("https://example.com", 200, RULES), ("https://EXAMPLE.com:443/robots.txt", 200, RULES)]
    differ: list[File] = [*same, ("https://example.com", 404, None)]
    assert answers(spark, [url], same) == {url: (False, 2, "rule")}
    with pytest.raises(PythonException, match="files has rows for https://example.com that differ"):
        answers(spark, [url], differ, on_conflict="error")
    assert answers(spark, [url], differ) == {url: (False, None, "conflicting-files")}


def test_the_call_starts_no_job(spark: SparkSession) -> None:
    urls, files = urls_of(spark, ["https://example.com/"]), files_of(spark, [("https://example.com", 200, RULES)])
    spark.sparkContext.setJobGroup("lazy", "verdicts")
    answers = verdicts(urls, files, "ExampleBot", urls_per_group=1)
    tracker = spark.sparkContext.statusTracker()
    assert not tracker.getJobIdsForGroup("lazy")
    assert answers.count() == 1
    assert tracker.getJobIdsForGroup("lazy")


def test_a_large_site_is_split_into_groups_with_copies_of_its_file(spark: SparkSession) -> None:
    large, small, per_group = 20_000, 50, 2_000
    site = F.when(F.col("id") < large, F.lit("HTTPS://Large.example:443")).otherwise(
        F.concat(F.lit("https://small-"), F.col("id") % 7, F.lit(".example"))
    )
    path = F.when(F.col("id") % 2 == 0, F.lit("private/")).otherwise("")
    urls = spark.range(large + 7 * small).select("id", F.concat(site, F.lit("/"), path, "id").alias("url"))
    # There are also many URLs without a site.
    urls = urls.union(spark.range(large).select("id", F.concat(F.lit("/"), "id")))
    sites = ["https://large.example", *(f"https://small-{number}.example" for number in range(6))]
    files = files_of(spark, [(site, 200, RULES) for site in sites])

    keyed_urls, keyed_files = robots_spark._spread(urls, files, "url", per_group)
    key = (robots_spark._SITE, robots_spark._PART)
    groups = {(row[0], row[1]): row["count"] for row in keyed_urls.groupBy(*key).count().collect()}
    # URLs are distributed by a hash, so groups differ in size.
    assert max(groups.values()) < 1.15 * per_group
    assert Counter(site for site, _ in groups) == {
        "": 10,
        "https://large.example": 10,
        **{f"https://small-{number}.example": 1 for number in range(7)},
    }
    copies = [(row[0], row[1]) for row in keyed_files.select(*key).collect()]
    assert Counter(copies) == {group: 1 for group in groups if group[0] in sites}

    counted = verdicts(urls, files, "ExampleBot", urls_per_group=per_group).groupBy("allowed", "reason").count()
    assert {(row["allowed"], row["reason"]): row["count"] for row in counted.collect()} == {
        (False, "rule"): large // 2 + 6 * small // 2,
        (True, "no-rule"): large // 2 + 6 * small // 2,
        (False, "not-fetched"): small,
        (None, "invalid-url"): large,
    }


def test_spellings_of_a_site_are_counted_together(spark: SparkSession) -> None:
    written = [
        "https://a.example/x y",
        "https:/a.example/x",
        "https:a.example",
        "https:////a.example/x",
        " https://a.example",
        "https://\ta.example/x",
        "ht\ntps://a.example/x",
        "https:\\\\a.example\\x",
        "https://a.example\\x/y",
        "https://u@a.example?x",
        "https://u/@a.example#x",
        "https://a.example\n",
        "foo://a.example/x",
        "https://[::1]:8443/x",
        "https://",
        "/x",
        "",
    ]
    expected: Counter[str] = Counter({"": 1})
    for url in written:
        try:
            expected[str(Scope.of_page(url))] += 1
        except ValueError:
            expected[""] += 1
    assert len(expected) == 5
    parts = robots_spark._parts(urls_of(spark, [None, *written] * 2), "url", 1)
    found = {row[robots_spark._SITE]: row[robots_spark._PART] for row in parts.collect()}
    assert found == {site: 2 * count for site, count in expected.items()}


def file_names(random: random.Random) -> list[str]:
    """Returns typical paths."""
    parts = ["a", "private", "b%20c", "caf%C3%A9", "index.html", "x.php", "%7Euser", "search", "*", "$"]
    return ["/" + "/".join(random.choices(parts, k=random.randint(0, 3))) for _ in range(20)]


def generated_file(random: random.Random) -> bytes:
    lines = []
    for _ in range(random.randint(0, 4)):
        agents = random.choices(["*", "examplebot", "Googlebot", "example"], k=random.randint(1, 2))
        lines += [f"User-agent: {agent}" for agent in agents]
        for path in random.choices(file_names(random), k=random.randint(0, 6)):
            kind = random.choice(["Allow", "Disallow", "Disallow", "Disalow", "Crawl-delay"])
            lines.append(f"{kind}: {path}{random.choice(['', '*', '$', '/'])}")
    return "\n".join(lines).encode()


def real_files(random: random.Random) -> list[bytes]:
    """Returns some files of ROBOTS_CORPUS, or generated ones."""
    folder = os.environ.get("ROBOTS_CORPUS")
    if folder is None:
        return [generated_file(random) for _ in range(200)]
    paths = sorted(path for path in Path(folder).iterdir() if path.is_file())
    return [path.read_bytes() for path in random.sample(paths, min(len(paths), 400))]


@pytest.mark.parametrize("dialect", ["standard", "google"])
def test_spark_and_a_loop_give_the_same_answers(spark: SparkSession, dialect: Any) -> None:
    seed = 20260102
    dice = random.Random(seed)
    files: list[File] = []
    for number, body in enumerate(real_files(dice)):
        site = f"http{dice.choice(['', 's'])}://site-{number}.example{dice.choice(['', ':8080'])}"
        files.append((f"{site}/robots.txt", dice.choice([200, 200, 200, 200, 404, 503, None]), body))
    access: dict[str | None, Access] = {}
    for url, status, text in files:
        response = Access.unreachable()
        if status is not None:
            response = Access.from_response(status, text or b"", dialect=dialect)
        access[url] = response
    paths = [path for _ in range(5) for path in file_names(dice)]
    sites = [str(Scope.of_page(url or "")) for url, _, _ in files]
    urls = sorted({dice.choice(sites) + dice.choice(paths) for _ in range(5_000)})

    found = answers(spark, urls, files, "examplebot", dialect=dialect, urls_per_group=10)
    differ = []
    for page in urls:
        verdict = access[Scope.of_page(page).robots_txt_url].verdict("examplebot", page)
        allowed, line, _ = found[page]
        if (allowed, line) != (verdict.allowed, verdict.line):
            differ.append((page, found[page], str(verdict)))
    assert not differ, f"{len(differ)} of {len(urls)}, seed {seed}: {differ[:3]}"
    assert len({allowed for allowed, _, _ in found.values()}) == 2
