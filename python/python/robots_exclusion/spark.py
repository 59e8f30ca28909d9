"""One crawler's verdicts for a table of URLs in Spark.

This joins two tables: URLs, and the results of fetching robots.txt files. Each file is sent to every group of URLs
that it covers, and is parsed once for each of them::

    from robots_exclusion.spark import verdicts

    urls = spark.read.parquet("urls")          # url: string, and any other columns
    files = spark.read.parquet("robots_txt")   # url: string, status: int, body: binary or string
    answers = verdicts(urls, files, "MyBot")   # the columns of urls, and allowed, line, reason
    answers.groupBy("allowed", "reason").count().show()

You need PySpark 4.0 with pandas and pyarrow, and this package on the workers. The wheel has no dependencies.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

import pyarrow as pa
from pyspark.sql import functions as F
from pyspark.sql.types import BooleanType, IntegerType, StringType, StructField, StructType

from . import Access, Dialect, Scope
from . import verdicts as _verdicts

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

__all__ = ["verdicts"]

_SITE = "__robots_site"
_PART = "__robots_part"

_NO_SITE = ""
"""The site of a URL that is not absolute or has no host."""

_RESULT = [
    StructField("allowed", BooleanType()),
    StructField("line", IntegerType()),
    StructField("reason", StringType(), nullable=False),
]

_BYTE_LIMIT = 512_000
"""The bytes of a file that are read (RFC 9309 section 2.5); one byte more shows that the file was cut."""

_ORIGIN = r"^[A-Za-z][A-Za-z0-9+.-]*://[^/?#\\\s\x00-\x20]+(?=[/?#]|$)"
"""Matches the start of a URL, which determines its scope for most URLs."""


def verdicts(
    urls: DataFrame,
    files: DataFrame,
    agent: str | Sequence[str],
    *,
    dialect: Dialect = "standard",
    url_column: str = "url",
    urls_per_group: int | None = 100_000,
    on_conflict: Literal["disallow", "error"] = "disallow",
) -> DataFrame:
    """Returns ``urls`` with the columns ``allowed``, ``line`` and ``reason``. This is lazy: the call doesn't start a
    job.

    ``files`` has one row for each robots.txt, with the columns

    - ``url``: the URL that was requested first, ``https://example.com/robots.txt``, or any other URL on the site;
    - ``status``: the status code after redirects, or null if there was no response;
    - ``body``: the decoded content, as ``binary`` or ``string``. At most 500 KiB are read, and no more than that is
      shuffled.

    For the result columns and the reasons, see :func:`robots_exclusion.verdicts`. ``allowed`` is null if the URL is
    null or invalid, and false if ``files`` has no row for its site. Rows of ``files`` without a valid URL are ignored.
    If two rows for one site differ, the site is disallowed, or ``on_conflict="error"`` makes the job fail. ``agent``
    and ``dialect`` work as in :meth:`Robots.matcher` and :meth:`Robots.parse`.

    All URLs in a group are in one worker's memory at the same time. A large site's URLs are therefore spread over
    groups of about ``urls_per_group`` rows by a hash of all columns, and its file is sent to each group. To find the
    large sites, the query reads ``urls`` a second time (cache it if that is expensive). With ``None``, there is one
    group per site.

    Raises ``ValueError`` if a required column is missing, or if a column to be added already exists.
    """
    taken = {field.name.lower() for field in _RESULT} | {_SITE, _PART}
    for name in urls.columns:
        if name.lower() in taken:
            raise ValueError(f"urls has a column {name} already: rename or drop it")
    if url_column not in urls.columns or urls.schema[url_column].dataType != StringType():
        raise ValueError(f"urls has no column {url_column} of type string")
    for name in ("url", "status", "body"):
        if name not in files.columns:
            raise ValueError(f"files has no column {name}")
    if urls_per_group is not None and urls_per_group < 1:
        raise ValueError(f"urls_per_group must be at least 1, not {urls_per_group}")
    if on_conflict not in ("disallow", "error"):
        raise ValueError(f"on_conflict must be 'disallow' or 'error', not {on_conflict!r}")
    # Invalid arguments fail here, not in a worker.
    Access.from_response(200, b"", dialect=dialect).matcher(_agents(agent))

    # PySpark reads a dot in the name of a grouped column as a field access.
    names = [f"column_{number}" for number in range(len(urls.columns))]
    page = names[urls.columns.index(url_column)]
    keyed_urls, keyed_files = _spread(urls.toDF(*names), files, page, urls_per_group)
    groups = keyed_urls.groupBy(_SITE, _PART).cogroup(keyed_files.groupBy(_SITE, _PART))
    columns = zip(names, (field.dataType for field in urls.schema))
    schema = StructType([*(StructField(name, type) for name, type in columns), *_RESULT])
    answers = groups.applyInArrow(_judge(_agents(agent), dialect, on_conflict, page, names), schema)
    return answers.toDF(*urls.columns, *(field.name for field in _RESULT))


def _spread(
    urls: DataFrame, files: DataFrame, url_column: str, urls_per_group: int | None
) -> tuple[DataFrame, DataFrame]:
    """Returns both tables with the site of each row, and the part of that site that the row belongs to."""
    body = F.substring("body", 1, _BYTE_LIMIT + 1)
    files = files.select(F.col("url").cast("string"), F.col("status").try_cast("int"), body.alias("body"))
    keyed_files = _keyed(files, "url").where(F.col(_SITE) != _NO_SITE)
    keyed_urls = _keyed(urls, url_column)
    if urls_per_group is None:
        return keyed_urls.withColumn(_PART, F.lit(0)), keyed_files.withColumn(_PART, F.lit(0))
    large = _parts(urls, url_column, urls_per_group)
    row = F.xxhash64(*(F.col(field.name) for field in urls.schema if _can_be_hashed(field)))
    part = F.pmod(row, F.col(_PART)).cast("int")
    every_part = F.explode(F.sequence(F.lit(0), F.col(_PART) - 1))
    return _join(keyed_urls, large, part), _join(keyed_files, large, every_part)


def _agents(agent: str | Sequence[str]) -> str | list[str]:
    return agent if isinstance(agent, str) else list(agent)


def _can_be_hashed(field: StructField) -> bool:
    return re.search(r"\b(map<|variant)", field.dataType.simpleString()) is None


def _join(keyed: DataFrame, large: DataFrame, part: Column) -> DataFrame:
    """Adds the part of its site that each row belongs to. Most sites have one part."""
    joined = keyed.join(F.broadcast(large), _SITE, "left")
    return joined.withColumn(_PART, F.coalesce(F.col(_PART), F.lit(1))).withColumn(_PART, part)


def _keyed(rows: DataFrame, url_column: str) -> DataFrame:
    """Adds a column with the site of each URL."""

    def add_site(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            urls = batch.column(batch.schema.get_field_index(url_column))
            sites = pa.array(Scope.of_pages_arrow(urls)).cast(pa.string())
            yield batch.append_column(_SITE, sites.fill_null(_NO_SITE))

    return rows.mapInArrow(add_site, StructType([*rows.schema.fields, StructField(_SITE, StringType())]))


def _parts(urls: DataFrame, url_column: str, urls_per_group: int) -> DataFrame:
    """Returns the number of groups for each site that needs more than one, without starting a job."""
    # The JVM does most of the work: only distinct origins, as written, are sent to Python.
    url = F.col(url_column)
    origin = F.regexp_extract(url, _ORIGIN, 0)
    written = F.when(origin == "", url).otherwise(origin)
    counted = urls.groupBy(written.alias("url")).agg(F.count("*").alias("urls"))
    large = _keyed(counted, "url").groupBy(_SITE).agg(F.sum("urls").alias("urls"))
    parts = F.ceil(F.col("urls") / urls_per_group).cast("int").alias(_PART)
    return large.where(F.col("urls") > urls_per_group).select(_SITE, parts)


def _judge(
    agent: str | list[str],
    dialect: Dialect,
    on_conflict: Literal["disallow", "error"],
    url_column: str,
    columns: list[str],
) -> Callable[[tuple[Any, ...], pa.Table, pa.Table], pa.Table]:
    """Returns the function that decides a group of URLs, given the files that cover them."""

    def judge(key: tuple[Any, ...], urls: pa.Table, files: pa.Table) -> pa.Table:
        urls = urls.select(columns)
        files = files.select(["url", "status", "body"])
        answers = pa.table(_verdicts(urls[url_column], files, agent, dialect=dialect, on_conflict=on_conflict))
        for field, column in zip(_RESULT, (answers["allowed"], answers["line"].cast(pa.int32()), answers["reason"])):
            urls = urls.append_column(field.name, column)
        # Spark sends timestamps in the zone of the session, and accepts them in UTC only.
        return urls.cast(pa.schema([field.with_type(_in_utc(field.type)) for field in urls.schema]))

    return judge


def _in_utc(kind: pa.DataType) -> pa.DataType:
    """Returns the type with UTC as the zone of each timestamp in it."""
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
