"""The ready HTTP clients, against local servers."""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from hosts import (
    ALLOWED,
    CLIENTS,
    DISALLOWED,
    OBEYED,
    RULES,
    SLOW,
    Host,
    every_host,
    longest_wait,
    only_127_0_0_1_is_public,
    outcomes,
    recovery,
    redirect,
    running,
    send,
)
from robots_exclusion import CachePolicy, fetchers
from robots_exclusion.cache import RobotsCache
from robots_exclusion.fetchers import Fetcher, Urllib

LOCAL = ["127.0.0.1", "127.0.0.2"]
TIMEOUT = 1.0
"""The seconds after which a fetch from a slow host is ended."""


@pytest.fixture(params=CLIENTS, ids=lambda kind: kind.__name__.lower())
def client(request: pytest.FixtureRequest) -> type[Fetcher]:
    name = request.param.__name__.lower()
    if name != "urllib":
        pytest.importorskip(name, reason=f"{name} is not installed: its client is not tested")
    kind: type[Fetcher] = request.param
    return kind


@pytest.fixture
def the_second_is_private() -> Iterator[None]:
    with only_127_0_0_1_is_public():
        yield


@pytest.mark.parametrize("is_async", [False, True], ids=["blocking", "asyncio"])
def test_every_kind_of_host(client: type[Fetcher], is_async: bool, the_second_is_private: None) -> None:
    with running() as rows:
        found = every_host(client, rows, TIMEOUT, is_async)
    # A thread may have to wait for the processor, but not for the server.
    assert max(outcome.seconds for name, outcome in found.items() if name.startswith(SLOW)) < TIMEOUT + 3
    wrong = {
        name: (found[name], row.pages, row.unavailable)
        for name, row in rows.items()
        if found[name].pages != row.pages or not found[name].unavailable.startswith(row.unavailable)
    }
    assert not wrong, "\n".join(f"{name}: {what}" for name, what in wrong.items())
    # Each was asked once, unless it redirects.
    asked = {name: len(row.host.asked) for name, row in rows.items() if "hop" not in name}
    # aiohttp sends a request again whose connection was reset.
    assert set(asked.values()) - {asked.pop("reset")} <= {0, 1}
    head = rows["200"].host.heads[0].lower()
    assert "user-agent: mybot/1.0\r\n" in head and "accept-encoding: gzip, deflate" in head and "cookie" not in head
    assert f"host: 127.0.0.1:{rows['200'].host.port}\r\n" in head


def test_nobody_waits_longer_than_the_deadline(client: type[Fetcher], the_second_is_private: None) -> None:
    for is_async in (False, True):
        assert longest_wait(client, 1.0, is_async) < 1.0 + 3


def test_redirects_share_the_deadline(client: type[Fetcher]) -> None:
    def slow(host: Host, connection: socket.socket, path: str) -> None:
        time.sleep(0.5)
        redirect(f"{path}x")(host, connection, path)

    with Host(slow).running() as host:
        start = time.monotonic()
        assert not RobotsCache("MyBot", fetch=client("MyBot", timeout=1.2, private_hosts=LOCAL)).allowed(host.url("/"))
        assert time.monotonic() - start < 1.2 + 3 and len(host.asked) <= 3


def test_a_host_recovers_and_copies_are_revalidated(client: type[Fetcher], the_second_is_private: None) -> None:
    assert recovery(client) == [DISALLOWED, OBEYED, OBEYED]


def test_redirects_to_other_hosts_and_private_addresses(client: type[Fetcher], the_second_is_private: None) -> None:
    with ExitStack() as stack:
        private = stack.enter_context(Host(send("200 OK", b"", ""), "127.0.0.2").running())
        public = stack.enter_context(Host(send("200 OK", RULES)).running())
        to_private = stack.enter_context(Host(redirect(private.url("/"))).running())
        to_public = stack.enter_context(Host(redirect(public.url("/"))).running())
        ask = client("MyBot", timeout=10)
        urls = {"private": private.url("/"), "to private": to_private.url("/"), "to public": to_public.url("/")}
        found = {name: outcome.pages for name, outcome in outcomes(urls, ask, is_async=True).items()}
        assert found == {"private": DISALLOWED, "to private": DISALLOWED, "to public": OBEYED}
        assert private.asked == []
        # The site that was asked for decides, not the host of the redirect.
        for listed, expected in ((["127.0.0.2"], DISALLOWED), (["127.0.0.1"], ALLOWED), ("all", ALLOWED)):
            again = client("MyBot", timeout=10, private_hosts=listed)
            assert outcomes({"": urls["to private"]}, again, is_async=False)[""].pages == expected, listed
        few = client("MyBot", timeout=10, private_hosts="all", max_redirect_hosts=0)
        found = {name: outcome.pages for name, outcome in outcomes(urls, few, is_async=False).items()}
        assert found == {"private": ALLOWED, "to private": DISALLOWED, "to public": OBEYED}


