"""Other threads run while a batch is answered, and may share its objects.

These tests are most useful without a GIL, because threads then run inside the module concurrently.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import sysconfig
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any, TypeVar

import pytest
from test_reference import questions

from robots_exclusion import Access, Robots, Scope, lint

Answer = TypeVar("Answer")
Way = Callable[["Shared"], object]

THREADS = 8

RULES = "user-agent: *\n" + "".join(f"disallow: /{number}*a*b\n" for number in range(2000))
URLS = [f"/{number}/aaaaaaaaaaaaaaaaaaa" for number in range(20_000)]


def arrow(matcher: Any) -> object:
    pyarrow = pytest.importorskip("pyarrow")
    return matcher.allowed_arrow(pyarrow.array(URLS))


@pytest.mark.parametrize(
    "work",
    [lambda matcher: matcher.allowed_many(URLS), arrow, lambda _: Robots.parse(RULES * 200, byte_limit=None)],
    ids=["allowed_many", "allowed_arrow", "parse"],
)
def test_other_threads_run_during_a_batch(work: Callable[[Any], object]) -> None:
    matcher = Robots.parse(RULES).matcher("MyBot")
    done = threading.Event()
    ticks = 0

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.0002)

    interval = sys.getswitchinterval()
    other = threading.Thread(target=tick)
    # Threads never switch on their own, so the other one runs only if the GIL is released.
    sys.setswitchinterval(60)
    try:
        other.start()
        before, limit = ticks, time.monotonic() + 20
        # On a busy machine, the other thread may not be scheduled in time.
        while ticks == before and time.monotonic() < limit:
            work(matcher)
        after = ticks
    finally:
        sys.setswitchinterval(interval)
        done.set()
        other.join()
    assert after > before


def at_once(work: Callable[[int], Answer]) -> list[Answer]:
    """Returns the results of threads that start at the same time, each called with its number."""
    barrier = threading.Barrier(THREADS)

    def begin(number: int) -> Answer:
        barrier.wait()
        return work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(begin, range(THREADS)))


class Shared:
    """Objects shared by threads. They are unused, so that lazy initialisation happens concurrently."""

    def __init__(self, text: bytes, agents: list[str], urls: list[str]) -> None:
        self.text, self.agents, self.urls = text, agents, urls
        self.robots = Robots.parse(text)
        self.matcher = self.robots.matcher(agents)
        self.access = Access.from_response(200, text)
        self.scope = Scope.of_page("https://example.com/")
        self.usages = [self.matcher.usage(url) for url in urls]

    def each(self, answer: Callable[[str], object]) -> list[object]:
        return [answer(url) for url in self.urls]


def strings(urls: list[str]) -> Any:
    return pytest.importorskip("pyarrow").array([*urls, None], "string")


def values(answers: object) -> object:
    """Returns the values of an Arrow array or of the columns of a table."""
    pyarrow = pytest.importorskip("pyarrow")
    if hasattr(answers, "__arrow_c_stream__"):
        return pyarrow.table(answers).to_pydict()
    return pyarrow.array(answers).to_pylist()


# Queries of objects that all threads share.
WAYS: dict[str, Way] = {
    "file": lambda shared: [shared.each(lambda url: shared.robots.allowed(agent, url)) for agent in shared.agents],
    "verdict of a file": lambda shared: [shared.each(lambda url: shared.robots.verdict(agent, url)) for agent in shared.agents],
    "matcher": lambda shared: shared.each(shared.matcher.allowed),
    "verdict of a matcher": lambda shared: shared.each(lambda url: str(shared.matcher.verdict(url))),
    "rules that match": lambda shared: shared.each(shared.matcher.matches),
    "batch": lambda shared: shared.matcher.allowed_many(shared.urls),
    "batch of an iterator": lambda shared: shared.matcher.allowed_many(iter(shared.urls)),
    "Arrow": lambda shared: values(shared.matcher.allowed_arrow(strings(shared.urls))),
    "Arrow verdicts": lambda shared: values(shared.matcher.verdicts_arrow(strings(shared.urls))),
    "Arrow sites": lambda shared: values(Scope.of_pages_arrow(strings(shared.urls))),
    "access": lambda shared: [shared.each(lambda url: shared.access.allowed(agent, url)) for agent in shared.agents],
    "a matcher each": lambda shared: shared.robots.matcher(shared.agents).allowed_many(shared.urls),
    "scope": lambda shared: (shared.each(shared.scope.covers), hash(shared.scope), str(shared.scope)),
    "usage": lambda shared: [(usage.preferences(), str(usage), usage.verdict) for usage in shared.usages],
    "groups": lambda shared: shared.robots.groups(),
    "records": lambda shared: (shared.robots.records(), shared.robots.sitemaps(), shared.matcher.records()),
    "rules": lambda shared: shared.matcher.rules(),
    "all": lambda shared: (shared.matcher.allows_all(), shared.matcher.disallows_all()),
    "texts": lambda shared: (str(shared.robots), str(shared.matcher), repr(shared.matcher)),
    "values": lambda shared: (hash(shared.robots), shared.robots == Robots.parse(shared.text), hash(shared.access)),
    "pickles": lambda shared: pickle.loads(pickle.dumps(shared.matcher)).allowed_many(shared.urls),
    "lint": lambda shared: lint(shared.text),
}


def can_read_arrow() -> bool:
    try:
        import pyarrow  # noqa: F401, PLC0415
    except ImportError:
        return False
    return True


def test_threads_that_share_objects_get_the_same_answers() -> None:
    """Asks generated files, names and URLs in every way."""
    ways = [(name, way) for name, way in WAYS.items() if "Arrow" not in name or can_read_arrow()]
    seed = time.time_ns()
    for text, agents, urls in islice(questions(seed), 40):
        alone = Shared(text, agents, urls)
        expected = {name: way(alone) for name, way in ways}
        shared = Shared(text, agents, urls)

        def ask(number: int, shared: Shared = shared) -> dict[str, object]:
            # Each thread begins with a different question, so that all combinations occur.
            first = number * len(ways) // THREADS
            return {name: way(shared) for name, way in ways[first:] + ways[:first]}

        for number, answers in enumerate(at_once(ask)):
            for name, answer in answers.items():
                assert answer == expected[name], f"seed {seed}, thread {number}, {name}: {text!r}, {agents!r}, {urls!r}"


def test_threads_that_share_a_large_file_get_the_same_answers() -> None:
    """The batches take long enough to overlap."""
    urls = [url + "b" * (number % 3) for number, url in enumerate(URLS[:3000])] * 4
    expected = Robots.parse(RULES).matcher("MyBot").allowed_many(urls)
    assert set(expected) == {True, False}
    robots = Robots.parse(RULES)
    matcher = robots.matcher("MyBot")
    array = strings(urls) if can_read_arrow() else None

    def ask(number: int) -> bool:
        part = slice(number * 100, number * 100 + 200)
        return (
            matcher.allowed_many(urls) == expected
            and (array is None or values(matcher.allowed_arrow(array)) == [*expected, None])
            and [robots.allowed("MyBot", url) for url in urls[part]] == expected[part]
        )

    assert all(at_once(ask))


def test_a_list_that_other_threads_change() -> None:
    matcher = Robots.parse("user-agent: *\ndisallow: /x").matcher("MyBot")
    urls = ["/x" * (1 + number % 50) for number in range(3000)]

    def change_or_ask(number: int) -> set[bool]:
        answers: set[bool] = set()
        for turn in range(40):
            if number % 2:
                answers.update(matcher.allowed_many(urls))
            elif turn % 2:
                urls.extend(f"/x{number}{turn}" for _ in range(3000))
            else:
                del urls[-2000:]
        return answers

    assert set().union(*at_once(change_or_ask)) <= {False}


def test_an_iterator_shared_by_threads() -> None:
    matcher = Robots.parse("user-agent: *\ndisallow: /x").matcher("MyBot")
    urls = iter([f"/x{number}" for number in range(100_000)])
    answers = at_once(lambda _: matcher.allowed_many(urls))
    assert False in set().union(*answers) <= {False}


def test_an_arrow_array_read_by_many_threads() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    matcher = Robots.parse(RULES).matcher("MyBot")
    expected = matcher.allowed_many(URLS)
    urls = pyarrow.array(URLS)
    allowed, verdicts = matcher.allowed_arrow(urls), matcher.verdicts_arrow(urls)

    def read(_: int) -> bool:
        column: list[bool] = pyarrow.table(verdicts)["allowed"].to_pylist()
        return values(allowed) == column == expected

    assert all(at_once(read))


def test_threads_import_lazily_at_the_same_time() -> None:
    """Lazily imported classes are looked up by all threads at the same time."""
    script = """
import threading
from concurrent.futures import ThreadPoolExecutor

TEXT = "user-agent: *\\ndisallow: /x # why\\ncrawl-delay: 1\\nsitemap: https://example.com/s\\n"
barrier = threading.Barrier(8)

def ask(_):
    barrier.wait()
    from robots_exclusion import Robots, lint
    robots = Robots.parse(TEXT)
    verdict = robots.verdict("MyBot", "/x")
    return robots.groups(), robots.records(), robots.sitemaps(), verdict.rule, verdict, lint(TEXT)

with ThreadPoolExecutor(8) as pool:
    answers = list(pool.map(ask, range(8)))
assert all(answer == answers[0] for answer in answers), answers
"""
    for _ in range(3):
        subprocess.run([sys.executable, "-c", script], check=True)


def test_the_module_does_not_need_the_gil() -> None:
    """Importing the module does not re-enable the GIL."""
    if not sysconfig.get_config_var("Py_GIL_DISABLED"):
        pytest.skip("this Python has a GIL")
    script = "import sys, robots_exclusion; assert not sys._is_gil_enabled()"
    environment = {name: value for name, value in os.environ.items() if name != "PYTHON_GIL"}
    subprocess.run([sys.executable, "-W", "error", "-c", script], env=environment, check=True)
