"""Runs the same Spark job on this machine with robots_exclusion and with Protego.

Both process the same groups: a site's URLs and its file. They differ only in the parser and in
how URLs are passed to it.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

import inputs
from robots_exclusion import spark as robots_spark

AGENT = inputs.AGENTS[1]
Table = tuple[str, list[str], list[list[str]]]


@contextmanager
def session() -> Iterator[SparkSession]:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[2]")
    settings = {
        "spark.driver.memory": "3g",
        "spark.ui.enabled": "false",
        "spark.log.level": "ERROR",
        "spark.sql.shuffle.partitions": "4",
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    try:
        yield spark
    finally:
        spark.stop()


def protego(urls: DataFrame, files: DataFrame, agent: str) -> DataFrame:
    """Like `robots_exclusion.spark.verdicts`, but with Protego."""
    from protego import Protego

    def judge(key: Any, urls: pa.Table, files: pa.Table) -> pa.Table:
        robots = Protego.parse(files["body"][0].as_py().decode("utf-8-sig", "ignore"))
        allowed = [robots.can_fetch(url, agent) for url in urls["url"].to_pylist()]
        return pa.table({"url": urls["url"], "allowed": pa.array(allowed, pa.bool_())})

    keyed_urls, keyed_files = robots_spark._spread(urls, files, "url", None)
    key = (robots_spark._SITE, robots_spark._PART)
    groups = keyed_urls.groupBy(*key).cogroup(keyed_files.groupBy(*key))
    return groups.applyInArrow(judge, "url string, allowed boolean")


def groups_only(urls: DataFrame, files: DataFrame) -> DataFrame:
    """Runs the job without a parser, to measure the cost of Spark itself."""

    def judge(key: Any, urls: pa.Table, files: pa.Table) -> pa.Table:
        return pa.table({"url": urls["url"], "allowed": pa.repeat(True, urls.num_rows)})

    keyed_urls, keyed_files = robots_spark._spread(urls, files, "url", None)
    key = (robots_spark._SITE, robots_spark._PART)
    groups = keyed_urls.groupBy(*key).cogroup(keyed_files.groupBy(*key))
    return groups.applyInArrow(judge, "url string, allowed boolean")


def race(sites: list[inputs.Site], decisions: int, rounds: int) -> Table:
    per_site = -(-decisions // len(sites))
    with session() as spark:
        files = spark.createDataFrame(
            [(site.origin, 200, site.body) for site in sites], "url string, status int, body binary"
        )
        # If there are too few pages, each is repeated with different queries.
        pages = spark.createDataFrame(
            [(site.pages[:per_site],) for site in sites], "pages array<string>"
        ).select(F.explode("pages").alias("url"))
        again = -(-per_site // len(sites[0].pages))
        pages = pages.crossJoin(spark.range(again)).select(F.concat("url", F.lit("&"), "id").alias("url"))
        folder = Path(os.environ.get("TMPDIR", "/tmp")) / f"robots-compare-{os.getpid()}"
        try:
            pages.repartition(4).write.parquet(str(folder / "urls"))
            files.write.parquet(str(folder / "files"))
            pages, files = spark.read.parquet(str(folder / "urls")), spark.read.parquet(str(folder / "files"))
            count = pages.count()
            check(sites, pages.where(F.pmod(F.xxhash64("url"), F.lit(200)) == 0), files)
            jobs: dict[str, Callable[[], DataFrame]] = {
                "robots_exclusion, large sites counted first": lambda: robots_spark.verdicts(pages, files, AGENT),
                "robots_exclusion, `urls_per_group=None`": lambda: robots_spark.verdicts(
                    pages, files, AGENT, urls_per_group=None
                ),
                "Protego": lambda: protego(pages, files, AGENT),
                "no parser: what Spark itself takes": lambda: groups_only(pages, files),
            }
            best = dict.fromkeys(jobs, (float("inf"), float("inf")))
            # The first round warms up the virtual machine and is not measured.
            for number in range(rounds + 1):
                for name, job in jobs.items():
                    took = clocked(lambda job=job: job().write.format("noop").mode("overwrite").save())  # type: ignore[misc]
                    if number > 0:
                        best[name] = min(best[name], took)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    title = f"A Spark job of {count:,} decisions about {len(sites):,} files, `local[2]`"
    rows = [
        [name, f"{processor / count * 1e6:,.2f} µs", f"{processor:,.1f} s", f"{wall:,.1f} s"]
        for name, (processor, wall) in best.items()
    ]
    return title, ["", "processor, a decision", "processor", "wall clock"], rows


def check(sites: list[inputs.Site], pages: DataFrame, files: DataFrame) -> None:
    """Checks that each parser gives the same answers in Spark as in a loop."""
    from contestants import GOOGLE, PROTEGO

    # Files are cut in Spark, one byte after the limit.
    body = {site.origin: site.body[:512_001] for site in sites}
    ours = robots_spark.verdicts(pages, files, AGENT, dialect="google")
    for contestant, answers in ((GOOGLE, ours), (PROTEGO, protego(pages, files, AGENT))):
        rows = answers.collect()
        assert rows
        for row in rows:
            text = body["/".join(row["url"].split("/", 3)[:3])]
            if len(text) <= 512_000:
                assert row["allowed"] == contestant.ask(text, AGENT, row["url"]), (contestant.name, row["url"])


def skew(count: int) -> Table:
    """Measures one site with this many URLs, in one group and spread over several."""
    rules = b"User-agent: *\n" + b"".join(b"Disallow: /private/%d/\n" % number for number in range(100))
    rows = []
    for per_group in (100_000, None):
        # Each run has new workers, because their memory is measured.
        with session() as spark:
            path = F.concat(F.lit("https://large.example/private/"), F.col("id") % 200, F.lit("/page-"), "id")
            urls = spark.range(0, count, numPartitions=8).select(path.alias("url"))
            files = spark.createDataFrame([("https://large.example", 200, rules)], "url string, status int, body binary")
            found: list[Any] = []

            def job() -> None:
                answers = robots_spark.verdicts(urls, files, AGENT, urls_per_group=per_group)
                found.extend(answers.groupBy("allowed", "reason").count().collect())

            name = "in one group" if per_group is None else f"in groups of about {per_group:,}"
            try:
                processor, wall = clocked(job)
            except Exception as error:
                rows.append([name, type(error).__name__, "", ""])
                continue
            assert {(row["allowed"], row["reason"]): row["count"] for row in found} == {
                (False, "rule"): count // 2,
                (True, "no-rule"): count // 2,
            }
            most = max(peak for pid, peak in workers().items())
            rows.append([name, f"{most / 1024:,.0f} MiB", f"{processor:,.1f} s", f"{wall:,.1f} s"])
    return (
        f"One site of {count:,} URLs in Spark, `local[2]`",
        ["", "most memory of a worker", "processor", "wall clock"],
        rows,
    )


def clocked(job: Callable[[], object]) -> tuple[float, float]:
    """Returns the CPU time of this process and its descendants, and the wall-clock time."""
    processor, wall = processor_time(), time.perf_counter()
    job()
    return processor_time() - processor, time.perf_counter() - wall


def descendants() -> dict[int, list[str]]:
    """Returns all descendants of this process, with the fields of /proc/*/stat."""
    stats: dict[int, list[str]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            stats[int(path.parent.name)] = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # The process has ended.
    tree = {os.getpid()}
    while found := {pid for pid, stat in stats.items() if int(stat[1]) in tree and pid not in tree}:
        tree |= found
    return {pid: stats[pid] for pid in tree if pid in stats}


def processor_time() -> float:
    """Returns the CPU time, including children that have ended."""
    ticks = sum(sum(map(int, stat[11:15])) for stat in descendants().values())
    return ticks / os.sysconf("SC_CLK_TCK")


def workers() -> dict[int, int]:
    """Returns the peak memory of each Python worker, in KiB."""
    peaks = {}
    for pid in descendants():
        try:
            command = Path(f"/proc/{pid}/cmdline").read_bytes()
            status = Path(f"/proc/{pid}/status").read_text()
        except OSError:
            continue
        peak = re.search(r"^VmHWM:\s+(\d+) kB$", status, re.MULTILINE)
        if b"pyspark" in command and b"java" not in command and peak:
            peaks[pid] = int(peak[1])
    return peaks
