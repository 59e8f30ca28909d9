"""Runs one crawl of Scrapy for scrapy_hosts.py.

Reads settings and URLs as JSON from standard input, and prints the outcome for each URL as JSON.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import time
from collections.abc import AsyncIterator
from typing import Any

import robots_exclusion.scrapy
import scrapy
from robots_exclusion.scrapy import ForbiddenByRobotsTxt, RobotsExclusionMiddleware
from scrapy import signals
from scrapy.crawler import CrawlerProcess
from scrapy.exceptions import IgnoreRequest
from twisted.python.failure import Failure


class Visitor(scrapy.Spider):
    name = "visitor"
    urls: list[str] = []
    outcome: dict[str, str] = {}
    verdicts: dict[str, str] = {}
    visited_at: list[float] = []
    pause: float = 0.0
    retry_after: float | None = None
    """The number of seconds after which a request that was refused temporarily is repeated once."""
    parsed: list[str] = []
    sitemaps: dict[str, list[str]] = {}
    usage: dict[str, dict[str, str]] = {}

    async def start(self) -> AsyncIterator[scrapy.Request]:
        for url in self.urls:
            yield scrapy.Request(
                url, callback=self.visited, errback=self.failed, dont_filter=True, cb_kwargs={"asked": url}
            )
            await asyncio.sleep(self.pause)

    def visited(self, response: scrapy.http.Response, asked: str) -> None:
        self.outcome[asked] = "visited"
        self.visited_at.append(time.monotonic())

    async def failed(self, failure: Failure) -> AsyncIterator[scrapy.Request]:
        request: scrapy.Request = failure.request  # type: ignore[attr-defined]
        asked = request.cb_kwargs["asked"]
        if isinstance(failure.value, ForbiddenByRobotsTxt):
            verdict = request.meta["robotstxt"]
            assert verdict == failure.value.verdict
            self.verdicts[asked] = f"{verdict}{', for now' if failure.value.is_temporary else ''}"
            if self.retry_after is not None and failure.value.is_temporary and asked not in self.outcome:
                self.outcome[asked] = "forbidden"
                await asyncio.sleep(self.retry_after)
                yield request.replace(dont_filter=True)
                return
        self.outcome[asked] = "forbidden" if isinstance(failure.value, IgnoreRequest) else repr(failure.value)

    def closed(self, reason: str) -> None:
        """Asks the middleware for the files that it has fetched."""
        middleware = self.crawler.get_downloader_middleware(RobotsExclusionMiddleware)
        if not isinstance(middleware, RobotsExclusionMiddleware):
            return
        for url in self.urls:
            parser = middleware.parser_for(url)
            if parser is not None and parser.access.robots is not None:
                self.sitemaps[url] = [sitemap.value for sitemap in parser.access.robots.sitemaps()]
                self.usage[url] = dict(parser.matcher("ExampleBot").usage(url).preferences())


class Log(logging.Handler):
    """Collects the messages of the middleware."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


def when_parsed(robotparser: Any, request: scrapy.Request) -> None:
    Visitor.parsed.append(request.url)


def main() -> None:
    job: dict[str, Any] = json.load(sys.stdin)
    Visitor.urls, Visitor.pause, Visitor.retry_after = job["urls"], job["pause"], job["retry_after"]
    start, speed = time.time(), job["speed"]
    robots_exclusion.scrapy._clock = lambda: start + (time.time() - start) * speed
    process = CrawlerProcess(job["settings"])
    log = Log()
    logging.getLogger("robots_exclusion.scrapy").addHandler(log)
    crawler = process.create_crawler(Visitor)
    parsed = getattr(signals, "robots_parsed", None)
    if parsed is not None:
        crawler.signals.connect(when_parsed, signal=parsed)
    process.crawl(crawler)
    process.start()
    assert crawler.stats is not None
    stats = {name: value for name, value in crawler.stats.get_stats().items() if "robotstxt" in name}
    names = ("outcome", "verdicts", "visited_at", "parsed", "sitemaps", "usage")
    json.dump({name: getattr(Visitor, name) for name in names} | {"stats": stats, "log": log.messages}, sys.stdout)


main()
