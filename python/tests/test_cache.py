"""The fetching caches, with a fake client, and with real clients against a local server."""

from __future__ import annotations

import asyncio
import gzip
import math
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from robots_exclusion import Access, CachedRobots, CachePolicy, FetchOutcome, Redirects
from robots_exclusion.cache import AsyncRobotsCache, RobotsCache

RULES = b"User-agent: *\nDisallow: /private/\n"
DAY = 86_400.0


class Web:
    """A fake HTTP client with a clock and canned responses."""

    def __init__(self, answers: dict[str, Any]) -> None:
        self.answers = answers
        self.now = 1_700_000_000.0
        self.asked: list[tuple[str, dict[str, str]]] = []

    def fetch(self, url: str, headers: dict[str, str]) -> Any:
        self.asked.append((url, headers))
        answer = self.answers.get(url, (404, {}, b""))
        if isinstance(answer, Exception):
            raise answer
        return answer(headers) if callable(answer) else answer

    async def fetch_async(self, url: str, headers: dict[str, str]) -> Any:
        await asyncio.sleep(0)
        return self.fetch(url, headers)

    def caches(self, **options: Any) -> Iterator[Callable[[str], bool]]:
        """Yields a function that returns whether MyBot may fetch a URL, first for the threaded cache, then for the asyncio cache."""
        plain = RobotsCache("MyBot", fetch=self.fetch, clock=lambda: self.now, **options)
        yield lambda url: plain.allowed(url)
        self.asked.clear()
        tasks = AsyncRobotsCache("MyBot", fetch=self.fetch_async, clock=lambda: self.now, **options)
        yield lambda url: asyncio.run(tasks.allowed(url))


A = "https://a.example/robots.txt"
PAGE, PRIVATE = "https://a.example/page", "https://a.example/private/x"


@pytest.mark.parametrize(
    ("answer", "page", "private"),
    [
        ((200, {}, RULES), True, False),
        ((404, {}, RULES), True, True),
        ((503, {}, RULES), False, False),
        ((429, {}, b""), False, False),
        ((200, {}, gzip.compress(RULES)), False, False),
        ((200, [("content-encoding", "br")], b"xyz"), False, False),
        ((302, {}, b""), False, False),
        ((301, {"LOCATION": "/moved"}, b""), True, False),
        ((301, {"Location": A}, b""), True, True),
        (OSError("reset"), False, False),
    ],
)
def test_responses_are_interpreted_as_in_rfc_9309(answer: Any, page: bool, private: bool) -> None:
    web = Web({A: answer, "https://a.example/moved": (200, {}, RULES)})
    for allowed in web.caches():
        assert (allowed(PAGE), allowed(PRIVATE)) == (page, private)
        assert not allowed("/page") and not allowed("https://h:99999/")
        assert len(web.asked) == (2 if isinstance(answer, tuple) and answer[1] in ({"LOCATION": "/moved"},) else 1)


def test_a_cached_file_expires_and_is_revalidated() -> None:
    def answer(headers: dict[str, str]) -> Any:
        return (304, {}, b"") if headers.get("If-None-Match") == '"1"' else (200, {"ETag": '"1"', "Cache-Control": "max-age=3600"}, RULES)

    web = Web({A: answer})
    for allowed in web.caches():
        start = len(web.asked)
        assert not allowed(PRIVATE)
        web.now += 3599
        assert not allowed(PRIVATE) and len(web.asked) == start + 1
        web.now += 1
        assert not allowed(PRIVATE)
        assert web.asked[-1] == (A, {"If-None-Match": '"1"'})
        assert len(web.asked) == start + 2


def test_the_wait_after_each_failure_doubles() -> None:
    web = Web({A: (503, {}, b"")})
    for allowed in web.caches():
        attempts = []
        for _ in range(200):
            before = len(web.asked)
            assert not allowed(PAGE)
            if len(web.asked) > before:
                attempts.append(web.now)
            web.now += 60
        gaps = [int(after - before) for before, after in zip(attempts, attempts[1:])]
        assert gaps[:6] == [60, 120, 240, 480, 960, 1920] and set(gaps[6:]) == {3600}


