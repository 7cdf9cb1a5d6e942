"""Encoding of an index plane as a PNG file."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Collection
from typing import Final

from PIL import Image
from zlib_ng import zlib_ng

LEVEL: Final = 6
#: The colours that a byte tells apart, and those that half a byte does.
_MOST_COLOURS, _FEW_COLOURS = 256, 16


def encode(
    plane: Image.Image,
    palette: bytes,
    clear: int | None = None,
    *,
    among: Collection[int] | None = None,
    pixels: bytearray | None = None,
) -> bytes:
    """Return the PNG bytes of a mode `L` plane of palette indices; those that are `clear` are transparent.

    The plane's first column must be zero and is not part of the picture: it serves as each line's filter type, so that
    the plane's own bytes are the stream to deflate. The picture holds only the colours that it shows, each once, though
    several indices may stand for it; of sixteen or fewer, two pixels share a byte. `among` are the indices that the
    plane may have, if they are known: to look for them takes a fifth as long as all else. `pixels` are the plane's
    bytes, if they are at hand: to copy them out of it takes a tenth as long.
    """
    width, height = plane.width - 1, plane.height
    # The first column has it that the zero is among them, and stays the zero.
    shown = sorted(indices(plane) if among is None else among)
    places = bytearray(_MOST_COLOURS)
    colours: dict[tuple[bytes, bool], int] = {}
    for index in shown:
        colour = palette[3 * index : 3 * index + 3]
        places[index] = colours.setdefault((colour, index == clear), len(colours))
    drawn = (plane.tobytes() if pixels is None else pixels).translate(places)
    stream, depth = (_halved(drawn, plane.size), 4) if len(colours) <= _FEW_COLOURS else (drawn, 8)
    seen = b"\xff" * places[clear] + b"\0" if clear in shown else b""
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, 3, 0, 0, 0)),
            _chunk(b"PLTE", b"".join(colour for colour, _ in colours)),
            _chunk(b"tRNS", seen) if seen else b"",
            _chunk(b"IDAT", zlib_ng.compress(stream, LEVEL)),
            _chunk(b"IEND", b""),
        )
    )


def indices(plane: Image.Image) -> frozenset[int]:
    """Return the indices that a plane has."""
    return frozenset(index for index, count in enumerate(plane.histogram()) if count)


def _halved(pixels: bytes | bytearray, size: tuple[int, int]) -> bytes:
    """Return the lines of a plane with two pixels in a byte, the first of each for its filter type."""
    # Two columns of zeros make that byte.
    width, height = size
    wide = Image.new("L", (width + 1, height))
    wide.paste(Image.frombuffer("L", size, pixels, "raw", "L", 0, 1), (1, 0))
    return Image.frombytes("P", wide.size, wide.tobytes()).tobytes("raw", "P;4")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(kind)))
