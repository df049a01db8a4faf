"""The grid of a map: names of squares, and where they lie on the Earth (plate carree, from the north-west corner)."""

from dataclasses import dataclass

import numpy as np

SIDES = {(0, -1): "N", (1, 0): "E", (0, 1): "S", (-1, 0): "W"}
STEPS = {side: step for step, side in SIDES.items()}


@dataclass(frozen=True)
class Grid:
    """Columns, rows and the lines between degrees and squares. `lon` and `lat` are the north-west corner."""

    cols: int
    rows: int
    letters: str
    lon: float
    lat: float
    per_lon: float
    per_lat: float

    def label(self, square):
        """(column, row) as D2-T2."""
        col, row = square
        return f"{chr(65 + col // 10)}{col % 10}-{self.row_label(row)}"

    def row_label(self, row):
        """A row's name, such as T2."""
        return f"{self.letters[row // 10]}{row % 10}"

    def parse(self, label):
        """D2-T2 as (column, row)."""
        try:
            col, row = label.split("-")
            square = (ord(col[0]) - 65) * 10 + int(col[1:]), self.letters.index(row[0]) * 10 + int(row[1:])
        except (ValueError, IndexError):
            raise ValueError(f"expected a square such as {self.label((0, 0))}, found {label!r}") from None
        if not self.inside(square):
            raise ValueError(f"{label} is not on the map")
        return square

    def inside(self, square):
        """Whether a square is on the map."""
        return 0 <= square[0] < self.cols and 0 <= square[1] < self.rows

    def xy(self, lon, lat):
        """Degrees to squares, with fractions."""
        return (np.asarray(lon) - self.lon) * self.per_lon, (self.lat - np.asarray(lat)) * self.per_lat

    def lonlat(self, x, y):
        """Squares to degrees."""
        return self.lon + np.asarray(x) / self.per_lon, self.lat - np.asarray(y) / self.per_lat

    def square_at(self, lon, lat):
        """The square of a place; perhaps not on the map."""
        x, y = self.xy(lon, lat)
        return int(np.floor(x)), int(np.floor(y))

    def bounds(self, pad=0):
        """West, south, east, north."""
        west, north = self.lonlat(-pad, -pad)
        east, south = self.lonlat(self.cols + pad, self.rows + pad)
        return float(west), float(south), float(east), float(north)

    def near(self, square, reach=1):
        """The squares around one, itself left out, that are on the map."""
        steps = range(-reach, reach + 1)
        around = [(square[0] + dx, square[1] + dy) for dy in steps for dx in steps if dx or dy]
        return [other for other in around if self.inside(other)]

    def beside(self, square):
        """The squares that share an edge with one."""
        around = [(square[0] + dx, square[1] + dy) for dx, dy in SIDES]
        return [other for other in around if self.inside(other)]