def test_retry_after_is_obeyed_within_bounds() -> None:
    for wait, due in (("600", 600.0), ("1", 60.0), ("9999999", DAY)):
        cached = CachedRobots()
        cached.record(FetchOutcome.response(503, headers=[("Retry-After", wait)]), 1000.0)
        assert cached.due_at(1000.0) == 1000.0 + due
    policy = CachePolicy(retry_after_at_most=300, retry_after_at_least=0)
    cached = CachedRobots(policy)
    cached.record(FetchOutcome.response(503, headers=[("Retry-After", "600")]), 1000.0)
    assert cached.due_at(1000.0) == 1300.0


def test_a_policy_can_keep_the_copy_of_an_unreachable_server() -> None:
    for keep in (False, True):
        cached = CachedRobots(CachePolicy(keep_copy_while_unreachable=keep))
        cached.record(FetchOutcome.response(200, RULES), 1000.0)
        cached.record(FetchOutcome.unreachable(), 1000.0 + DAY)
        assert cached.access(1000.0 + DAY).allowed("MyBot", "/page") is keep
        assert not cached.access(1000.0 + DAY).allowed("MyBot", "/private/x")


def test_threads_and_tasks_share_one_fetch() -> None:
    started = threading.Event()

    def slow(headers: dict[str, str]) -> Any:
        started.wait(0.2)
        return 200, {}, RULES

    web = Web({A: slow})
    cache = RobotsCache("MyBot", fetch=web.fetch, clock=lambda: web.now)
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(lambda _: cache.allowed(PRIVATE), range(8))) == {False}
    assert len(web.asked) == 1

    async def many() -> list[bool]:
        tasks = AsyncRobotsCache("MyBot", fetch=web.fetch_async, clock=lambda: web.now)
        first = asyncio.ensure_future(tasks.allowed(PRIVATE))
        await asyncio.sleep(0)
        first.cancel()
        return await asyncio.gather(*(tasks.allowed(PRIVATE) for _ in range(50)))

    web.asked.clear()
    assert set(asyncio.run(many())) == {False}
    assert len(web.asked) <= 2, "one request of the cancelled task, and one more"


def test_the_cache_is_bounded() -> None:
    web = Web({})
    cache = RobotsCache("MyBot", fetch=web.fetch, max_hosts=10)
    for number in range(100):
        assert cache.allowed(f"https://h{number}.example/")
        assert cache.allowed("https://h0.example/")
    assert len(cache) == 10
    assert Counter(url for url, _ in web.asked)["https://h0.example/robots.txt"] == 1, "the most recently used host is kept"
    with pytest.raises(ValueError, match="max_hosts"):
        RobotsCache("MyBot", fetch=web.fetch, max_hosts=0)


def test_the_cache_is_bounded_by_bytes() -> None:
    long = RULES + b"".join(b"Disallow: /%d\n" % number for number in range(1000))
    web = Web({f"https://h{number}.example/robots.txt": (200, {}, long) for number in range(100)})
    for allowed in web.caches(max_bytes=1_000_000):
        for number in range(100):
            assert not allowed(f"https://h{number}.example/private/x")
    cache = RobotsCache("MyBot", fetch=web.fetch, max_bytes=1_000_000)
    for number in range(100):
        cache.allowed(f"https://h{number}.example/")
    hosts, size = cache.statistics().hosts, cache.statistics().bytes
    assert hosts == len(cache) < 100 and 500_000 < size <= 1_000_000
    small = RobotsCache("MyBot", fetch=web.fetch, max_bytes=1_000_000, policy=CachePolicy(keep_only_for=["MyBot"]))
    for number in range(100):
        small.allowed(f"https://h{number}.example/")
    assert len(small) > hosts, "the rules for one crawler are smaller than the file"


