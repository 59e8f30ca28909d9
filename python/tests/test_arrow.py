"""URLs in and verdicts out as Arrow arrays."""

from __future__ import annotations

from typing import Any

import pytest

from robots_exclusion import Robots, Scope, verdicts

pa = pytest.importorskip("pyarrow")

MATCHER: Any = Robots.parse("user-agent: *\ndisallow: /private/\nallow: /private/x").matcher("MyBot")
URLS = ["/", "/private/", None, "https://example.com/private/x?é", ""]
ALLOWED = [True, False, None, True, True]
LINES = [None, 2, None, 3, None]
REASONS = ["no-rule", "rule", None, "rule", "no-rule"]


@pytest.mark.parametrize(
    "kind",
    [pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary_view()],
    ids=str,
)
def test_every_string_type_is_accepted(kind: Any) -> None:
    array = pa.array([None if url is None else url.encode() for url in URLS], pa.binary()).cast(pa.string()).cast(kind)
    assert array.type == kind
    assert pa.array(MATCHER.allowed_arrow(array)).to_pylist() == ALLOWED
    # Slices have offsets, and chunked arrays arrive as several arrays.
    assert pa.array(MATCHER.allowed_arrow(array.slice(1, 3))).to_pylist() == ALLOWED[1:4]
    chunked = pa.chunked_array([array, array.slice(0, 0), array.slice(2)])
    assert pa.array(MATCHER.allowed_arrow(chunked)).to_pylist() == ALLOWED + ALLOWED[2:]
    table = pa.table({"url": chunked})
    assert pa.array(MATCHER.allowed_arrow(table)).to_pylist() == ALLOWED + ALLOWED[2:]


def test_dictionaries_and_categories_are_accepted() -> None:
    plain = pa.array(URLS * 2)
    for array in (plain.dictionary_encode(), plain.dictionary_encode().slice(0, 0), pa.chunked_array([plain.dictionary_encode()])):
        assert pa.array(MATCHER.allowed_arrow(array)).to_pylist() == (ALLOWED * 2)[: len(array)]
    nothing = pa.DictionaryArray.from_arrays(pa.array([None, None], pa.int8()), pa.array([], pa.string()))
    assert pa.array(MATCHER.allowed_arrow(nothing)).to_pylist() == [None, None]
    wrong = pa.DictionaryArray.from_arrays(pa.array([0, 7], pa.int8()), pa.array(["/"]), safe=False)
    with pytest.raises(ValueError, match="valid Arrow array"):
        MATCHER.allowed_arrow(wrong)


def test_verdicts_are_a_table() -> None:
    verdicts = MATCHER.verdicts_arrow(pa.array(URLS))
    table = pa.table(verdicts)
    assert table.to_pydict() == {"allowed": ALLOWED, "line": LINES, "reason": REASONS}
    assert table.schema.types == [pa.bool_(), pa.uint32(), pa.string()]
    assert pa.schema(verdicts) == table.schema
    assert pa.record_batch(verdicts).num_rows == len(verdicts) == len(URLS)
    assert pa.RecordBatchReader.from_stream(verdicts).read_all() == table
    table.validate(full=True)
    assert repr(verdicts) == "<ArrowTable: 5 verdicts>"
    assert pa.table(MATCHER.verdicts_arrow(pa.array([], pa.string()))).num_rows == 0


def test_booleans_are_an_array() -> None:
    allowed = MATCHER.allowed_arrow(pa.array(URLS))
    array = pa.array(allowed)
    array.validate(full=True)
    assert (array.type, len(allowed), repr(allowed)) == (pa.bool_(), 5, "<ArrowArray: 5 of boolean>")
    assert pa.array(allowed).to_pylist() == ALLOWED, "it can be taken twice"
    assert pa.array(MATCHER.allowed_arrow(pa.nulls(3))).to_pylist() == [None] * 3


def test_origins_equal_scopes() -> None:
    pages = [
        "HTTP://user@Example.com:80/a",
        "https://www.müller.eu/",
        "foo://h:1/",
        "https://[::1]:8443",
        "/a",
        "",
        "mailto:a@b",
        "http://",
    ]
    origins: list[str | None] = []
    for page in pages:
        try:
            origins.append(str(Scope.of_page(page)))
        except ValueError:
            origins.append(None)
    assert origins.count(None) == 4
    for urls in (pa.array([*pages, None]), pa.chunked_array([pages, [None]])):
        array = pa.array(Scope.of_pages_arrow(urls))
        array.validate(full=True)
        assert array.to_pylist() == [*origins, None]
    with pytest.raises(TypeError, match="urls must be an Arrow array of strings"):
        Scope.of_pages_arrow(pa.array([1]))


