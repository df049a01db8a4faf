"""Writes a map file, format 1 (docs/maps.md)."""

import textwrap

from mapgen import facts
from mapgen.terrain import WATER, WORDS

DIGITS = "0123456789abcde"

HEAD = """\
# {title}. Made by tools/mapgen from the facts in maps/data; what is corrected by hand belongs into
# maps/data/corrections.txt, where a rebuild finds it. Every layer is one line a map row, every river, range and
# railway a path of squares. docs/maps.md explains the format and names the sources.
#
# {notice}
format = 1
id = "{id}"
title = "{title}"
cols = {cols}
rows = {rows}
row_letters = "{letters}"
# Where the squares lie, for information: longitude of the west edge and latitude of the north edge, and the
# columns and rows of a degree, all in millionths.
georef = {{ lon = {lon}, lat = {lat}, cols_per_degree = {per_lon}, rows_per_degree = {per_lat} }}
{diagonals}"""

DIAGONALS = """\
# Diagonal steps that the rulebook bars by name, either way.
no_diagonal = [{pairs}]
"""

NOTICE = "Made with Natural Earth. Elevation: NOAA ETOPO5. Forest cover derived from NASA Blue Marble."
US_NOTICE = " US state lines: US Census Bureau."


def millionths(number):
    """Degrees as an integer."""
    return round(number * 1_000_000)


def text(world):
    """The map file of a world."""
    plan = world.plan
    parts = [_head(plan), _keys(world), _layers(world)]
    parts += [_city(plan.grid, city, world.states.get(city.state)) for city in world.cities]
    parts.append(LINES)
    parts += [_river(plan.grid, river) for river in world.rivers]
    parts += [_course(plan.grid, "range", "", path, places) for path, places in world.ranges]
    parts += [f'[[pass]]\nname = "{found.name}"\nat = "{plan.grid.label(found.at)}"\n' for found in world.passes]
    parts += [_course(plan.grid, "rail", name, path) for name, path in world.rails]
    parts += _expectations(plan)
    return "\n".join(parts)


def _head(plan):
    grid = plan.grid
    return HEAD.format(
        title=plan.title, id=plan.id, cols=grid.cols, rows=grid.rows, letters=grid.letters[:-(-grid.rows // 10)],
        notice=NOTICE + (US_NOTICE if plan.id == "cwol" else ""), lon=millionths(grid.lon), lat=millionths(grid.lat),
        per_lon=millionths(grid.per_lon), per_lat=millionths(grid.per_lat), diagonals=_diagonals(plan),
    )


def _diagonals(plan):
    pairs = ", ".join(f'["{one}", "{other}"]' for one, other in plan.no_diagonal)
    return DIAGONALS.format(pairs=pairs) if pairs else ""


def _keys(world):
    used = {key for row in world.state for key in row}
    terrain = "\n".join(f'"{key}" = "{words}"' for key, words in WORDS.items())
    states = "\n".join(
        f'"{state.key}" = {{ name = "{state.name}", nation = "{state.nation}" }}'
        for state in world.states.values() if state.key in used
    )
    remark = "# key in the state layer = { name, nation at the start date }"
    return f"[terrain_key]\n{terrain}\n\n[states]   {remark}\n{states}\n"


def _layers(world):
    grid = world.plan.grid
    columns = range(grid.cols)
    ruler = "#  " + "".join(chr(65 + col // 10) for col in columns) + "\n#  " + "".join(str(col % 10) for col in columns)
    out = []
    for name, marks in (("terrain", world.ground), ("state", world.state)):
        rows = "\n".join(
            f"{grid.row_label(row)} " + "".join(mark or WATER for mark in marks[row]) for row in range(grid.rows)
        )
        out.append(f'[layer.{name}]\n{ruler}\nrows = """\n{rows}\n"""\n')
    return "\n".join(out)


def _city(grid, city, state):
    col, row = city.tactical()
    lines = [
        "[[city]]", f'name = "{city.name}"', f'at = "{grid.label(city.at)}"', f'tac = "{col}-{row}"',
        f"pop = {city.population}",
    ]
    if city.port:
        lines.append(f'port = "{city.port}"')
    if city.manufacturing:
        lines.append(f"manufacturing = {city.manufacturing}")
    if city.supplies:
        lines.append(f"supplies = {city.supplies}")
    if city.fort:
        lines.append(f"fort = {{ strength = {city.fort[0]}, capacity = {city.fort[1]} }}")
    lines.append(f"true = {{ lon = {millionths(city.lon)}, lat = {millionths(city.lat)} }}")
    if state:
        lines.append(f'state = "{state.name}"')
    return "\n".join(lines) + "\n"


LINES = """\
# Lines: squares from source to mouth; consecutive squares share an edge; cross = where on each edge the line goes
# over (0 to 9, a to e), class = run lengths of f fordable, u unfordable, b unbridgeable; enters and mouth = side and
# place where it comes from or leaves into water or over the map's edge; rail_bridges, if given = the only squares of
# this river that a railway bridges. Unbridgeable stretches are never bridged.
"""


def _course(grid, kind, name, path, places=None, more=()):
    squares = textwrap.fill(
        " ".join(grid.label(at) for at in path), 110, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False
    )
    lines = [f"[[{kind}]]"] + ([f'name = "{name}"'] if name else []) + [f'path = """\n{squares}\n"""']
    if places is not None:
        lines.append('cross = "' + "".join(DIGITS[place] for place in places) + '"')
    return "\n".join(lines + list(more)) + "\n"


def _river(grid, river):
    more = [f'class = "{_runs(river.classes)}"']
    if river.enters:
        more.append(f'enters = "{river.enters[0]}{DIGITS[river.enters[1]]}"')
    if river.mouth:
        more.append(f'mouth = "{river.mouth[0]}{DIGITS[river.mouth[1]]}"')
    if river.bridges is not None:
        more.append("rail_bridges = [" + ", ".join(f'"{grid.label(at)}"' for at in river.bridges) + "]")
    return _course(grid, "river", river.name, river.path, river.cross, more)


def _runs(classes):
    runs = []
    for kind in classes:
        if runs and runs[-1][0] == kind:
            runs[-1][1] += 1
        else:
            runs.append([kind, 1])
    return " ".join(f"{kind}{count}" for kind, count in runs)


def _expectations(plan):
    for line in facts.lines("expect.txt"):
        maps, of, terrains, least, greatest = line.columns(5)
        if plan.id in maps.split():
            names = ", ".join(f'"{name.strip()}"' for name in terrains.split(","))
            percent = f"[{int(line.number_of(least))}, {int(line.number_of(greatest))}]"
            yield f'[[expect]]\nof = "{of}"\nterrain = [{names}]\npercent = {percent}\n'
