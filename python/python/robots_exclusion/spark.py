"""robots.txt in Spark: one crawler's verdicts for a table of URLs.

Two tables meet: URLs, and what fetching robots.txt files came to. Each file
travels to the group of the URLs that it covers, once, and is parsed there once::

    from robots_exclusion.spark import verdicts

    urls = spark.read.parquet("urls")          # url: string, and any other columns
    files = spark.read.parquet("robots_txt")   # url: string, status: int, body: binary or string
    answers = verdicts(urls, files, "MyBot")   # the columns of urls, and allowed, line, reason
    answers.groupBy("allowed", "reason").count().show()

Needs PySpark 4.0 with pandas and pyarrow, and this package on the workers: the
wheel has no dependency.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import functions as F
from pyspark.sql.types import BooleanType, IntegerType, StringType, StructField, StructType

from . import Access, Scope

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

__all__ = ["verdicts"]

_SITE = "__robots_site"
_PART = "__robots_part"

_NO_SITE = ""
"""The site of what is not an absolute URL with a host."""

_RESULT = [
    StructField("allowed", BooleanType(), nullable=False),
    StructField("line", IntegerType()),
    StructField("reason", StringType(), nullable=False),
]

_BYTE_LIMIT = 512_000
"""How much of a file is obeyed (RFC 9309 section 2.5); one byte more shows that it was cut."""

_ORIGIN = r"^[A-Za-z][A-Za-z0-9+.-]*://[^/?#\\\s\x00-\x20]+(?=[/?#]|$)"
"""The beginning of a URL that has the same scope as the URL, where that can be told by its looks."""


def verdicts(
    urls: DataFrame,
    files: DataFrame,
    agent: str | Sequence[str],
    *,
    dialect: Literal["standard", "google"] = "standard",
    url_column: str = "url",
    urls_per_group: int | None = 100_000,
) -> DataFrame:
    """What the crawler may fetch: ``urls`` with the columns ``allowed``, ``line`` and ``reason``.

    ``files`` has a row for each robots.txt, with the columns

    - ``url``: where it was first asked for, ``https://example.com/robots.txt``; any
      other URL of the site says the same;
    - ``status``: the status code at the end of the redirects; null if there was no
      answer;
    - ``body``: what was sent, as ``binary`` or ``string``; of a file 500 KiB are
      obeyed, and no more is shuffled.

    A file covers the URLs of its scheme, host and port. In the result

    - ``allowed`` is true or false, never null;
    - ``line`` is that of the rule that decided, if one did;
    - ``reason`` is one of

      ================ ======= ====================================================
      reason           allowed
      ================ ======= ====================================================
      ``rule``         either  the rule at ``line`` decided
      ``no-rule``      true    no rule of the crawler's group matches
      ``no-group``     true    the file has no group for the crawler
      ``robots-txt``   true    the URL is that of the robots.txt itself
      ``status-404``   true    there is no file; so for any 4xx but 407 and 429
      ``status-503``   false   the file could not be had; so for 407, 429, every 5xx,
                               and what is not the end of a fetch (1xx, 206, 3xx)
      ``unreachable``  false   ``status`` is null
      ``not-fetched``  false   ``files`` has no row for the site
      ``invalid-url``  false   null, not an absolute URL, or one without a host
      ================ ======= ====================================================

    ``agent`` and ``dialect`` are as in :meth:`Robots.parse` and :meth:`Robots.matcher`.

    All URLs of a group are in the memory of one worker at once, so the URLs of
    a site are spread over as many groups as keep each at about ``urls_per_group``
    rows; its file travels to each of them. Which sites are that large is counted
    when this function is called, in a job of its own that reads the URLs once
    (cache them if that is expensive). ``None`` counts nothing and makes one group a
    site. Rows are spread by a hash of all their columns, so that a task that is run
    again spreads them in the same way; rows equal in all columns stay together.

    Raises ``ValueError`` if ``urls`` has columns of the names that are added; the job
    fails if a row of ``files`` has a URL without a site, or two rows of the same site
    say different things: choose the one you mean before.
    """
    taken = {field.name.lower() for field in _RESULT} | {_SITE, _PART}
    for name in urls.columns:
        if name.lower() in taken:
            raise ValueError(f"urls has a column {name} already: rename or drop it")
    if url_column not in urls.columns or urls.schema[url_column].dataType != StringType():
        raise ValueError(f"urls has no column {url_column} of type string")
    if urls_per_group is not None and urls_per_group < 1:
        raise ValueError(f"urls_per_group must be at least 1, not {urls_per_group}")
    # What is wrong with these shows here, and not in a worker.
    Access.from_response(200, b"", dialect=dialect).matcher(_agents(agent))

    # PySpark takes a dot in the name of a column it groups for that of a field.
    names = [f"column_{number}" for number in range(len(urls.columns))]
    page = names[urls.columns.index(url_column)]
    keyed_urls, keyed_files = _spread(urls.toDF(*names), files, page, urls_per_group)
    groups = keyed_urls.groupBy(_SITE, _PART).cogroup(keyed_files.groupBy(_SITE, _PART))
    columns = zip(names, (field.dataType for field in urls.schema))
    schema = StructType([*(StructField(name, type) for name, type in columns), *_RESULT])
    answers = groups.applyInArrow(_judge(_agents(agent), dialect, page, names), schema)
    return answers.toDF(*urls.columns, *(field.name for field in _RESULT))


def _spread(
    urls: DataFrame, files: DataFrame, url_column: str, urls_per_group: int | None
) -> tuple[DataFrame, DataFrame]:
    """Both tables with the site of each row, and the part of that site which it belongs to."""
    body = F.substring("body", 1, _BYTE_LIMIT + 1)
    files = files.select(F.col("url").cast("string"), F.col("status").cast("int"), body.alias("body"))
    keyed_files = _keyed(files, "url", required=True).drop("url")
    keyed_urls = _keyed(urls, url_column)

    parts = {} if urls_per_group is None else _parts(urls, url_column, urls_per_group)
    if not parts:
        return keyed_urls.withColumn(_PART, F.lit(0)), keyed_files.withColumn(_PART, F.lit(0))
    large = urls.sparkSession.createDataFrame(list(parts.items()), f"{_SITE} string, {_PART} int")
    row = F.xxhash64(*(F.col(field.name) for field in urls.schema if _can_be_hashed(field)))
    part = F.pmod(row, F.col(_PART)).cast("int")
    every_part = F.explode(F.sequence(F.lit(0), F.col(_PART) - 1))
    return _join(keyed_urls, large, part), _join(keyed_files, large, every_part)


def _agents(agent: str | Sequence[str]) -> str | list[str]:
    return agent if isinstance(agent, str) else list(agent)


def _can_be_hashed(field: StructField) -> bool:
    return re.search(r"\b(map<|variant)", field.dataType.simpleString()) is None


def _join(keyed: DataFrame, large: DataFrame, part: Column) -> DataFrame:
    """With the part of its site that each row belongs to; most sites have one."""
    joined = keyed.join(F.broadcast(large), _SITE, "left")
    return joined.withColumn(_PART, F.coalesce(F.col(_PART), F.lit(1))).withColumn(_PART, part)


def _keyed(rows: DataFrame, url_column: str, required: bool = False) -> DataFrame:
    """With a column for the site of each URL."""

    def add_site(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            urls = batch.column(batch.schema.get_field_index(url_column))
            sites = pa.array(Scope.of_pages_arrow(urls)).cast(pa.string())
            if required and sites.null_count:
                url = urls.filter(sites.is_null())[0]
                raise ValueError(f"files has a URL that is not like https://example.com/robots.txt: {url!r:.200}")
            yield batch.append_column(_SITE, sites.fill_null(_NO_SITE))

    return rows.mapInArrow(add_site, StructType([*rows.schema.fields, StructField(_SITE, StringType())]))


def _parts(urls: DataFrame, url_column: str, urls_per_group: int) -> dict[str, int]:
    """How many groups the URLs of each site are to make, where that is more than one."""
    # Most of the work is done in the JVM: only the origins as they are written, each
    # of them once, travel to Python.
    url = F.col(url_column)
    origin = F.regexp_extract(url, _ORIGIN, 0)
    written = F.when(origin == "", url).otherwise(origin)
    counted = urls.groupBy(written.alias("url")).agg(F.count("*").alias("urls"))
    total = F.sum("urls").alias("urls")
    large = _keyed(counted, "url").groupBy(_SITE).agg(total).where(F.col("urls") > urls_per_group)
    return {row[_SITE]: -(-row["urls"] // urls_per_group) for row in large.collect()}


def _judge(
    agent: str | list[str], dialect: Literal["standard", "google"], url_column: str, columns: list[str]
) -> Callable[[tuple[Any, ...], pa.Table, pa.Table], pa.Table]:
    """What is done with each group: with its URLs, and with the file that covers them."""

    def judge(key: tuple[Any, ...], urls: pa.Table, files: pa.Table) -> pa.Table:
        site = key[0].as_py()
        # Where nothing is asked, nothing is parsed.
        access, unavailable = _access(site, files if urls.num_rows else files[:0], dialect)
        urls = urls.select(columns)
        answers = pa.table(access.matcher(agent).verdicts_arrow(urls[url_column]))
        reason = answers["reason"]
        reason = pc.if_else(pc.equal(reason, "unavailable"), unavailable, reason)
        if site == _NO_SITE:
            rows = urls.num_rows
            allowed, line = pa.repeat(False, rows), pa.nulls(rows, pa.int32())
            reason = pa.repeat("invalid-url", rows)
        else:
            allowed, line = answers["allowed"], answers["line"].cast(pa.int32())
        for field, column in zip(_RESULT, (allowed, line, reason)):
            urls = urls.append_column(field.name, column)
        # Spark sends points in time in the zone of the session, and takes them in UTC alone.
        return urls.cast(pa.schema([field.with_type(_in_utc(field.type)) for field in urls.schema]))

    return judge


def _in_utc(kind: pa.DataType) -> pa.DataType:
    """The type with UTC as the zone of every point in time in it."""
    if pa.types.is_timestamp(kind) and kind.tz is not None:
        return pa.timestamp(kind.unit, "UTC")
    if pa.types.is_list(kind):
        return pa.list_(kind.value_field.with_type(_in_utc(kind.value_type)))
    if pa.types.is_map(kind):
        key, item = kind.key_field, kind.item_field
        return pa.map_(key.with_type(_in_utc(key.type)), item.with_type(_in_utc(item.type)))
    if pa.types.is_struct(kind):
        return pa.struct([field.with_type(_in_utc(field.type)) for field in kind])
    return kind


def _access(site: str, files: pa.Table, dialect: Literal["standard", "google"]) -> tuple[Access, str]:
    """What there is to obey, and the reason to give where there is no file."""
    found = {(row["status"], row["body"]) for row in files.select(["status", "body"]).to_pylist()}
    if not found:
        return Access.not_fetched(), "not-fetched"
    if len(found) > 1:
        raise ValueError(f"files has {len(found)} rows for {site} that say different things: choose one of them")
    (status, body) = found.pop()
    if status is None:
        return Access.unreachable(), "unreachable"
    if not 100 <= status <= 999:
        return Access.broken(), f"status-{status}"
    return Access.from_response(status, body or b"", dialect=dialect), f"status-{status}"
