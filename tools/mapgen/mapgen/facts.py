"""Reads the facts of maps/data: text files, one fact a line, columns divided by |, # for remarks."""

from dataclasses import dataclass
from pathlib import Path

DATA = Path(__file__).resolve().parents[3] / "maps" / "data"


class FactFault(SystemExit):
    """A line that does not say what it must: ends the build, naming file and line."""


@dataclass(frozen=True)
class Line:
    """One fact, and where it stands."""

    file: str
    number: int
    text: str

    def fault(self, message):
        """The complaint about this line."""
        return FactFault(f"maps/data/{self.file}, line {self.number}: {message}")

    def columns(self, least, most=None, mark="|"):
        """The columns, trimmed."""
        columns = [column.strip() for column in self.text.split(mark)]
        if not least <= len(columns) <= (most or least):
            raise self.fault(f"expected {least} columns divided by {mark}, found {len(columns)}: {self.text!r}")
        return columns

    def halves(self):
        """What stands before and after the first colon."""
        before, colon, after = self.text.partition(":")
        if not colon:
            raise self.fault(f"expected a colon in {self.text!r}")
        return before.strip(), after.strip()

    def number_of(self, word):
        """A number."""
        try:
            return float(word)
        except ValueError:
            raise self.fault(f"expected a number, found {word!r}") from None

    def point(self, word):
        """lon/lat in degrees."""
        lon, slash, lat = word.strip().partition("/")
        if not slash:
            raise self.fault(f"expected lon/lat such as 15.83/50.21, found {word!r}")
        return self.number_of(lon), self.number_of(lat)

    def points(self, words):
        """lon/lat, divided by blanks or commas."""
        return [self.point(word) for word in words.replace(",", " ").split()]


def lines(file):
    """The facts of a file; none if there is no such file."""
    path = DATA / file
    if not path.exists():
        return
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if text.strip() and not text.startswith("#"):
            yield Line(file, number, text)