def test_a_cache_is_saved_and_loaded() -> None:
    web = Web({A: (200, {"ETag": '"1"'}, RULES), "https://b.example/robots.txt": (503, {}, b"")})
    for policy in (None, CachePolicy(keep_only_for=["MyBot"])):
        cache = RobotsCache("MyBot", fetch=web.fetch, clock=lambda: web.now, policy=policy)
        assert cache.allowed(PAGE) and not cache.allowed("https://b.example/")
        entries = cache.save()
        assert len(entries) == 2 and not any("\n" in entry for entry in entries)
        asked = len(web.asked)
        again = RobotsCache("MyBot", fetch=web.fetch, clock=lambda: web.now, policy=policy)
        assert again.load([*entries, "", "{}", b"\xff", entries[0][:-1]]) == 4
        assert again.allowed(PAGE) and not again.allowed(PRIVATE)
        assert not again.allowed("https://b.example/")
        assert len(web.asked) == asked, "nothing was fetched"
        web.now += DAY
        again.allowed(PAGE)
        assert web.asked[-1] == (A, {"If-None-Match": '"1"'}), "the validators were saved"
    anything: Any = [3]
    with pytest.raises(TypeError, match="each entry"):
        RobotsCache("MyBot", fetch=web.fetch).load(anything)


def test_a_cache_can_keep_the_rules_of_selected_crawlers_only() -> None:
    policy = CachePolicy(keep_only_for=["MyBot", ["MyBot-Image", "OtherBot"]])
    web = Web({A: (200, {}, RULES + b"User-agent: OtherBot\nDisallow: /\nSitemap: https://a.example/s.xml\n")})
    for allowed in web.caches(policy=policy):
        assert allowed(PAGE) and not allowed(PRIVATE)
    access = RobotsCache("MyBot", fetch=web.fetch, policy=policy).access(PAGE)
    assert access.robots is None and [sitemap.url for sitemap in access.sitemaps()] == ["https://a.example/s.xml"]
    assert not access.matcher(["MyBot-Image", "OtherBot"]).allowed("/page")
    assert str(access.verdict("ThirdBot", "/page")) == "disallowed, because robots.txt is only kept for other crawlers"
    assert not access.is_temporary
    wrong: Any = "MyBot"
    with pytest.raises(TypeError, match="keep_only_for"):
        CachePolicy(keep_only_for=wrong)


@pytest.mark.parametrize("body", [b"<!doctype html><title>Are you human?", RULES.decode().encode("utf-16")])
def test_html_and_utf16_can_be_rejected(body: bytes) -> None:
    web = Web({A: (200, {}, body)})
    for reject in (False, True):
        for allowed in web.caches(policy=CachePolicy(reject_html_and_utf16=reject)):
            assert allowed(PRIVATE) is not reject


def test_unreachable_servers_and_server_errors_have_separate_waits() -> None:
    policy = CachePolicy(retry_unreachable=(10, 15), retry_server_error=(200, 300))
    for answer, waits in ((OSError("reset"), [10, 15, 15]), ((503, {}, b""), [200, 300, 300]), ((206, {}, RULES), [10, 15, 15])):
        web = Web({A: answer})
        cache = RobotsCache("MyBot", fetch=web.fetch, clock=lambda: web.now, policy=policy)  # noqa: B023
        for wait in [0, *waits]:
            before = len(web.asked)
            if wait:
                web.now += wait - 1
                assert not cache.allowed(PAGE) and len(web.asked) == before
                web.now += 1
            assert not cache.allowed(PAGE) and len(web.asked) == before + 1


def test_a_server_error_can_be_treated_as_not_found() -> None:
    web = Web({A: (503, {}, b"")})
    for allowed in web.caches(policy=CachePolicy(server_error_is_not_found=True)):
        assert allowed(PRIVATE)
    cache = RobotsCache("MyBot", fetch=web.fetch, policy=CachePolicy(server_error_is_not_found=True))
    assert str(cache.verdict(PAGE)) == "allowed, because robots.txt returned 503"


