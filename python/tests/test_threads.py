"""Other threads run while a batch is answered, and may share what answers."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from robots_exclusion import Robots, lint

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
def test_other_threads_run_meanwhile(work: Callable[[Any], object]) -> None:
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
    # No thread is made to stop for another: it runs only when one lets it.
    sys.setswitchinterval(60)
    try:
        other.start()
        before, limit = ticks, time.monotonic() + 20
        # On a busy machine the other thread may miss its chance.
        while ticks == before and time.monotonic() < limit:
            work(matcher)
        after = ticks
    finally:
        sys.setswitchinterval(interval)
        done.set()
        other.join()
    assert after > before


def test_threads_may_share_a_file_and_a_matcher() -> None:
    robots = Robots.parse(RULES)
    matcher = robots.matcher("MyBot")
    expected = matcher.allowed_many(URLS[:200])

    def ask(_: int) -> bool:
        return (
            [robots.allowed("MyBot", url) for url in URLS[:200]] == expected
            and matcher.allowed_many(URLS[:200]) == expected
            and matcher.usage("/").applies
            and len(lint(RULES[:200])) >= 0
        )

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(ask, range(32)))


def test_the_module_wants_no_gil() -> None:
    """Where there is none, to import it brings none back."""
    if not hasattr(sys, "_is_gil_enabled") or sys._is_gil_enabled():
        pytest.skip("this Python has a GIL")
    script = "import sys, robots_exclusion; assert not sys._is_gil_enabled()"
    subprocess.run([sys.executable, "-W", "error", "-c", script], check=True)
