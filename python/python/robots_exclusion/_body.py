"""Decodes a body's content codings as it arrives, up to a limit.

Decoding can make a body a thousand times longer, so no decoder is asked for more than the limit.
"""

from __future__ import annotations

import importlib
import zlib
from typing import Any, Protocol


def _module(*names: str) -> Any:
    """Returns the first of these modules that is installed, or ``None``."""
    for name in names:
        try:
            return importlib.import_module(name)
        except ImportError:
            pass
    return None


_zstd: Any = _module("compression.zstd", "backports.zstd")
_brotli: Any = _module("brotli")
# Versions before 1.2 cannot limit the output.
_BROTLI = _brotli is not None and hasattr(_brotli.Decompressor, "can_accept_more_data")

ACCEPT_ENCODING = ", ".join(["gzip", "deflate", *(["br"] if _BROTLI else []), *(["zstd"] if _zstd else [])])
"""The codings that can be decoded. ``br`` and ``zstd`` need a package."""

_MOST_CODINGS = 2
"""A server that encodes a body more often than this isn't answering in good faith."""

_ZSTD_WINDOW_LOG = 23
"""RFC 9659 limits the window of the coding to 8 MiB."""


class BrokenBody(Exception):
    """The body ended early, or cannot be decoded."""


class _Decoder(Protocol):
    def decode(self, data: bytes, most: int) -> bytes: ...
    def is_complete(self) -> bool: ...


class _Deflate:
    """Gzip (one or several members), zlib, or deflate without a header, which some servers send as ``deflate``."""

    def __init__(self, coding: str) -> None:
        self._is_gzip = coding == "gzip"
        self._start = b""
        self._inner: Any = zlib.decompressobj(16 + zlib.MAX_WBITS) if self._is_gzip else None

    def decode(self, data: bytes, most: int) -> bytes:
        if self._inner is None:
            self._start += data
            if len(self._start) < 2:
                return b""
            data, self._start = self._start, b""
            is_zlib = data[0] & 15 == 8 and int.from_bytes(data[:2], "big") % 31 == 0
            self._inner = zlib.decompressobj(zlib.MAX_WBITS if is_zlib else -zlib.MAX_WBITS)
        decoded = []
        while data and most > 0:
            if self._inner.eof:
                # Another member may follow. Padding and anything else is ignored.
                if not (self._is_gzip and data.startswith(b"\x1f\x8b")):
                    break
                self._inner = zlib.decompressobj(16 + zlib.MAX_WBITS)
            part = self._inner.decompress(data, most)
            decoded.append(part)
            most -= len(part)
            data = self._inner.unused_data if self._inner.eof else self._inner.unconsumed_tail
        return b"".join(decoded)

    def is_complete(self) -> bool:
        return self._inner is not None and bool(self._inner.eof)


class _Brotli:
    def __init__(self) -> None:
        self._inner: Any = _brotli.Decompressor()

    def decode(self, data: bytes, most: int) -> bytes:
        decoded = []
        while most > 0 and not self._inner.is_finished():
            part = self._inner.process(data, output_buffer_limit=most)
            data = b""
            decoded.append(part)
            most -= len(part)
            if self._inner.can_accept_more_data():
                break
        return b"".join(decoded)

    def is_complete(self) -> bool:
        return bool(self._inner.is_finished())


class _Zstd:
    """One frame or several."""

    def __init__(self) -> None:
        self._inner: Any = self._frame()

    def _frame(self) -> Any:
        return _zstd.ZstdDecompressor(options={_zstd.DecompressionParameter.window_log_max: _ZSTD_WINDOW_LOG})

    def decode(self, data: bytes, most: int) -> bytes:
        decoded = []
        while most > 0:
            if self._inner.eof:
                if not data:
                    break
                self._inner = self._frame()
            part = self._inner.decompress(data, most)
            decoded.append(part)
            most -= len(part)
            data = self._inner.unused_data if self._inner.eof else b""
            if not self._inner.eof and self._inner.needs_input:
                break
        return b"".join(decoded)

    def is_complete(self) -> bool:
        return bool(self._inner.eof)


def _decoder(coding: str) -> _Decoder | None:
    if coding in ("gzip", "x-gzip"):
        return _Deflate("gzip")
    if coding == "deflate":
        return _Deflate(coding)
    if coding == "br" and _BROTLI:
        return _Brotli()
    if coding == "zstd" and _zstd:
        return _Zstd()
    return None


class Body:
    """A body that is read up to ``limit`` decoded bytes."""

    def __init__(self, content_encoding: str, limit: int) -> None:
        """Raises :class:`BrokenBody` if a coding is unknown."""
        names = [name.strip().lower() for name in content_encoding.split(",")]
        decoders = [_decoder(name) for name in reversed(names) if name not in ("", "identity")]
        self._decoders = [decoder for decoder in decoders if decoder is not None]
        if len(self._decoders) < len(decoders) or len(decoders) > _MOST_CODINGS:
            raise BrokenBody(f"the content coding {content_encoding!r} cannot be undone")
        self._limit = limit
        self._parts: list[bytes] = []

    def push(self, data: bytes) -> bool:
        """Adds bytes as they were sent. Returns ``False`` once the limit is reached."""
        try:
            for decoder in self._decoders[:-1]:
                # The input of the last decoder is not what the limit is about, but it needs one, too.
                data = decoder.decode(data, 2 * self._limit + 1024)
            if self._decoders:
                data = self._decoders[-1].decode(data, self._limit)
        # Each of the packages has an exception of its own.
        except Exception as error:
            raise BrokenBody(f"the body cannot be decoded: {error}") from error
        data = data[: self._limit]
        self._parts.append(data)
        self._limit -= len(data)
        return self._limit > 0

    def end(self) -> bytes:
        """Returns the body. Raises :class:`BrokenBody` if a coding ended early before the limit was reached."""
        body = b"".join(self._parts)
        if self._limit > 0 and not all(decoder.is_complete() for decoder in self._decoders):
            raise BrokenBody("the compressed body ends early")
        return body