def test_other_types_are_rejected() -> None:
    for urls, sentence in [
        (["/"], "urls must be an Arrow array of strings, not list"),
        (None, "urls must be an Arrow array of strings, not NoneType"),
        (pa.array([1]), "urls must be an Arrow array of strings, or a table of one such column, not int64"),
        (pa.table({"a": ["/"], "b": ["/"]}), "a table of one such column, not struct"),
        (pa.array([["/"]]), "not list"),
        (pa.array([1]).dictionary_encode(), "not int64"),
    ]:
        with pytest.raises(TypeError, match=sentence):
            MATCHER.allowed_arrow(urls)
    rows_missing = pa.array([{"url": "/"}, None])
    with pytest.raises(TypeError, match="not struct"):
        MATCHER.allowed_arrow(rows_missing)


def test_invalid_utf8_is_percent_encoded() -> None:
    text = "user-agent: *\ndisallow: /caf%E9\ndisallow: /%ED%A0%80"
    matcher = Robots.parse(text).matcher("MyBot")
    wrong = pa.array([b"/caf\xe9", b"/\xed\xa0\x80", b"/\xc3", "/café".encode()])
    unchecked = pa.Array.from_buffers(pa.string(), 4, wrong.buffers())
    for array in (wrong, unchecked):
        assert pa.array(matcher.allowed_arrow(array)).to_pylist() == [False, False, True, True]
    urls = [b"https://h" + url for url in wrong.to_pylist()]
    for many in (pa.array(urls), urls):
        assert verdicts(many, [("https://h", 200, text)], "MyBot").to_pydict()["allowed"] == [False, False, True, True]


def test_wrong_offsets_are_rejected() -> None:
    offsets = pa.array([0, 5, 2, 9], pa.int32()).buffers()[1]
    array = pa.Array.from_buffers(pa.string(), 3, [None, offsets, pa.py_buffer(b"/private/")])
    with pytest.raises(ValueError, match="[Oo]ffset"):
        MATCHER.allowed_arrow(array)


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.binary()], ids=str)
def test_an_empty_array_needs_no_offsets(kind: Any) -> None:
    """Arrow for Java omits them, so Spark 4.0 passes a group without rows like this."""
    nothing = pa.py_buffer(b"\xff" * 8)[:0]
    array = pa.Array.from_buffers(kind, 0, [None, nothing, nothing])
    matcher = Robots.parse("").matcher("MyBot")
    assert len(matcher.allowed_arrow(array)) == len(matcher.verdicts_arrow(array)) == len(Scope.of_pages_arrow(array)) == 0


def test_invalid_capsules_are_rejected(capfd: pytest.CaptureFixture[str]) -> None:
    class Array:
        def __init__(self, capsules: Any) -> None:
            self.capsules = capsules

        def __arrow_c_array__(self, requested_schema: object = None) -> Any:
            return self.capsules

    schema, array = pa.array(["/"]).__arrow_c_array__()
    taken = Array((schema, array))
    assert pa.array(MATCHER.allowed_arrow(taken)).to_pylist() == [True]
    with pytest.raises(ValueError, match="not a valid Arrow array"):
        MATCHER.allowed_arrow(taken)
    for capsules in (None, (), (schema,), ("a", "b"), (array, schema)):
        with pytest.raises((TypeError, ValueError, IndexError)):
            MATCHER.allowed_arrow(Array(capsules))
    assert capfd.readouterr().err == "", "no panic is printed"


def test_a_broken_stream_raises_its_error() -> None:
    def batches() -> Any:
        yield pa.record_batch({"url": ["/"]})
        raise RuntimeError("the source broke")

    reader = pa.RecordBatchReader.from_batches(pa.schema({"url": pa.string()}), batches())
    with pytest.raises(ValueError, match="the source broke"):
        MATCHER.allowed_arrow(reader)


