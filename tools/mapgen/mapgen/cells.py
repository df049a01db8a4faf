"""Modern countries and provinces on a map's grid, without any polygons of provinces being at hand: the border
lines and the coast of Natural Earth cut the map into cells, and the populated places inside name them."""

import json
import unicodedata
from collections import Counter

import numpy as np
from PIL import Image, ImageDraw
from scipy.ndimage import distance_transform_edt
from shapely import union_all
from shapely.geometry import LineString, Point, box
from shapely.ops import polygonize
from shapely.strtree import STRtree

from mapgen import shapefile, sources
from mapgen.land import touches

FINE = 6  # points a side of a square
GAP = 0.12  # degrees over which a border's loose end is joined to the next line
MARGIN = 8  # squares around the map that are looked at too


class Modern:
    """For every point of the grid the modern country (two letters) and province, as numbers into `names`."""

    def __init__(self, plan, seeds):
        self.grid = plan.grid
        self.names = [("", "")]
        self.numbers = {("", ""): 0}
        places = list(_places(plan.grid)) + [(lon, lat, names, 50) for lon, lat, names in seeds]
        land = _raster_of_land(plan.grid)
        lines = list(_lines(plan.grid, "countries")) + list(_lines(plan.grid, "coastline"))
        self.country = self._labelled(lines, [(x, y, (c, ""), n) for x, y, (c, _), n in places], land)
        lines += list(_lines(plan.grid, "provinces"))
        province = self._labelled(lines, places, land, fill=False)
        self.province = self._nearest_in_country(province)
        if plan.id == "cwol":
            self._paint_us_states()

    def number(self, names):
        """The number of a country and province."""
        if names not in self.numbers:
            self.numbers[names] = len(self.names)
            self.names.append(names)
        return self.numbers[names]

    def _labelled(self, lines, places, land, fill=True):
        cells = list(polygonize(_closed(lines, self.grid)))
        raster = _draw(self.grid, cells)
        votes = {}
        tree = STRtree(cells)
        for lon, lat, names, weight in places:
            for cell in tree.query(Point(lon, lat), predicate="within"):
                votes.setdefault(int(cell), Counter())[names] += weight
        label = np.zeros(len(cells) + 1, dtype=np.int32)
        sizes = np.bincount(raster.ravel(), minlength=len(cells) + 1)
        dry = np.bincount(raster.ravel(), weights=land.ravel(), minlength=len(cells) + 1)
        for cell, counted in votes.items():
            if sizes[cell + 1] == 0 or dry[cell + 1] > 0.5 * sizes[cell + 1]:
                names = min(counted, key=lambda names: (-counted[names], names))
                label[cell + 1] = self.number(names)
        points = label[raster]
        return _filled(points, land) if fill else points

    def _nearest_in_country(self, province):
        """Cells of no known province take the nearest province of their own country."""
        country_of = np.array([self.number((names[0], "")) for names in list(self.names)])
        right = country_of[province] == self.country
        out = np.where(right, province, 0)
        for country in np.unique(self.country):
            inside = self.country == country
            known = inside & (out > 0)
            if country and known.any():
                _, near = distance_transform_edt(~known, return_indices=True)
                out = np.where(inside & (out == 0), out[near[0], near[1]], out)
        return out

    def _paint_us_states(self):
        for name, rings in _us_states():
            for ring in rings:
                drawn = _draw_rings(self.grid, [ring])
                self.country[drawn] = self.number(("US", ""))
                self.province[drawn] = self.number(("US", name))


def _lines(grid, layer):
    for parts in shapefile.parts(sources.path(layer)):
        for part in parts:
            if touches(grid, part, MARGIN):
                yield LineString(part)


def _frame(grid):
    return box(*grid.bounds(MARGIN))