def test_exceptions_of_the_clock_and_interrupts_reach_the_caller() -> None:
    def broken() -> float:
        raise RuntimeError("no time")

    with pytest.raises(RuntimeError, match="no time"):
        RobotsCache("MyBot", fetch=Web({}).fetch, clock=broken).allowed(PAGE)

    def interrupted(url: str, headers: dict[str, str]) -> Any:
        raise KeyboardInterrupt

    web = Web({A: (200, {}, RULES)})
    cache = RobotsCache("MyBot", fetch=interrupted)
    with pytest.raises(KeyboardInterrupt):
        cache.allowed(PAGE)
    # The interrupted fetch is not counted as a failure: the next call fetches immediately.
    cache._fetch = web.fetch
    assert cache.allowed(PAGE)


def test_headers_are_the_bytes_that_the_server_sent() -> None:
    for location, url in [
        ("/\u00c3\u00a9", "%C3%A9"),  # UTF-8, decoded as Latin-1
        ("/\u00e9", "%C3%A9"),  # decoded as UTF-8
        ("/\udcc3\udca9", "%C3%A9"),
        ("/\udce9", "%E9"),  # with `surrogateescape`
        ("/\u4e00", "%E4%B8%80"),
        ("/\ud800", "%EF%BF%BD"),
    ]:
        assert Redirects(A).follow(301, location) == f"https://a.example/{url}"
        web = Web({A: (301, {"Location": location, "X-Name": "\udce9"}, b""), f"https://a.example/{url}": (200, {}, RULES)})
        for allowed in web.caches():
            assert (allowed(PAGE), allowed(PRIVATE)) == (True, False), location
    # A validator is sent as it came, with one character for each byte.
    for etag in ('"\udce9"', '"\u00c3\u00a9"'):
        cached = CachedRobots()
        cached.record(FetchOutcome.response(200, RULES, headers=[("ETag", etag)], url=A), 1.0)
        assert cached.request_headers(A) == {"If-None-Match": etag.replace("\udce9", "\u00e9")}


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ((200, None, b""), "fetch must return headers as a mapping or pairs of str, not NoneType"),
        ((200, {}, None), "fetch must return the body as bytes, not NoneType"),
        ((200, {}), r"fetch must return \(status, headers, body\), not tuple"),
    ],
)
def test_wrong_results_of_fetch_are_named(answer: Any, message: str) -> None:
    for allowed in Web({A: answer}).caches():
        with pytest.raises(TypeError, match=message):
            allowed(PAGE)


@pytest.mark.filterwarnings("error")
def test_a_task_in_a_closed_loop_is_not_woken() -> None:
    fetching, done = threading.Event(), threading.Event()

    async def fetch(url: str, headers: dict[str, str]) -> Any:
        fetching.set()
        await asyncio.to_thread(done.wait, 10)
        return 200, {}, RULES

    cache = AsyncRobotsCache("MyBot", fetch=fetch)
    with ThreadPoolExecutor() as threads:
        first = threads.submit(asyncio.run, cache.allowed(PRIVATE))
        assert fetching.wait(10)
        loop = asyncio.new_event_loop()
        waiting = loop.create_task(cache.allowed(PRIVATE))
        loop.run_until_complete(asyncio.sleep(0.01))
        loop.close()
        done.set()
        assert first.result(10) is False
    assert not waiting.done()
    waiting._log_destroy_pending = False  # type: ignore[attr-defined]
    assert asyncio.run(cache.allowed(PAGE))


