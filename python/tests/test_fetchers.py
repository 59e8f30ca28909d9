"""The ready HTTP clients, against local servers."""

from __future__ import annotations

import asyncio
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import pytest
from hosts import ALLOWED, DISALLOWED, HOSTS, OBEYED, RULES, Host, drip, hang, in_turn, redirect, send
from robots_exclusion import CachePolicy, fetchers
from robots_exclusion.cache import AsyncRobotsCache, RobotsCache
from robots_exclusion.fetchers import Aiohttp, Fetcher, Httpx, Requests, Urllib

LOCAL = ["127.0.0.1", "127.0.0.2"]
TIMEOUT = 1.0
"""The seconds after which a fetch from a slow host is ended. The others have time enough on a busy machine."""

SLOW = ("hang", "drip", "endless headers", "100")

CLIENTS: list[type[Fetcher]] = [Urllib, Requests, Httpx, Aiohttp]


@pytest.fixture(params=CLIENTS, ids=lambda kind: kind.__name__.lower())
def client(request: pytest.FixtureRequest) -> type[Fetcher]:
    name = request.param.__name__.lower()
    if name != "urllib":
        pytest.importorskip(name, reason=f"{name} is not installed: its client is not tested")
    kind: type[Fetcher] = request.param
    return kind


def outcomes(urls: dict[str, str], fetch: Fetcher, is_async: bool, **options: Any) -> dict[str, tuple[bool, bool, str, float]]:
    """Returns whether the two pages of each host may be fetched, why there is no file, and the seconds that it took."""

    def done(access: Any, start: float) -> tuple[bool, bool, str, float]:
        pages = [access.allowed("MyBot", path) for path in ("/page", "/private/x")]
        return pages[0], pages[1], access.unavailable or "", time.monotonic() - start

    if is_async:

        async def ask(cache: AsyncRobotsCache, url: str) -> tuple[bool, bool, str, float]:
            start = time.monotonic()
            return done(await cache.access(url), start)

        async def all_of_them() -> dict[str, tuple[bool, bool, str, float]]:
            tasks = AsyncRobotsCache("MyBot", fetch=fetch, **options)
            return dict(zip(urls, await asyncio.gather(*(ask(tasks, url) for url in urls.values()))))

        return asyncio.run(all_of_them())
    threads = RobotsCache("MyBot", fetch=fetch, **options)

    def ask_blocking(url: str) -> tuple[bool, bool, str, float]:
        start = time.monotonic()
        return done(threads.access(url), start)

    with ThreadPoolExecutor(len(urls)) as pool:
        return dict(zip(urls, pool.map(ask_blocking, urls.values())))


@pytest.mark.parametrize("is_async", [False, True], ids=["blocking", "asyncio"])
def test_every_kind_of_host(client: type[Fetcher], is_async: bool) -> None:
    with ExitStack() as stack:
        hosts = {name: stack.enter_context(Host(answer).running()) for name, (answer, _, _) in HOSTS.items()}
        urls = {name: host.url("/page") for name, host in hosts.items()}
        with Host(hang).running() as stopped:
            pass
        urls["refused"] = stopped.url("/page")
        expected = {name: (pages, why) for name, (_, pages, why) in HOSTS.items()}
        expected["refused"] = (DISALLOWED, "robots.txt could not be reached")
        slow = {name: url for name, url in urls.items() if name.startswith(SLOW)}
        found = outcomes(slow, client("MyBot/1.0", timeout=TIMEOUT, private_hosts=LOCAL), is_async)
        # A thread may have to wait for the processor, but not for the server.
        assert max(seconds for *_, seconds in found.values()) < TIMEOUT + 3
        others = {name: url for name, url in urls.items() if name not in slow}
        found |= outcomes(others, client("MyBot/1.0", private_hosts=LOCAL), is_async)
    wrong = {
        name: (found[name], pages, why)
        for name, (pages, why) in expected.items()
        if found[name][:2] != pages or not found[name][2].startswith(why)
    }
    assert not wrong, "\n".join(f"{name}: {what}" for name, what in wrong.items())
    # Each was asked once, unless it redirects.
    asked = {name: len(host.asked) for name, host in hosts.items() if "hop" not in name}
    # aiohttp sends a request again whose connection was reset.
    assert set(asked.values()) - {asked.pop("reset")} <= {1}
    head = hosts["200"].heads[0].lower()
    assert "user-agent: mybot/1.0\r\n" in head and "accept-encoding: gzip, deflate" in head and "cookie" not in head
    assert f"host: 127.0.0.1:{hosts['200'].port}\r\n" in head