def _closed(lines, grid):
    """The lines as one network, with the frame of the map and with loose ends joined to the nearest line."""
    frame = _frame(grid)
    network = union_all([line for line in lines] + [frame.exterior])
    pieces = [piece for piece in network.geoms if piece.length > 0]
    ends = Counter(end for piece in pieces for end in (piece.coords[0], piece.coords[-1]))
    tree = STRtree(pieces)
    joints = []
    for number, piece in enumerate(pieces):
        for end in (piece.coords[0], piece.coords[-1]):
            if ends[end] == 1:
                joint = _joint(Point(end), number, pieces, tree)
                if joint is not None:
                    joints.append(joint)
    return union_all(pieces + joints)


def _joint(end, number, pieces, tree):
    near = [int(other) for other in tree.query(end.buffer(GAP)) if other != number]
    near = sorted((pieces[other].distance(end), other) for other in near)
    if not near or near[0][0] > GAP:
        return None
    other = pieces[near[0][1]]
    onto = other.interpolate(other.project(end))
    way = LineString([end, onto])
    return LineString([end, _beyond(way)]) if way.length > 0 else None


def _beyond(way):
    """A point a hair behind the end, so that the joint surely cuts the line it meets."""
    (x0, y0), (x1, y1) = way.coords
    return x1 + (x1 - x0) / way.length * 1e-6, y1 + (y1 - y0) / way.length * 1e-6


def _places(grid):
    path = sources.path("places")
    for parts, row in zip(shapefile.parts(path), shapefile.rows(path)):
        if parts and touches(grid, parts[0], MARGIN):
            lon, lat = parts[0][0]
            yield lon, lat, (row["iso_a2"], _province(row["adm1name"])), 1


def _province(name):
    """Names as ASCII; Natural Earth writes them in Windows' Latin letters."""
    letters = name.encode("latin1").decode("cp1252", errors="replace")
    plain = unicodedata.normalize("NFKD", letters)
    return "".join(letter for letter in plain if ord(letter) < 128)


def _draw(grid, cells):
    image = Image.new("I", (grid.cols * FINE, grid.rows * FINE), 0)
    draw = ImageDraw.Draw(image)
    order = sorted(range(len(cells)), key=lambda number: (-cells[number].area, cells[number].bounds))
    for number in order:
        ring = np.array(cells[number].exterior.coords)
        x, y = grid.xy(ring[:, 0], ring[:, 1])
        draw.polygon(list(zip(x * FINE, y * FINE)), fill=number + 1)
    return np.array(image)


def _draw_rings(grid, rings):
    image = Image.new("1", (grid.cols * FINE, grid.rows * FINE), 0)
    draw = ImageDraw.Draw(image)
    for ring in rings:
        x, y = grid.xy(ring[:, 0], ring[:, 1])
        draw.polygon(list(zip(x * FINE, y * FINE)), fill=1)
    return np.array(image)


def inside(grid, polygon):
    """The points of the grid that lie in a polygon of (lon, lat)."""
    return _draw_rings(grid, [np.array(polygon)])


def _raster_of_land(grid):
    image = np.zeros((grid.rows * FINE, grid.cols * FINE), dtype=bool)
    for parts in shapefile.parts(sources.path("land")):
        rings = [part for part in parts if touches(grid, part)]
        if rings:
            image |= _draw_rings(grid, rings)
    return image


def _filled(points, land):
    """Points of land without a label take the nearest."""
    _, near = distance_transform_edt(points == 0, return_indices=True)
    return np.where(land | (points > 0), points[near[0], near[1]], 0)


def _us_states():
    """The states of us-atlas (TopoJSON): name, outer rings."""
    atlas = json.loads(sources.path("us-states").read_text())
    scale, move = np.array(atlas["transform"]["scale"]), np.array(atlas["transform"]["translate"])
    arcs = [np.cumsum(np.array(arc), axis=0) * scale + move for arc in atlas["arcs"]]
    for state in atlas["objects"]["states"]["geometries"]:
        shapes = state["arcs"] if state["type"] == "MultiPolygon" else [state["arcs"]]
        yield state["properties"]["name"], [_ring(arcs, shape[0]) for shape in shapes]


def _ring(arcs, numbers):
    parts = [arcs[number] if number >= 0 else arcs[~number][::-1] for number in numbers]
    return np.concatenate([parts[0]] + [part[1:] for part in parts[1:]])
