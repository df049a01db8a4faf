"""Rivers: the lines of Natural Earth and of the facts as paths of squares, joined where they meet."""

import re
from dataclasses import dataclass, field

import numpy as np
from shapely import line_merge
from shapely.geometry import LineString, MultiLineString, Point

from mapgen import facts, shapefile, sources
from mapgen.chance import draw
from mapgen.grid import SIDES
from mapgen.land import elevation, touches
from mapgen.terrain import HIGH, MARSH, MOUNTAIN, SWAMP, WATER
from mapgen.trace import trace

LEAST = 3  # squares of a river worth drawing
SURELY = 40  # metres
RANK_MAIN, RANK_LATE = 5, 11  # where lines of the facts stand among Natural Earth's ranks


@dataclass
class River:
    """A river: squares from source to mouth, the place on each edge it crosses, a class a square."""

    name: str
    path: list
    cross: list
    enters: tuple = ()  # (side, place)
    mouth: tuple = ()
    classes: list = field(default_factory=list)
    bridges: list = None  # the only squares where railways cross it


@dataclass
class _Line:
    name: str
    rank: int
    points: np.ndarray
    by_hand: bool


def draw_rivers(plan, ground, log):
    """Every river of the map."""
    names = _Names(plan)
    lines = _natural_earth(plan, names) + _by_hand(plan)
    lines.sort(key=lambda line: (line.rank, -_length(plan.grid, line.points), line.name))
    net = _Net(plan, ground)
    for line in lines:
        for run in _runs(plan.grid, line, ground):
            net.add(line, run)
    net.rivers = _one_of_pieces(net.rivers)
    for river in net.rivers:
        net.join(river)
    _name_upper_courses(net.rivers, names, log)
    _open_gorges(net.rivers, ground)
    return net.rivers


class _Names:
    """Natural Earth's names and ours."""

    def __init__(self, plan):
        self.ours, self.keep, self.skip, self.turn = {}, set(), set(), set()
        self.upper = []  # (river, the name of its upper course, the square where that ends)
        for line in facts.lines("river_names.txt"):
            if "|" in line.text:
                kind, maps, name, *more = line.columns(3, 5)
                if kind == "upper" and plan.id in maps.split():
                    self.upper.append((name, more[0], plan.grid.square_at(*line.point(more[1]))))
                elif plan.id in maps.split():
                    {"keep": self.keep, "skip": self.skip, "turn": self.turn}[kind].add(name)
            else:
                theirs, ours = line.columns(2, mark=" = ")
                self.ours[theirs] = ours

    def of(self, name):
        """Our name for theirs."""
        plain = re.sub(r"\s*\(.*", "", name).strip()
        plain = plain.encode("ascii", "ignore").decode()
        return self.ours.get(plain, plain)


def _natural_earth(plan, names):
    pieces = {}
    path = sources.path("rivers")
    for number, (parts, row) in enumerate(zip(shapefile.parts(path), shapefile.rows(path))):
        name = names.of(row["name"])
        rank = int(float(row["scalerank"] or 99))
        if (rank > plan.river_rank and name not in names.keep) or name in names.skip or "Canal" in name:
            continue
        for part in parts:
            if touches(plan.grid, part, 3):
                pieces.setdefault(name or number, []).append((rank, part))
    lines = []
    for name, known in pieces.items():
        rank = min(rank for rank, _ in known)
        for points in _merged([part for _, part in known]):
            lines.append(_Line(name if isinstance(name, str) else "", rank, _downhill(points, name in names.turn), False))
    return lines


def _merged(parts):
    merged = line_merge(MultiLineString([LineString(part) for part in parts]))
    return [_with_the_stream(line, parts) for line in getattr(merged, "geoms", [merged])]


def _with_the_stream(line, parts):
    """A merged line as most of its parts are drawn: Natural Earth draws most of them with the stream."""
    votes = 0.0
    for part in parts:
        start, end = Point(part[0]), Point(part[-1])
        if line.distance(start) == 0 and line.distance(end) == 0:
            votes += line.project(end) - line.project(start)
    return np.array(line.coords)[::-1 if votes < 0 else 1]


