"""Reads ESRI shapefiles: the lines and rings of the .shp, the columns of the .dbf. Nothing else of the format."""

import struct
from pathlib import Path

import numpy as np

NULL, POINT, LINE, POLYGON = 0, 1, 3, 5


def parts(path):
    """For each record: the list of its parts, each an array of (lon, lat)."""
    data = Path(path).with_suffix(".shp").read_bytes()
    index = Path(path).with_suffix(".shx").read_bytes()
    for at in range(100, len(index), 8):
        offset, length = struct.unpack(">2i", index[at:at + 8])
        yield _record(data[offset * 2 + 8:offset * 2 + 8 + length * 2])


def _record(body):
    kind = struct.unpack("<i", body[:4])[0] % 10
    if kind == NULL:
        return []
    if kind == POINT:
        return [np.frombuffer(body, "<f8", 2, 4).reshape(1, 2)]
    if kind not in (LINE, POLYGON):
        raise ValueError(f"expected points, lines or polygons in the shapefile, found type {kind}")
    count, points = struct.unpack("<2i", body[36:44])
    starts = np.frombuffer(body, "<i4", count, 44)
    xy = np.frombuffer(body, "<f8", points * 2, 44 + 4 * count).reshape(points, 2)
    return [part for part in np.split(xy, starts[1:]) if len(part) > 1]


def rows(path, encoding="latin1"):
    """For each record: its columns as text, by name in lower case."""
    data = Path(path).with_suffix(".dbf").read_bytes()
    count, head, size = struct.unpack("<IHH", data[4:12])
    fields, at, start = [], 32, 1
    while data[at] != 0x0D:
        name = data[at:at + 11].split(b"\0")[0].decode("ascii").lower()
        fields.append((name, start, start + data[at + 16]))
        start += data[at + 16]
        at += 32
    for number in range(count):
        record = data[head + number * size:head + (number + 1) * size]
        yield {name: record[a:b].decode(encoding).strip(" \0") for name, a, b in fields}
