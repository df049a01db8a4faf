"""From lines on the Earth to paths of squares."""

import numpy as np

STEP = 0.02  # squares between two looks at a line
NEAREST, FARTHEST = 3, 11  # places on an edge that rivers keep to: the corners are left to ranges and railways


def trace(grid, line):
    """The squares a line of (lon, lat) runs through, each sharing an edge with the next, and the place, 3 to 11,
    at which it goes over into the next. A square it comes back to ends the loop between."""
    squares, places = [], []
    for x, y in _points(grid, line):
        square = int(np.floor(x)), int(np.floor(y))
        if not squares:
            squares.append(square)
        for onto, part in _steps(squares[-1], square, x, y):
            if onto in squares:
                at = squares.index(onto)
                del squares[at + 1:], places[at:]
            else:
                squares.append(onto)
                places.append(int(np.clip(part * 15, NEAREST, FARTHEST)))
    return squares, places


def _points(grid, line):
    x, y = grid.xy(line[:, 0], line[:, 1])
    for i in range(len(x) - 1):
        pieces = max(1, int(np.ceil(np.hypot(x[i + 1] - x[i], y[i + 1] - y[i]) / STEP)))
        for k in range(pieces):
            yield x[i] + (x[i + 1] - x[i]) * k / pieces, y[i] + (y[i + 1] - y[i]) * k / pieces
    yield x[-1], y[-1]


def _steps(last, square, x, y):
    """The step or, through a corner, the two steps from one square to the next."""
    (last_col, last_row), (col, row) = last, square
    if square == last:
        return []
    if col != last_col and row != last_row:
        return [((col, last_row), y - last_row), (square, x - col)]
    return [(square, y - row if col != last_col else x - col)]
