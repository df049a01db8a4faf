"""Quick pictures of a map file, to look at while building: tools/mapgen/picture euwol [west south east north] FILE."""

from PIL import Image, ImageDraw, ImageFont

from mapgen.check import MapFile

COLOURS = {
    "open": (236, 231, 196), "water": (150, 190, 225), "hills": (212, 190, 135), "forest": (160, 198, 120),
    "forested hills": (135, 168, 95), "mountain": (172, 142, 112), "high mountain": (238, 238, 242),
    "marsh": (170, 205, 180), "swamp": (105, 150, 125),
}
RIVERS = {"f": ((80, 140, 230), 2), "u": (((20, 60, 200)), 4), "b": ((0, 0, 110), 6)}


class _Sheet:
    def __init__(self, world, box, scale):
        self.world, self.scale = world, scale
        self.left, self.top, self.right, self.bottom = box
        size = ((self.right - self.left) * scale + 40, (self.bottom - self.top) * scale + 40)
        self.image = Image.new("RGB", size, "white")
        self.draw = ImageDraw.Draw(self.image)
        self.font = ImageFont.load_default(size=max(9, scale // 2))

    def corner(self, square):
        return 20 + (square[0] - self.left) * self.scale, 20 + (square[1] - self.top) * self.scale

    def middle(self, square):
        x, y = self.corner(square)
        return x + self.scale / 2, y + self.scale / 2

    def crossing(self, a, b, digit):
        """Where the edge between two squares is crossed."""
        part = (int(digit, 15) + 0.5) / 15
        x, y = self.corner((max(a[0], b[0]), max(a[1], b[1])))
        return (x + part * self.scale, y) if a[0] == b[0] else (x, y + part * self.scale)


def paint(text, file, box=None, scale=14):
    """Draws the squares of a box (left, top, right, bottom), or all."""
    world = MapFile(text)
    sheet = _Sheet(world, box or (0, 0, world.grid.cols, world.grid.rows), scale)
    _ground(sheet)
    _rivers(sheet)
    for rail, path in world.paths("rail"):
        sheet.draw.line([sheet.middle(at) for at in path], fill=(40, 40, 40), width=max(1, scale // 12))
    for chain, path in world.paths("range"):
        sheet.draw.line([sheet.middle(at) for at in path], fill=(110, 70, 40), width=max(1, scale // 14))
    _borders(sheet)
    _cities(sheet)
    sheet.image.save(file)


def _squares(sheet):
    for row in range(sheet.top, sheet.bottom):
        for col in range(sheet.left, sheet.right):
            yield col, row


def _ground(sheet):
    for at in _squares(sheet):
        x, y = sheet.corner(at)
        fill = COLOURS[sheet.world.terrain(at)]
        sheet.draw.rectangle((x, y, x + sheet.scale - 1, y + sheet.scale - 1), fill=fill)
    step = 10 if sheet.scale < 20 else 1
    for col in range(sheet.left, sheet.right):
        if col % step == 0:
            sheet.draw.text((sheet.corner((col, 0))[0], 4), sheet.world.grid.label((col, 0))[:2], fill=0, font=sheet.font)
    for row in range(sheet.top, sheet.bottom):
        if row % step == 0:
            sheet.draw.text((1, sheet.corner((0, row))[1]), sheet.world.grid.row_label(row), fill=0, font=sheet.font)


def _rivers(sheet):
    for river, path in sheet.world.paths("river"):
        classes = "".join(run[0] * int(run[1:]) for run in river["class"].split())
        points = [sheet.middle(path[0])]
        for i, (a, b) in enumerate(zip(path, path[1:])):
            points = [points[-1], sheet.crossing(a, b, river["cross"][i]), sheet.middle(b)]
            colour, width = RIVERS[classes[i + 1]]
            sheet.draw.line(points, fill=colour, width=max(1, width * sheet.scale // 20))
        if sheet.scale >= 20 and river.get("name"):
            sheet.draw.text(sheet.middle(path[len(path) // 2]), river["name"], fill=(0, 0, 160), font=sheet.font)


def _borders(sheet):
    state = sheet.world.state
    for col, row in _squares(sheet):
        for dx, dy in ((1, 0), (0, 1)):
            c, r = col + dx, row + dy
            if c >= sheet.world.grid.cols or r >= sheet.world.grid.rows:
                continue
            here, there = state[row][col], state[r][c]
            if here == there or "~" in (here, there):
                continue
            same = sheet.world.file["states"][here]["nation"] == sheet.world.file["states"][there]["nation"]
            x, y = sheet.corner((c, r))
            end = (x, y + sheet.scale) if dx else (x + sheet.scale, y)
            sheet.draw.line((x, y) + end, fill=(230, 140, 60) if same else (200, 0, 120), width=1 if same else 3)


def _cities(sheet):
    for city in sheet.world.file["city"]:
        x, y = sheet.middle(sheet.world.grid.parse(city["at"]))
        k = max(2, sheet.scale // 6)
        if "fort" in city:
            sheet.draw.regular_polygon((x, y, k + 3), 5, fill=(255, 200, 0), outline="black")
        sheet.draw.rectangle((x - k, y - k, x + k, y + k), fill=(200, 20, 20), outline="black")
        sheet.draw.text((x + k + 2, y - sheet.scale / 2), city["name"], fill=(70, 0, 0), font=sheet.font)
