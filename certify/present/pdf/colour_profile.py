"""The colours of a report: an ICC profile of sRGB, made from the definition of that space.

The tone curve is that of IEC 61966-2-1; its primaries are those of Rec. ITU-R BT.709, adapted from
the white of daylight (D65) to that of the profile connection space (D50). The layout is that of
ICC.1:2001-04 (version 2.4), which every reader of PDF understands.
"""

from __future__ import annotations

import struct
from functools import cache

VERSION = 0x02400000
DATE = (2025, 1, 1, 0, 0, 0)
"""Of the profile, not of any report: the same bytes always."""
WHITE = (0.9642, 1.0, 0.8249)
"""D50, the white of the profile connection space."""
PRIMARIES = {
    # Red, green and blue as XYZ under D50 (linear Bradford adaptation), to four decimals.
    "rXYZ": (0.4361, 0.2225, 0.0139),
    "gXYZ": (0.3851, 0.7169, 0.0971),
    "bXYZ": (0.1431, 0.0606, 0.7141),
}
CURVE_POINTS = 1024
NAME = "sRGB"
COPYRIGHT = "No copyright; made from IEC 61966-2-1"


@cache
def srgb_profile() -> bytes:
    """Return the profile.

    Returns
    -------
    bytes
        An ICC profile of a display whose colours are sRGB: some 2.5 kB, the same always.
    """
    tags: list[tuple[str, bytes]] = [
        ("desc", _description(NAME)),
        ("cprt", b"text\0\0\0\0" + COPYRIGHT.encode() + b"\0"),
        ("wtpt", _xyz(WHITE)),
        *((name, _xyz(value)) for name, value in PRIMARIES.items()),
        ("rTRC", _curve()),
    ]
    start = 128 + 4 + 12 * (len(tags) + 2)
    table, content, places = b"", b"", {}
    for name, data in tags:
        places[name] = (start + len(content), len(data))
        content += data + b"\0" * (-len(data) % 4)
    # The three channels have one curve.
    places["gTRC"] = places["bTRC"] = places["rTRC"]
    for name, (offset, size) in places.items():
        table += name.encode() + struct.pack(">II", offset, size)
    body = struct.pack(">I", len(places)) + table + content
    return _header(128 + len(body)) + body


def linear_light(value: float) -> float:
    """Return the light of an sRGB value.

    Parameters
    ----------
    value : float
        From 0 to 1.

    Returns
    -------
    float
        From 0 to 1, in proportion to the light.
    """
    if value <= 0.04045:
        return value / 12.92
    return float(((value + 0.055) / 1.055) ** 2.4)


def _header(size: int) -> bytes:
    """Return the 128 bytes before the table of the tags."""
    header = struct.pack(">I4sI4s4s4s", size, b"", VERSION, b"mntr", b"RGB ", b"XYZ ")
    header += struct.pack(">6H4s4sI4s4s", *DATE, b"acsp", b"", 0, b"", b"")
    header += struct.pack(">QI", 0, 0) + _numbers(WHITE)
    return header.ljust(128, b"\0")


def _numbers(values: tuple[float, ...]) -> bytes:
    """Return numbers as signed 15.16 fixed point."""
    return b"".join(struct.pack(">i", round(value * 65536)) for value in values)


def _xyz(values: tuple[float, float, float]) -> bytes:
    """Return a tag of type XYZ."""
    return b"XYZ \0\0\0\0" + _numbers(values)


def _curve() -> bytes:
    """Return the tone curve as a table."""
    points = [round(65535 * linear_light(x / (CURVE_POINTS - 1))) for x in range(CURVE_POINTS)]
    return struct.pack(f">4sII{CURVE_POINTS}H", b"curv", 0, CURVE_POINTS, *points)


def _description(text: str) -> bytes:
    """Return a description: in ASCII, and empty in Unicode and in the script of Macintosh."""
    ascii_text = text.encode() + b"\0"
    head = struct.pack(">4sII", b"desc", 0, len(ascii_text)) + ascii_text
    return head + struct.pack(">IIHB67s", 0, 0, 0, 0, b"")
