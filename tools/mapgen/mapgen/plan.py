"""What differs from map to map: the grid, the title, and what counts as hills, mountains and forest."""

from dataclasses import dataclass

from mapgen.grid import Grid


@dataclass(frozen=True)
class Plan:
    """One map. Heights and relief in metres, `forest` the brightness (red + green + blue) below which it is dark."""

    id: str
    title: str
    grid: Grid
    forest: int
    hill: int           # relief in and around the square
    mountain: int
    mountain_mean: int  # or this mean height with half that relief
    high_mean: int      # high mountain: this mean height,
    high_both: tuple    # or this mean height with that relief
    river_rank: int     # Natural Earth's scale rank up to which rivers are drawn
    lake_area: float    # square degrees from which a lake is drawn
    relief_window: float = 1.6  # squares
    no_diagonal: tuple = ()     # pairs of squares between which the book bars the diagonal step by name


def _paris_in_the_middle_of_d2_t2():
    per_lon, per_lat = 4.63, 6.90
    west, north = round(2.35 - 32.5 / per_lon, 3), round(48.857 + 52.5 / per_lat, 3)
    return Grid(130, 120, "NPQRSTUVWXYZ", west, north, per_lon, per_lat)


def _venice_in_g7_v8():
    per_lon, per_lat = 3.08, 4.11
    west, north = round(12.33 - 67.05 / per_lon, 3), round(45.44 + 38.5 / per_lat, 3)
    return Grid(120, 80, "STUVWXYZ", west, north, per_lon, per_lat)


PLANS = {
    plan.id: plan
    for plan in (
        Plan("euwol", "Western and central Europe, January 1866", _paris_in_the_middle_of_d2_t2(),
             forest=100, hill=190, mountain=1050, mountain_mean=1250, high_mean=1550, high_both=(1300, 1400),
             river_rank=11, lake_area=0.02),
        Plan("gitm", "Europe, 1805", _venice_in_g7_v8(),
             forest=104, hill=300, mountain=1300, mountain_mean=1450, high_mean=1800, high_both=(1500, 1850),
             river_rank=10, lake_area=0.02, no_diagonal=(("E0-T3", "D9-T4"),)),
        Plan("cwol", "Eastern United States, April 1861",
             Grid(140, 120, "OPQRSTUVWXYZ", -97.42, 45.725, 4.97, 6.935),
             forest=104, hill=95, mountain=330, mountain_mean=1000, high_mean=860, high_both=(760, 520),
             river_rank=11, lake_area=0.08),
    )
}
