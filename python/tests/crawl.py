"""A crawl by Scrapy, for test_scrapy.py: reads settings and URLs as JSON, and
prints what became of each URL."""

from __future__ import annotations

import asyncio
import json
import sys
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
    pause: float = 0.0

    async def start(self) -> AsyncIterator[scrapy.Request]:
        for url in self.urls:
            yield scrapy.Request(
                url, callback=self.visited, errback=self.failed, dont_filter=True, cb_kwargs={"asked": url}
            )
            await asyncio.sleep(self.pause)

    def visited(self, response: scrapy.http.Response, asked: str) -> None:
        self.outcome[asked] = "visited"

    def failed(self, failure: Failure) -> None:
        asked = failure.request.cb_kwargs["asked"]  # type: ignore[attr-defined]
        self.outcome[asked] = "forbidden" if isinstance(failure.value, IgnoreRequest) else repr(failure.value)


def main() -> None:
    job: dict[str, Any] = json.load(sys.stdin)
    Visitor.urls, Visitor.pause = job["urls"], job["pause"]
    for name, seconds in job["spans"].items():
        assert hasattr(robots_exclusion.scrapy, name)
        setattr(robots_exclusion.scrapy, name, seconds)
    process = CrawlerProcess(job["settings"])
    crawler = process.create_crawler(Visitor)
    process.crawl(crawler)
    process.start()
    assert crawler.stats is not None
    stats = {name: value for name, value in crawler.stats.get_stats().items() if "robotstxt" in name}
    json.dump({"outcome": Visitor.outcome, "stats": stats}, sys.stdout)


main()