def test_results_from_the_same_copy_are_equal() -> None:
    web = Web({A: (200, {}, RULES), "https://b.example/robots.txt": (503, {}, b"")})
    cache = RobotsCache("MyBot", fetch=web.fetch, clock=lambda: web.now)
    one, other = cache.access(PAGE), cache.access(PRIVATE)
    assert one == other and hash(one) == hash(other)
    down = cache.access("https://b.example/")
    assert down == cache.access("https://b.example/") != one
    web.now += DAY
    assert cache.access(PAGE) != one


def test_redirects_to_other_hosts_can_be_rejected() -> None:
    web = Web({A: (301, {"Location": "http://169.254.169.254/"}, b"")})
    for same_host, asked in ((False, 2), (True, 1)):
        cache = RobotsCache("MyBot", fetch=web.fetch, policy=CachePolicy(same_host_redirects=same_host))
        web.asked.clear()
        assert cache.allowed(PAGE) is not same_host
        assert len(web.asked) == asked


def test_invalid_arguments_are_rejected() -> None:
    anything: Any = "x"
    for call, error in [
        (lambda: CachePolicy(fresh_at_most=-1), ValueError),
        (lambda: CachedRobots().access(float("nan")), ValueError),
        (lambda: CachedRobots().record(anything, 1.0), TypeError),
        (lambda: Redirects("/robots.txt"), ValueError),
        (lambda: FetchOutcome.response(200, url="x"), ValueError),
        (lambda: FetchOutcome.response(anything), TypeError),
        (lambda: RobotsCache("MyBot", fetch="urllib", max_hosts=-1), ValueError),
        (lambda: RobotsCache("MyBot", fetch="urllib", max_hosts=anything), TypeError),
        (lambda: RobotsCache("MyBot", fetch="urllib", max_bytes=-1), ValueError),
        (lambda: Redirects(A, max_hops=-1), ValueError),
        (lambda: Redirects(A, max_hops=anything), TypeError),
        # These would be letters.
        (lambda: RobotsCache("MyBot", fetch="urllib").load("x"), TypeError),
        (lambda: RobotsCache("MyBot", fetch="urllib").load(anything.encode()), TypeError),
    ]:
        with pytest.raises(error):
            call()  # type: ignore[no-untyped-call]
    assert Redirects(A, max_hops=2**70).url == A
    assert RobotsCache("MyBot", fetch=Web({}).fetch, max_hosts=2**70, max_bytes=2**70).allowed(PAGE)
    assert [FetchOutcome.response(status).is_temporary for status in (200, 204, 304, 404, 403, 407, 429, 500, 206)] == [False] * 5 + [True] * 4
    assert [outcome.is_temporary for outcome in (FetchOutcome.missing(), FetchOutcome.broken(), FetchOutcome.unreachable())] == [False, True, True]
    access = CachedRobots().access(1.0)
    assert isinstance(access, Access) and access.robots is None and not access.allowed("MyBot", "/")


def test_a_policy_for_long_outages_and_refusals() -> None:
    for policy, pages in [
        (CachePolicy(), {0: False, 29: False, 31: True}),
        (CachePolicy(disallow_while_unreachable_for=DAY), {0: False, 2: True}),
        (CachePolicy(disallow_while_unreachable_for=math.inf), {0: False, 31: False, 3000: False}),
        (CachePolicy(keep_copy_while_unreachable=True), {0: False}),
    ]:
        web = Web({A: (503, {}, b"")})
        for allowed in web.caches(policy=policy):
            start = web.now
            for day, expected in pages.items():
                web.now = start + day * DAY
                assert allowed(PAGE) is expected, day
    for status in (401, 403):
        for refuse in (False, True):
            web = Web({A: (status, {}, b"")})
            for allowed in web.caches(policy=CachePolicy(disallow_if_forbidden=refuse)):
                assert allowed(PAGE) is not refuse