def test_polars() -> None:
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame({"url": URLS})
    assert pl.Series(MATCHER.allowed_arrow(frame["url"])).to_list() == ALLOWED
    answered = frame.hstack(pl.DataFrame(MATCHER.verdicts_arrow(frame["url"])))
    assert answered.columns == ["url", "allowed", "line", "reason"]
    assert answered["line"].to_list() == LINES
    assert pl.Series(MATCHER.allowed_arrow(frame)).to_list() == ALLOWED
    assert pl.Series(MATCHER.allowed_arrow(frame["url"].cast(pl.Categorical))).to_list() == ALLOWED


def test_pandas() -> None:
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"url": pd.Series(URLS, dtype=pd.ArrowDtype(pa.string()))})
    assert pa.array(MATCHER.allowed_arrow(frame[["url"]])).to_pylist() == ALLOWED
    assert pa.array(MATCHER.allowed_arrow(frame["url"])).to_pylist() == ALLOWED
    assert pa.array(MATCHER.allowed_arrow(frame["url"].astype("category"))).to_pylist() == ALLOWED
    table = pa.table(MATCHER.verdicts_arrow(pa.array(frame["url"])))
    answered = frame.join(table.to_pandas(types_mapper=pd.ArrowDtype))
    assert answered["reason"].tolist()[:2] == REASONS[:2]


def test_every_kind_of_series() -> None:
    pd = pytest.importorskip("pandas")
    pages = [f"https://h{url}" for url in ("/private/", "/", "/private/x")]
    files = [("https://h", 200, "user-agent: *\ndisallow: /private/\nallow: /private/x")]
    plain = pd.Series(pages)
    named = plain.set_axis([7, 3, 5])
    named.index.name = "id"
    series = {
        "plain": plain,
        "numbered otherwise": plain.set_axis([7, 3, 5]),
        "with a named index": named,
        "with names": plain.set_axis(list("abc")),
        "with equal names": plain.set_axis(list("aaa")),
        "with two levels": plain.set_axis(pd.MultiIndex.from_tuples([(1, 2), (1, 3), (2, 1)])),
        "with dates": plain.set_axis(pd.to_datetime(["2026-01-01"] * 3)),
        "sorted": plain.sort_values(),
        "filtered": plain[plain.str.contains("private")],
        "a slice": plain[1:],
        "empty": plain[:0],
        "of objects": plain.astype(object),
        "of categories": plain.astype("category"),
        "with a null": pd.Series([pages[0], None, pages[1]]),
    }
    expected = dict(zip([*pages, None], [False, True, True, None]))
    for name, urls in series.items():
        answers = [expected[None if pd.isna(url) else url] for url in urls]
        for many in (urls, urls.to_frame("url")):
            assert verdicts(many, files, "MyBot").to_pydict()["allowed"] == answers, name
            # pandas exports an empty column of objects as a column of nulls.
            assert pa.array(MATCHER.allowed_arrow(many)).to_pylist() == answers, name
            assert len(Scope.of_pages_arrow(many)) == len(urls), name
        # As in the README.
        frame = urls.to_frame("url")
        answered = frame.assign(**pa.table(verdicts(frame["url"], files, "MyBot")).to_pandas().set_axis(frame.index))
        found = [None if pd.isna(allowed) else allowed for allowed in answered["allowed"]]
        assert found == answers and list(answered.index) == list(urls.index), name
    assert verdicts(pd.Index(pages), files, "MyBot").to_pydict()["allowed"] == [False, True, True]
    by_url = pd.DataFrame({"url": ["https://h"], "status": [200], "body": [b""]}).set_index("url")
    assert verdicts(pages, by_url, "MyBot").to_pydict()["allowed"] == [True, True, True]


def test_duckdb_arrow() -> None:
    duckdb = pytest.importorskip("duckdb")
    with duckdb.connect() as connection:
        urls = pa.table({"url": URLS})
        found = connection.sql("select url from urls")
        verdicts = pa.table(MATCHER.verdicts_arrow(found))
        counted = connection.sql("select allowed, count(*) from verdicts group by allowed order by allowed").fetchall()
        assert urls.num_rows == 5 and verdicts.num_rows == 5
        assert counted == [(False, 1), (True, 3), (None, 1)]


def test_two_relations_of_one_connection() -> None:
    duckdb = pytest.importorskip("duckdb")
    with duckdb.connect() as connection:
        urls = connection.sql("select 'https://h/private/' || range as url from range(10000)")
        files = connection.sql("select 'https://h' as url, 200 as status, 'User-agent: *\nDisallow: /private/9' as body")
        assert verdicts(urls, files, "MyBot").to_pydict()["allowed"].count(False) == 1111