def test_nobody_waits_longer_than_the_deadline(client: type[Fetcher]) -> None:
    for is_async in (False, True):
        with Host(drip(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")).running() as host:
            urls = {str(number): host.url(f"/{number}") for number in range(20)}
            found = outcomes(urls, client("MyBot", timeout=1.0, private_hosts=LOCAL), is_async)
            assert {pages[:2] for pages in found.values()} == {DISALLOWED}
            assert max(seconds for *_, seconds in found.values()) < 1.0 + 3
            assert len(host.asked) == 1


def test_redirects_share_the_deadline(client: type[Fetcher]) -> None:
    def slow(host: Host, connection: socket.socket, path: str) -> None:
        time.sleep(0.5)
        redirect(f"{path}x")(host, connection, path)

    with Host(slow).running() as host:
        start = time.monotonic()
        assert not RobotsCache("MyBot", fetch=client("MyBot", timeout=1.2, private_hosts=LOCAL)).allowed(host.url("/"))
        assert time.monotonic() - start < 1.2 + 3 and len(host.asked) <= 3


def test_a_host_recovers_and_copies_are_revalidated(client: type[Fetcher]) -> None:
    etag = 'ETag: "1"'
    answers = in_turn(send("503 Busy", RULES), send("200 OK", RULES, etag), send("304 Not Modified", b"", etag, length=0))
    with Host(answers).running() as host:
        now = 1_700_000_000.0
        cache = RobotsCache("MyBot", fetch=client("MyBot", private_hosts=LOCAL), clock=lambda: now)
        assert not cache.allowed(host.url("/page"))
        now += 61
        assert cache.allowed(host.url("/page")) and not cache.allowed(host.url("/private/x"))
        now += 86_401
        assert cache.allowed(host.url("/page")) and not cache.allowed(host.url("/private/x"))
        assert len(host.asked) == 3 and 'if-none-match: "1"' in host.heads[2].lower()


@pytest.fixture
def the_second_is_private(monkeypatch: pytest.MonkeyPatch) -> None:
    """Local servers have loopback addresses. One of them counts as public here."""
    monkeypatch.setattr(fetchers, "_is_public", lambda address: address == "127.0.0.1")


def test_redirects_to_other_hosts_and_private_addresses(client: type[Fetcher], the_second_is_private: None) -> None:
    with ExitStack() as stack:
        private = stack.enter_context(Host(send("200 OK", b"", ""), "127.0.0.2").running())
        public = stack.enter_context(Host(send("200 OK", RULES)).running())
        to_private = stack.enter_context(Host(redirect(private.url("/"))).running())
        to_public = stack.enter_context(Host(redirect(public.url("/"))).running())
        ask = client("MyBot", timeout=10)
        urls = {"private": private.url("/"), "to private": to_private.url("/"), "to public": to_public.url("/")}
        found = {name: pages[:2] for name, pages in outcomes(urls, ask, is_async=True).items()}
        assert found == {"private": DISALLOWED, "to private": DISALLOWED, "to public": OBEYED}
        assert private.asked == []
        # The site that was asked for decides, not the host of the redirect.
        for listed, expected in ((["127.0.0.2"], DISALLOWED), (["127.0.0.1"], ALLOWED), ("all", ALLOWED)):
            again = client("MyBot", timeout=10, private_hosts=listed)
            assert outcomes({"": urls["to private"]}, again, is_async=False)[""][:2] == expected, listed
        few = client("MyBot", timeout=10, private_hosts="all", max_redirect_hosts=0)
        found = {name: pages[:2] for name, pages in outcomes(urls, few, is_async=False).items()}
        assert found == {"private": ALLOWED, "to private": DISALLOWED, "to public": OBEYED}


def test_names_are_resolved_once_and_checked(client: type[Fetcher], the_second_is_private: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that resolves to a public address first, and to a private one when asked again (DNS rebinding)."""
    with ExitStack() as stack:
        private = stack.enter_context(Host(send("200 OK", b""), "127.0.0.2").running())
        public = Host(send("200 OK", RULES))
        with socket.socket() as free:
            free.bind(("127.0.0.1", private.port))
        with socket.create_server(("127.0.0.1", private.port)) as listening:
            threading.Thread(target=public._serve, args=(listening,), daemon=True).start()
            resolved: dict[str, list[str]] = {
                "rebinding.test": ["127.0.0.1", "127.0.0.2"],
                "private.test": ["127.0.0.2"],
                "both.test": ["127.0.0.2+127.0.0.1"],
            }
            asked: list[str] = []

            def getaddrinfo(host: Any, port: Any, *_: Any, **__: Any) -> list[Any]:
                host = host.decode() if isinstance(host, bytes) else host
                addresses = [host]
                if host in resolved:
                    asked.append(host)
                    addresses = resolved[host][min(asked.count(host), len(resolved[host])) - 1].split("+")
                return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

            monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
            urls = {host: f"http://{host}:{private.port}/page" for host in resolved}
            found = {host: pages[:2] for host, pages in outcomes(urls, client("MyBot", timeout=10), is_async=True).items()}
            assert found == {"rebinding.test": OBEYED, "private.test": DISALLOWED, "both.test": OBEYED}
            assert asked.count("rebinding.test") == 1 and private.asked == []
            assert any(f"host: rebinding.test:{private.port}\r\n" in head.lower() for head in public.heads)
            listening.shutdown(socket.SHUT_RDWR)


@pytest.mark.parametrize(
    ("address", "is_public"),
    [
        *((address, True) for address in ("1.1.1.1", "8.8.8.8", "193.0.6.139", "2606:4700::1", "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1")),
        *((address, False) for address in (
            "127.0.0.1", "127.9.9.9", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
            "255.255.255.255", "240.0.0.1", "192.0.2.1", "198.18.0.1", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00::1", "ff02::1", "::ffff:127.0.0.1",
            "::ffff:10.0.0.1", "::7f00:1", "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::a00:1", "2002:7f00:1::1", "2002:a00:1::", "2001:db8::1", "2001::1",
        )),
    ],
)  # fmt: skip
def test_public_addresses(address: str, is_public: bool) -> None:
    assert fetchers._is_public(address) is is_public


@pytest.fixture(scope="module")
def tls(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, ssl.SSLContext, list[str | None]]]:
    """A server with a certificate for `site.test`, and the context that trusts it."""
    trustme = pytest.importorskip("trustme", reason="trustme is not installed: not tested with TLS")
    authority = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("site.test").configure_cert(context)
    names: list[str | None] = []
    context.sni_callback = lambda connection, name, _: names.append(name)
    trusting = ssl.create_default_context()
    authority.configure_trust(trusting)
    host = Host(send("200 OK", RULES))

    def serve(listening: socket.socket) -> None:
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            try:
                host._handle(context.wrap_socket(connection, server_side=True))
            except OSError:
                pass

    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=serve, args=(listening,), daemon=True).start()
        yield listening.getsockname()[1], trusting, names
        listening.shutdown(socket.SHUT_RDWR)


def test_certificates_are_verified(client: type[Fetcher], tls: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    port, trusting, names = tls
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    for host, context, expected in (("site.test", trusting, OBEYED), ("other.test", trusting, DISALLOWED), ("site.test", None, DISALLOWED)):
        names.clear()
        fetch = client("MyBot", timeout=10, private_hosts="all", ssl_context=context)
        assert outcomes({"": f"https://{host}:{port}/"}, fetch, is_async=False)[""][:2] == expected, host
        assert names[:1] == [host]


def test_the_byte_limit_of_the_policy_is_read(client: type[Fetcher]) -> None:
    with Host(send("200 OK", RULES + b"Disallow: /\n")).running() as host:
        fetch = client("MyBot", timeout=10, private_hosts=LOCAL)
        for limit, expected in ((len(RULES), OBEYED), (None, DISALLOWED)):
            found = outcomes({"": host.url("/")}, fetch, is_async=False, policy=CachePolicy(byte_limit=limit))
            assert found[""][:2] == expected


def test_settings_are_checked() -> None:
    anything: Any = "127.0.0.1"
    for call, error, message in [
        (lambda: RobotsCache("MyBot", fetch=anything), ValueError, "fetch must be a function or one of 'urllib', 'requests', 'httpx', 'aiohttp'"),
        (lambda: RobotsCache("MyBot", fetch=None), TypeError, "fetch must be a function or the name of a client, not NoneType"),  # type: ignore[arg-type]
        (lambda: RobotsCache("Bötchen", fetch="urllib"), ValueError, "user_agent must be printable ASCII"),
        (lambda: Urllib("a\r\nb"), ValueError, "user_agent must be printable ASCII"),
        (lambda: Urllib("MyBot", timeout=0), ValueError, "timeout must be more than 0 seconds"),
        (lambda: Urllib("MyBot", private_hosts=anything), TypeError, "private_hosts must be a collection of hosts"),
    ]:  # fmt: skip
        called: Callable[[], object] = call
        with pytest.raises(error, match=message):
            called()
    assert repr(RobotsCache(["MyBot-Image/1.0", "MyBot"], fetch="urllib")._fetch) == "<Urllib: MyBot-Image/1.0>"
