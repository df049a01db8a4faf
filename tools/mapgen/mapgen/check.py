"""Checks a map file against the Earth and against itself: what needs longitude and latitude, and what would make the
builder's work worthless. The program's own checker (`fieldpost map check`) looks at everything else."""

import tomllib
from collections import Counter

from mapgen.grid import Grid

IMPASSABLE = {"water", "high mountain", "swamp"}


class MapFile:
    """A map file, read."""

    def __init__(self, text):
        self.file = tomllib.loads(text)
        geo = self.file["georef"]
        self.grid = Grid(
            self.file["cols"], self.file["rows"], self.file["row_letters"], geo["lon"] / 1e6, geo["lat"] / 1e6,
            geo["cols_per_degree"] / 1e6, geo["rows_per_degree"] / 1e6,
        )
        words = self.file["terrain_key"]
        layers = self.file["layer"]
        self.ground = [[words[mark] for mark in line[3:]] for line in layers["terrain"]["rows"].splitlines()]
        self.state = [line[3:] for line in layers["state"]["rows"].splitlines()]

    def terrain(self, square):
        """The words of a square's terrain."""
        return self.ground[square[1]][square[0]]

    def paths(self, kind):
        """Every river, range or railway with its squares."""
        for course in self.file.get(kind, []):
            yield course, [self.grid.parse(label) for label in course["path"].split()]


def check(name, text):
    """What is wrong, in sentences."""
    world = MapFile(text)
    findings = _cities(world) + _courses(world) + _mouths(world) + _rulebook(name, world)
    return [f"{name}: {finding}" for finding in findings]


def _cities(world):
    findings, taken = [], {}
    for city in world.file.get("city", []):
        at = world.grid.parse(city["at"])
        true = world.grid.square_at(city["true"]["lon"] / 1e6, city["true"]["lat"] / 1e6)
        if max(abs(at[0] - true[0]), abs(at[1] - true[1])) > 1:
            findings.append(f"{city['name']} is at {city['at']}, truly at {world.grid.label(true)}")
        if world.terrain(at) in IMPASSABLE:
            findings.append(f"{city['name']} stands in {world.terrain(at)}")
        if at in taken:
            findings.append(f"{city['name']} and {taken[at]} share {city['at']}")
        taken[at] = city["name"]
    return findings


def _courses(world):
    findings = []
    for kind in ("river", "range", "rail"):
        for course, path in world.paths(kind):
            what = f"{kind} {course.get('name', '')} at {world.grid.label(path[0])}"
            if any(abs(a[0] - b[0]) + abs(a[1] - b[1]) != 1 for a, b in zip(path, path[1:])):
                findings.append(f"{what}: a gap")
            if any(world.terrain(at) == "water" for at in path):
                findings.append(f"{what}: on water")
            if "cross" in course and len(course["cross"]) != len(path) - 1:
                findings.append(f"{what}: {len(course['cross'])} crossings for {len(path)} squares")
            if kind == "rail" and any(world.terrain(at) in IMPASSABLE for at in path):
                findings.append(f"{what}: where nobody can go")
    return findings


def _mouths(world):
    """Every river ends in water, beyond the map, or in another river."""
    rivers = list(world.paths("river"))
    counts = Counter(square for _, path in rivers for square in set(path))
    findings = []
    for course, path in rivers:
        if "mouth" not in course and counts[path[-1]] < 2:
            findings.append(f"river {course.get('name', '')} ends nowhere, at {world.grid.label(path[-1])}")
    return findings


# squares that a rulebook's examples name: what must be there
RULEBOOK = {
    "euwol": {"D2-T2": "city Paris"},
    "gitm": {
        "G7-V8": "city Venice", "E0-T4": "water", "D9-T3": "water", "E0-T3": "land", "D9-T4": "land",
        "F7-V0": "land", "F8-U9": "land", "G8-V5": "land", "G4-V6": "land", "G5-V6": "land", "G6-V7": "land",
    },
    "cwol": {
        "E8-Q6": "city Chicago", "K3-S4": "city Baltimore", "I2-X4": "river Savannah", "I0-X1": "river Savannah",
        "K7-V0": "river Roanoke Island", "K7-V3": "river Hatteras Inlet",
    },
}


def _rulebook(name, world):
    findings = []
    cities = {city["at"]: city["name"] for city in world.file.get("city", [])}
    for label, want in RULEBOOK.get(name, {}).items():
        at = world.grid.parse(label)
        kind, _, what = want.partition(" ")
        rivers = {course.get("name") for course, path in world.paths("river") if at in path}
        good = {
            "city": cities.get(label) == what, "river": what in rivers,
            "water": world.terrain(at) == "water", "land": world.terrain(at) not in IMPASSABLE,
        }[kind]
        if not good:
            findings.append(f"{label}: the rulebook has {want} here")
    return findings


def summary(name, text):
    """One line of figures."""
    world = MapFile(text)
    rivers = list(world.paths("river"))
    wet = {square for _, path in rivers for square in path}
    land = [word for row in world.ground for word in row if word != "water"]
    shares = ", ".join(f"{word} {count * 100 // len(land)} %" for word, count in Counter(land).most_common(6))
    return (
        f"{name}: {len(text)} bytes, {len(world.file['city'])} cities, {len(world.file['states'])} states, "
        f"{len(rivers)} rivers on {len(wet)} squares, {len(world.file.get('rail', []))} railways; {shares};"
    )
