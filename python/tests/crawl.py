"""A crawl by Scrapy, for scrapy_hosts.py: reads settings and URLs as JSON, and
prints what became of each URL."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import AsyncIterator
from typing import Any

import robots_exclusion.scrapy
import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.exceptions import IgnoreRequest
from twisted.python.failure import Failure


class Visitor(scrapy.Spider):
    name = "visitor"
    urls: list[str] = []
    outcome: dict[str, str] = {}
    why: dict[str, str] = {}
    visited_at: list[float] = []
    pause: float = 0.0

    async def start(self) -> AsyncIterator[scrapy.Request]:
        for url in self.urls:
            yield scrapy.Request(
                url, callback=self.visited, errback=self.failed, dont_filter=True, cb_kwargs={"asked": url}
            )
            await asyncio.sleep(self.pause)

    def visited(self, response: scrapy.http.Response, asked: str) -> None:
        self.outcome[asked] = "visited"
        self.visited_at.append(time.monotonic())

    def failed(self, failure: Failure) -> None:
        asked = failure.request.cb_kwargs["asked"]  # type: ignore[attr-defined]
        if isinstance(failure.value, robots_exclusion.scrapy.ForbiddenByRobotsTxt):
            verdict = failure.request.meta["robotstxt"]  # type: ignore[attr-defined]
            assert verdict == failure.value.verdict
            self.why[asked] = f"{verdict}{', for now' if failure.value.is_temporary else ''}"
        self.outcome[asked] = "forbidden" if isinstance(failure.value, IgnoreRequest) else repr(failure.value)


def main() -> None:
    job: dict[str, Any] = json.load(sys.stdin)
    Visitor.urls, Visitor.pause = job["urls"], job["pause"]
    start, speed = time.time(), job["speed"]
    robots_exclusion.scrapy._clock = lambda: start + (time.time() - start) * speed
    process = CrawlerProcess(job["settings"])
    crawler = process.create_crawler(Visitor)
    process.crawl(crawler)
    process.start()
    assert crawler.stats is not None
    stats = {name: value for name, value in crawler.stats.get_stats().items() if "robotstxt" in name}
    found = {"outcome": Visitor.outcome, "stats": stats, "why": Visitor.why, "visited_at": Visitor.visited_at}
    json.dump(found, sys.stdout)


main()