@contextmanager
def on_one_port(first: Host, second: Host) -> Iterator[None]:
    """Runs two hosts with different addresses on one port, which may be in use at the second address."""
    while True:
        with ExitStack() as stack:
            first.port = 0
            stack.enter_context(first.running())
            second.port = first.port
            try:
                stack.enter_context(second.running())
            except OSError:
                continue
            yield
            return


def test_names_are_resolved_once_and_checked(client: type[Fetcher], the_second_is_private: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that resolves to a public address first, and to a private one when asked again (DNS rebinding)."""
    private, public = Host(send("200 OK", b""), "127.0.0.2"), Host(send("200 OK", RULES))
    with on_one_port(private, public):
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
        found = {host: outcome.pages for host, outcome in outcomes(urls, client("MyBot", timeout=10), is_async=True).items()}
        assert found == {"rebinding.test": OBEYED, "private.test": DISALLOWED, "both.test": OBEYED}
        assert asked.count("rebinding.test") == 1 and private.asked == []
        assert any(f"host: rebinding.test:{private.port}\r\n" in head.lower() for head in public.heads)


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
        assert outcomes({"": f"https://{host}:{port}/"}, fetch, is_async=False)[""].pages == expected, host
        assert names[:1] == [host]


def test_the_byte_limit_of_the_policy_is_read(client: type[Fetcher]) -> None:
    with Host(send("200 OK", RULES + b"Disallow: /\n")).running() as host:
        fetch = client("MyBot", timeout=10, private_hosts=LOCAL)
        for limit, expected in ((len(RULES), OBEYED), (None, DISALLOWED)):
            found = outcomes({"": host.url("/")}, fetch, is_async=False, policy=CachePolicy(byte_limit=limit))
            assert found[""].pages == expected


def test_a_client_may_pass_on_more_than_the_limit_at_once() -> None:
    reader = fetchers._Reader(200, [], limit=1000)
    endless = b"# more\n" * 1_000_000
    reader.push(endless)
    assert not reader.wants_more
    _, _, body = reader.end()
    assert body == endless[:1000]


def test_settings_are_checked() -> None:
    anything: Any = "127.0.0.1"
    for call, error, message in [
        (lambda: RobotsCache("MyBot", fetch=anything), ValueError, "fetch must be a function or one of 'urllib', 'requests', 'httpx', 'aiohttp'"),
        (lambda: RobotsCache("MyBot", fetch=None), TypeError, "fetch must be a function or the name of a client, not NoneType"),  # type: ignore[arg-type]
        (lambda: RobotsCache("Bötchen", fetch="urllib"), ValueError, "user_agent must be printable ASCII"),
        (lambda: Urllib("a\r\nb"), ValueError, "user_agent must be printable ASCII"),
        (lambda: Urllib("MyBot", timeout=0), ValueError, "timeout must be more than 0 seconds"),
        # No timer lasts that long, so each fetch would fail.
        (lambda: Urllib("MyBot", timeout=1e10), ValueError, "timeout must be more than 0 seconds and at most [0-9]+, not 1"),
        (lambda: Urllib("MyBot", timeout=float("inf")), ValueError, "timeout must be more than 0 seconds and at most [0-9]+, not inf"),
        (lambda: Urllib("MyBot", timeout=float("nan")), ValueError, "timeout must be more than 0 seconds"),
        (lambda: Urllib("MyBot", private_hosts=anything), TypeError, "private_hosts must be a collection of hosts"),
        (lambda: Urllib("MyBot", private_hosts=[b"a"]), TypeError, "private_hosts must be a collection of hosts"),  # type: ignore[list-item]
        (lambda: Urllib(b"MyBot"), TypeError, "user_agent must be str, not bytes"),  # type: ignore[arg-type]
        (lambda: Urllib("MyBot", max_redirect_hosts=None), TypeError, "max_redirect_hosts must be int, not NoneType"),  # type: ignore[arg-type]
    ]:  # fmt: skip
        called: Callable[[], object] = call
        with pytest.raises(error, match=message):
            called()
    assert repr(RobotsCache(["MyBot-Image/1.0", "MyBot"], fetch="urllib")._fetch) == "<Urllib: MyBot-Image/1.0>"