def _downhill(points, turn):
    """Where the heights surely say otherwise than the drawing, they are right."""
    first, last = (float(elevation([lon], [lat])[0]) for lon, lat in (points[0], points[-1]))
    return points[::-1] if turn or first + SURELY < last else points


def _by_hand(plan):
    lines = []
    for line in facts.lines("river_lines.txt"):
        head, points = line.halves()
        maps, name, when = facts.Line(line.file, line.number, head).columns(3)
        if when not in ("main", "late"):
            raise line.fault(f"expected main or late, found {when!r}")
        if plan.id in maps.split():
            rank = RANK_MAIN if when == "main" else RANK_LATE
            lines.append(_Line(name, rank, np.array(line.points(points)), True))
    return lines


def _length(grid, points):
    x, y = grid.xy(points[:, 0], points[:, 1])
    return float(np.hypot(np.diff(x), np.diff(y)).sum())


def _runs(grid, line, ground):
    """The stretches of a line that lie on land and on the map, with the crossings at both ends."""
    squares, places = trace(grid, line.points)
    start = None
    for i in range(len(squares) + 1):
        dry = i < len(squares) and grid.inside(squares[i]) and ground[squares[i][1], squares[i][0]] != WATER
        if dry and start is None:
            start = i
        elif not dry and start is not None:
            before = (squares[start - 1], places[start - 1]) if start else None
            after = (squares[i], places[i - 1]) if i < len(squares) else None
            yield squares[start:i], places[start:i - 1], before, after
            start = None


def _one_of_pieces(rivers):
    """Pieces of one name, of which one begins where the other ends, become one river. A piece without a name takes
    the name of the one it belongs to."""
    whole = list(rivers)
    _turn_middles(whole)
    while pair := next(_that_meet(whole), None):
        upper, lower = pair
        whole.remove(lower)
        _append(upper, lower)
    return whole


def _turn_middles(rivers):
    """A piece that runs against the one above and the one below it is turned."""
    for piece in rivers:
        same = [river for river in rivers if river.name == piece.name and piece.name and river is not piece]
        above = any(river.path[-1] == piece.path[-1] and not river.mouth for river in same)
        below = any(river.path[0] == piece.path[0] and not river.enters for river in same)
        if above and below and not piece.mouth and not piece.enters:
            piece.path.reverse()
            piece.cross.reverse()


def _that_meet(rivers):
    for upper in rivers:
        for lower in rivers:
            one = upper.name == lower.name or not (upper.name and lower.name)
            meet = upper.path[-1] == lower.path[0] and not upper.mouth and not lower.enters
            if one and meet and upper is not lower and not set(upper.path) & set(lower.path[1:]):
                yield upper, lower


def _append(upper, lower):
    upper.name = upper.name or lower.name
    upper.path += lower.path[1:]
    upper.cross += lower.cross
    upper.mouth = lower.mouth


def _name_upper_courses(rivers, names, log):
    """Cuts rivers whose upper course bears another name: it ends in the square where the lower one begins. What ends
    there is wholly the other river: two may bear one name in the data."""
    for name, upper_name, square in names.upper:
        whole = [river for river in rivers if river.name == name and square in river.path]
        if not whole:
            log.append(f"river_names.txt: {name} does not pass where {upper_name} ends")
        for river in whole:
            at = river.path.index(square)
            if at == len(river.path) - 1:
                river.name = upper_name
                continue
            rivers.append(River(upper_name, river.path[:at + 1], river.cross[:at], river.enters))
            river.path, river.cross, river.enters = river.path[at:], river.cross[at:], ()


