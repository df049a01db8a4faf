"""Railways: the stations are facts, the course between them is the cheapest path over the ground."""

import heapq

import numpy as np

from mapgen import facts
from mapgen.terrain import HIGH, MOUNTAIN, SWAMP, WATER

COST = {".": 1, "f": 1.1, "h": 1.4, "F": 1.5, "m": 3, "M": 30, "~": 60, "%": 1.6, "#": 6}
SHARED = 0.55  # track that is there already is cheap to use
ALONG = 0.15  # following a river's path from square to square
BACK = 12  # out of a station the way the line came
BARRED = 12  # into a square of a river that no railway crosses there
ASTRAY = 0.12  # squares off the straight line, squared


def lay(plan, cities, rivers, ground, log):
    """Railways as (name, path)."""
    works = _Works(plan, cities, rivers, ground)
    railways = []
    for line in facts.lines(f"rails_{plan.id}.txt"):
        name, words = line.halves()
        stations = works.stations(line, words, log)
        if len(stations) < 2:
            log.append(f"railway {name}: fewer than two stations on the map")
            continue
        path = works.course(stations)
        barred = [plan.grid.label(at) for at in path if ground[at[1], at[0]] == WATER]
        if barred:
            log.append(f"railway {name}: crosses water at {' '.join(barred)}")
            continue
        for col, row in path:
            ground[row, col] = {HIGH: MOUNTAIN, SWAMP: "%"}.get(ground[row, col], ground[row, col])
        railways.append((name, path))
        railways += [(f"{name}, branch", branch) for branch in works.branches(stations, path)]
    return railways


class _Works:
    """What the surveyor knows."""

    def __init__(self, plan, cities, rivers, ground):
        self.grid, self.ground = plan.grid, ground
        self.cities = {city.name: city.at for city in cities}
        self.banks = {frozenset(pair) for river in rivers for pair in zip(river.path, river.path[1:])}
        self.barred = {
            at for river in rivers for at, kind in zip(river.path, river.classes)
            if kind == "b" or (river.bridges is not None and at not in river.bridges)
        }
        self.track = set()

    def stations(self, line, words, log):
        """The squares of the stations that are on the map, each once in a row."""
        squares = []
        for word in (word.strip() for word in words.split(",")):
            at = self._station(line, word)
            if not self.grid.inside(at):
                log.append(f"{line.text.split(':')[0]}: {word} is beyond the map")
                continue
            if self.ground[at[1], at[0]] == WATER:
                shore = [near for near in self.grid.near(at) if self.ground[near[1], near[0]] != WATER]
                at = min(shore, key=lambda near: (abs(near[0] - at[0]) + abs(near[1] - at[1]), near), default=at)
            if not squares or squares[-1] != at:
                squares.append(at)
        return squares

    def _station(self, line, word):
        if word in self.cities:
            return self.cities[word]
        if "/" in word:
            return self.grid.square_at(*line.point(word))
        raise line.fault(f"no city is called {word!r}; write lon/lat for a station that is none")

    def course(self, stations):
        """The path through all stations."""
        path = [stations[0]]
        for start, end in zip(stations, stations[1:]):
            came_from = path[-2] if len(path) > 1 else None
            path += self._cheapest(start, end, came_from)[1:]
        path = _without_loops(path)
        self.track.update(frozenset(pair) for pair in zip(path, path[1:]))
        return path

    def branches(self, stations, path):
        """Short lines to the stations that the path would have to leave the way it came."""
        laid = list(path)
        for station in stations:
            if station not in laid:
                joins = min(laid, key=lambda at: (abs(at[0] - station[0]) + abs(at[1] - station[1]), at))
                branch = self._cheapest(joins, station, None)
                while len(branch) > 1 and branch[1] in laid:
                    branch = branch[1:]
                laid += branch[1:]
                self.track.update(frozenset(pair) for pair in zip(branch, branch[1:]))
                yield branch

    def _cheapest(self, start, end, came_from):
        (x0, y0), (x1, y1) = start, end
        straight = max(1e-6, float(np.hypot(x1 - x0, y1 - y0)))
        best, before, queue = {start: 0.0}, {}, [(0.0, start)]
        while queue:
            _, at = heapq.heappop(queue)
            if at == end:
                break
            for step in self.grid.beside(at):
                astray = abs((y1 - y0) * (step[0] - x0) - (x1 - x0) * (step[1] - y0)) / straight
                cost = best[at] + self._cost(at, step) + ASTRAY * astray * astray
                cost += BACK if at == start and step == came_from else 0
                if cost < best.get(step, 1e18) - 1e-9:
                    best[step], before[step] = cost, at
                    ahead = 0.5 * (abs(step[0] - x1) + abs(step[1] - y1))
                    heapq.heappush(queue, (cost + ahead, step))
        path = [end]
        while path[-1] != start:
            path.append(before[path[-1]])
        return path[::-1]

    def _cost(self, at, step):
        edge = frozenset((at, step))
        cost = COST[self.ground[step[1], step[0]]]
        cost *= SHARED if edge in self.track else 1
        cost += BARRED if step in self.barred else 0
        return cost + (ALONG if edge in self.banks else 0)


def _without_loops(path):
    """A line that comes back to a square goes on from there at once."""
    straight = []
    for at in path:
        if at in straight:
            del straight[straight.index(at) + 1:]
        else:
            straight.append(at)
    return straight
