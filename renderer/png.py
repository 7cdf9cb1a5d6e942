"""Encoding of an index plane as a PNG file."""

from __future__ import annotations

import struct
import zlib
from typing import Final

from PIL import Image
from zlib_ng import zlib_ng

LEVEL: Final = 6


def encode(plane: Image.Image, palette: bytes, clear: int | None = None) -> bytes:
    """Return the PNG bytes of a mode `L` plane of palette indices; those that are `clear` are transparent.

    The plane's first column must be zero and is not part of the picture: it serves as each line's filter type, so that
    the plane's own bytes are the stream to deflate.
    """
    width, height = plane.width - 1, plane.height
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    data = zlib_ng.compress(plane.tobytes(), LEVEL)
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", header),
            _chunk(b"PLTE", palette),
            b"" if clear is None else _chunk(b"tRNS", b"\xff" * clear + b"\0"),
            _chunk(b"IDAT", data),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(kind)))