class _Net:
    """The rivers laid so far, and where they run."""

    def __init__(self, plan, ground):
        self.plan, self.grid, self.ground = plan, plan.grid, ground
        self.rivers, self.squares, self.edges = [], {}, set()

    def add(self, line, run):
        """Lays a stretch, up to where it runs into a river that is there already."""
        path, places, before, after = run
        end = self._confluence(path, line.by_hand)
        if end < len(path):
            path, places, after = path[:end], places[:end - 1], None
        head = 0
        while head + 1 < len(path) and path[head] in self.squares and path[head + 1] in self.squares:
            head += 1
        path, places = path[head:], places[head:]
        new = [square for square in path if square not in self.squares]
        if not new or (len(path) < LEAST and not line.by_hand):
            return
        enters = self._end(path[0], before) if head == 0 else ()
        self._lay(River(line.name, path, places, enters, self._end(path[-1], after)))

    def _confluence(self, path, by_hand):
        """How many squares of a path to keep: it ends where it meets a river and hardly leaves it again; one traced
        by hand, where it never leaves it again."""
        for i, square in enumerate(path):
            rest = sum(1 for other in path[i + 1:] if other not in self.squares)
            if by_hand and rest:
                continue
            if i and square in self.squares and (rest == 0 or (rest <= 2 and len(path) - i <= 7)):
                return i + 1
            if i + 1 < len(path) and frozenset(path[i:i + 2]) in self.edges and rest <= 3:
                return i + 1
        return len(path)

    def _end(self, square, beyond):
        if beyond is None:
            return ()
        (col, row), place = beyond
        side = SIDES.get((col - square[0], row - square[1]))
        return (side, place) if side else ()

    def _lay(self, river):
        self.rivers.append(river)
        for square in river.path:
            self.squares.setdefault(square, []).append(river)
        self.edges.update(frozenset(pair) for pair in zip(river.path, river.path[1:]))

    def join(self, river):
        """Leads a lower end that stops in the middle of the land on to the nearest water or river."""
        end = river.path[-1]
        if river.mouth or any(self._runs_on(other, end) for other in self.squares[end] if other.name != river.name):
            return
        rim = [side for step, side in SIDES.items() if not self.grid.inside((end[0] + step[0], end[1] + step[1]))]
        if rim:
            river.mouth = rim[0], 3 + draw(self.plan.id, "rim", end) % 9
            return
        way = self._way_out(river)
        for last, step in zip([end] + way, way):
            place = 3 + draw(self.plan.id, "join", last, step) % 9
            if self.ground[step[1], step[0]] == WATER:
                river.mouth = SIDES[step[0] - last[0], step[1] - last[1]], place
                return
            river.path.append(step)
            river.cross.append(place)
            self.squares.setdefault(step, []).append(river)
            self.edges.add(frozenset((last, step)))

    def _runs_on(self, river, square):
        return river.path[-1] != square or bool(river.mouth)

    def _way_out(self, river):
        """The shortest way, up to four squares, from a river's end to water or another river."""
        ways = [[river.path[-1]]]
        for _ in range(4):
            longer = []
            for way in ways:
                for step in self.grid.beside(way[-1]):
                    if step in river.path or step in way:
                        continue
                    if self.ground[step[1], step[0]] == WATER or step in self.squares:
                        return (way + [step])[1:]
                    longer.append(way + [step])
            ways = longer
        return []


def _open_gorges(rivers, ground):
    """No river runs over high mountain or through a swamp: there it is mountain or marsh."""
    for river in rivers:
        for col, row in river.path:
            ground[row, col] = {HIGH: MOUNTAIN, SWAMP: MARSH}.get(ground[row, col], ground[row, col])


def add_channels(plan, rivers):
    """Short channels that a rulebook names by their squares."""
    for line in facts.lines("channels.txt"):
        maps, name, squares, enters, mouth = line.columns(5)
        if plan.id in maps.split():
            path = [plan.grid.parse(label) for label in squares.split()]
            ends = [(end[0], int(end[1:])) for end in (enters, mouth)]
            rivers.append(River(name, path, [7] * (len(path) - 1), ends[0], ends[1]))