def test_hosts_are_counted_found_and_forgotten() -> None:
    web = Web({A: (200, {}, RULES), "https://b.example/robots.txt": (503, {}, b"")})
    cache = RobotsCache("MyBot", fetch=web.fetch, clock=lambda: web.now)
    assert cache.cached(PAGE) is None and cache.cached("/page") is None and not cache.forget(PAGE) and not cache.forget("/page")
    assert cache.allowed(PAGE) and not cache.allowed(PRIVATE) and not cache.allowed("https://b.example/")
    counts = cache.statistics()
    assert (counts.hosts, counts.queries, counts.fetches, counts.failures, counts.evicted) == (2, 3, 2, 1, 0) and counts.bytes > 500
    found = cache.cached(PRIVATE)
    assert found is not None and not found.allowed("MyBot", PRIVATE)
    assert cache.forget(PRIVATE) and len(cache) == 1 and cache.cached(PAGE) is None
    asked = len(web.asked)
    assert cache.allowed(PAGE) and len(web.asked) == asked + 1


def test_the_crawler_of_a_cache_is_kept() -> None:
    policy = CachePolicy(keep_only_for=["OtherBot"])
    web = Web({A: (200, {}, RULES)})
    for allowed in web.caches(policy=policy):
        assert allowed(PAGE) and not allowed(PRIVATE)
    access = RobotsCache(["MyBot-Image", "MyBot"], fetch=web.fetch, policy=policy).access(PAGE)
    assert access.robots is None and access.matcher(["MyBot-Image", "MyBot"]).allowed(PAGE) and access.allowed("OtherBot", PAGE)
    assert not access.allowed("ThirdBot", PAGE)


def test_mistakes_in_the_function_reach_the_caller() -> None:
    async def coroutine(url: str, headers: dict[str, str]) -> Any:
        return 200, {}, RULES

    web = Web({A: (200, {}, RULES)})
    anything: Any = None
    mistakes: list[Any] = [lambda url, headers: (200, RULES), lambda url, headers: None, lambda url: (200, {}, RULES), coroutine]
    mistakes += [lambda url, headers: ("200", {}, RULES), lambda url, headers: (200, {}, None), lambda url, headers: (200, None, RULES)]
    for mistake in mistakes:
        cache = RobotsCache("MyBot", fetch=mistake)
        with pytest.raises(TypeError):
            cache.allowed(PAGE)
        # It does not count as a failure of the host.
        cache._fetch = web.fetch
        assert cache.allowed(PAGE) and not cache.allowed(PRIVATE)
    for mistake in [web.fetch, lambda url, headers: None]:
        anything = mistake
        with pytest.raises(TypeError):
            asyncio.run(AsyncRobotsCache("MyBot", fetch=anything).allowed(PAGE))
    with pytest.raises(TypeError, match=r"fetch must return \(status, headers, body\), not tuple: \(200, b'User-agent"):
        RobotsCache("MyBot", fetch=mistakes[0]).allowed(PAGE)


def test_the_name_of_the_crawler_is_cut_and_delays_are_capped() -> None:
    text = b"User-agent: MyBot\nDisallow: /private/\nCrawl-delay: 90\n\nUser-agent: *\nRequest-rate: 1/5\nDisallow: /page\n"
    web = Web({A: (200, {}, text)})
    for agent in ("MyBot", "MyBot/1.0 (+https://example.com)", ["MyBot-Image/2", "MyBot"], "Mozilla/5.0 (compatible; MyBot/1.0)"):
        for dialect in ("standard", "google"):
            policy = CachePolicy(dialect=dialect)
            cache = RobotsCache(agent, fetch=web.fetch, policy=policy)
            assert cache.allowed(PAGE) and not cache.allowed(PRIVATE), (agent, dialect)
            assert (cache.delay(PAGE), cache.delay(PAGE, cap=100)) == (60.0, 90.0)
            assert asyncio.run(AsyncRobotsCache(agent, fetch=web.fetch_async, policy=policy).delay(PAGE)) == 60.0
    other = RobotsCache("OtherBot", fetch=web.fetch)
    assert not other.allowed(PAGE) and other.delay(PAGE) == 5.0 and other.delay("https://b.example/") is None
