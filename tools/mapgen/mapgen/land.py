"""The base data on a map's grid: land and lakes, heights, relief, the brightness of the ground from orbit."""

import warnings
from dataclasses import dataclass

import numpy as np
from netCDF4 import Dataset
from PIL import Image, ImageDraw
from scipy.ndimage import map_coordinates, maximum_filter, minimum_filter

from mapgen import shapefile, sources

FINE = 20  # points a side of a square for coasts
HEIGHTS = 10  # and for heights and colours
Image.MAX_IMAGE_PIXELS = None


@dataclass
class Land:
    """One number a square, rows first."""

    dry: np.ndarray         # share of land that is not lake
    mean: np.ndarray        # metres; not a number where no point is land
    relief: np.ndarray      # metres between the highest and the lowest point near the middle
    brightness: np.ndarray  # red + green + blue of Blue Marble


def survey(plan):
    """Samples every layer for a map."""
    grid = plan.grid
    land = _fill(grid, _rings(grid, "land"))
    lake = _fill(grid, [rings for rings in _rings(grid, "lakes") if _area(rings[0]) >= plan.lake_area])
    every_lake = _fill(grid, _rings(grid, "lakes"))
    xs = (np.arange(grid.cols * HEIGHTS) + 0.5) / HEIGHTS
    ys = (np.arange(grid.rows * HEIGHTS) + 0.5) / HEIGHTS
    lon, lat = grid.lonlat(*np.meshgrid(xs, ys))
    coarse = FINE // HEIGHTS
    dry_points = (land & ~every_lake)[::coarse, ::coarse]
    height = np.maximum(elevation(lon, lat), 0)
    return Land(
        dry=_blocks((land & ~lake).astype(float), FINE),
        mean=_mean(np.where(land[::coarse, ::coarse], height, np.nan)),
        relief=_relief(height, plan.relief_window),
        brightness=_mean(np.where(dry_points, _brightness(lon, lat), np.nan)),
    )


def mask(grid, polygon, fine=8):
    """The share of every square that lies in a polygon of (lon, lat)."""
    ring = np.array(polygon)
    return _blocks(_fill(grid, [[ring]], fine).astype(float), fine)


def _rings(grid, layer):
    """The polygons of a layer that touch the map."""
    for parts in shapefile.parts(sources.path(layer)):
        rings = [ring for ring in parts if touches(grid, ring)]
        if rings:
            yield rings


def touches(grid, points, pad=2):
    """Whether the box around points (lon, lat) meets the map and some squares more."""
    west, south, east, north = grid.bounds(pad)
    (low_lon, low_lat), (high_lon, high_lat) = points.min(axis=0), points.max(axis=0)
    return high_lon >= west and low_lon <= east and high_lat >= south and low_lat <= north


def _turn(ring):
    return np.sum((ring[1:, 0] - ring[:-1, 0]) * (ring[1:, 1] + ring[:-1, 1]))


def _area(ring):
    return abs(_turn(ring)) / 2


def _fill(grid, polygons, fine=FINE):
    """Draws polygons, big rings first; rings that turn the other way are holes."""
    image = Image.new("1", (grid.cols * fine, grid.rows * fine))
    draw = ImageDraw.Draw(image)
    for rings in polygons:
        for ring in sorted(rings, key=lambda ring: -_area(ring)):
            x, y = grid.xy(ring[:, 0], ring[:, 1])
            hole = len(rings) > 1 and _turn(ring) < 0
            draw.polygon(list(zip(x * fine, y * fine)), fill=0 if hole else 1)
    return np.array(image)


def _blocks(points, side):
    rows, cols = points.shape[0] // side, points.shape[1] // side
    return points.reshape(rows, side, cols, side).mean(axis=(1, 3))


def _mean(points):
    rows, cols = points.shape[0] // HEIGHTS, points.shape[1] // HEIGHTS
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # squares without any land
        return np.nanmean(points.reshape(rows, HEIGHTS, cols, HEIGHTS), axis=(1, 3))


def _relief(height, window):
    size = int(window * HEIGHTS)
    span = maximum_filter(height, size=size) - minimum_filter(height, size=size)
    return span[HEIGHTS // 2::HEIGHTS, HEIGHTS // 2::HEIGHTS]


def elevation(lon, lat):
    """Metres above the sea of places (ETOPO5)."""
    lons, lats, heights = _etopo()
    cols = (np.asarray(lon) - lons[0]) / (lons[1] - lons[0])
    rows = (np.asarray(lat) - lats[0]) / (lats[1] - lats[0])
    return map_coordinates(heights, [rows, cols], order=1, mode="nearest")


_known = {}


def _etopo():
    if "etopo" not in _known:
        data = Dataset(sources.path("elevation"))
        lons = (data["ETOPO05_X"][:].data + 180) % 360 - 180
        order = np.argsort(lons, kind="stable")
        order = order[np.r_[True, np.diff(lons[order]) > 1e-6]]
        _known["etopo"] = lons[order], data["ETOPO05_Y"][:].data, data["ROSE"][:].data[:, order]
    return _known["etopo"]


def _brightness(lon, lat):
    if "marble" not in _known:
        _known["marble"] = np.asarray(Image.open(sources.path("blue-marble")).convert("RGB")).sum(axis=-1)
    marble = _known["marble"]
    high, wide = marble.shape
    cols = np.clip(((lon + 180) / 360 * wide).astype(int), 0, wide - 1)
    rows = np.clip(((90 - lat) / 180 * high).astype(int), 0, high - 1)
    return marble[rows, cols].astype(float)
