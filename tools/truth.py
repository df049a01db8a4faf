#!/usr/bin/env python3
"""How true receipts are, from outside: plays a game by mail and reads nothing but mails (docs/truth.md).

    tools/truth.py --program target/debug/fieldpost --seeds 2 --turns 3 hampton-roads-1862 valley-1862

Each office is set up by `fieldpost rehearse --folder` and then kept by `fieldpost run`; letters go in by `fieldpost deliver`. The
first turn is rehearsed without letters: play begins with the second. Every "As things stand" of a receipt is held, by the last place that it names, against the next position report.

Letters: machine (what ADVISE says), random, contact (towards the nearest enemy in the report), and alone: random, and of one player only
in a turn, in turn, so that nobody else moves. Only pieces that the player commands are ordered.

A forecast that says of the piece that something is not foreseen is left open and not counted; that enemies are reported in a square, how
many and where is not foreseen, leaves it a forecast, and a false one that said so is counted apart. What hangs on dice ("7 in 10") is counted apart. "Told to go":
the last place is another than the first. "Next to it": a false one that is in the square that was told, in another tactical square.
"""

import argparse
import collections
import email
import email.policy
import json
import pathlib
import random
import re
import subprocess
import tempfile
import time

PASSWORD = "before the curtain rises"
WAYS = ["machine", "random", "contact", "alone"]


class Office:
    """A post office in a folder, its daemon, and the mails that it has sent."""

    def __init__(self, program, scenario, seed, folder):
        self.program, self.folder, self.letters, self.mails = program, pathlib.Path(folder), 0, {}
        subprocess.run([program, "rehearse", scenario, "--turns", "1", "--seed", str(seed), "--folder", folder,
                        "--reports", "no pictures"], check=True, stdout=subprocess.DEVNULL)
        self.config = str(self.folder / "fieldpost.toml")
        self.log = open(self.folder / "log", "w")
        self.daemon = subprocess.Popen([program, "run", "--config", self.config], stdout=self.log, stderr=self.log)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.daemon.terminate()
        self.daemon.wait()
        self.log.close()

    def deliver(self, sender, text):
        self.letters += 1
        mail = (f"From: {sender}\nTo: orders@fieldpost.example\nSubject: orders\n"
                f"Message-ID: <{self.letters}@truth.example>\nContent-Type: text/plain; charset=utf-8\n\n{text}")
        subprocess.run([self.program, "deliver", "--config", self.config], input=mail.encode(), check=True,
                       stdout=subprocess.DEVNULL)

    def turn(self):
        subprocess.run([self.program, "turn", "rehearsal", "--now", "--config", self.config], check=True,
                       stdout=subprocess.DEVNULL)

    def fetch(self):
        """All mails that have come, the oldest first."""
        for path in (self.folder / "out" / "new").iterdir():
            if path.name not in self.mails and path.suffix == ".eml":
                mail = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
                self.mails[path.name] = (path.stat().st_mtime_ns, mail)
        return [mail for _, mail in sorted(self.mails.values(), key=lambda kept: kept[0])]

    def wait(self, subject, wanted, fresh=0):
        """The last mail to each address with words in its subject, once so many have one; `fresh` mails are known already."""
        for _ in range(1200):
            found = {}
            for mail in self.fetch()[fresh:]:
                if re.search(subject, str(mail["subject"])):
                    found[str(mail["to"])] = mail
            if len(found) >= wanted:
                return found
            time.sleep(0.1)
        raise SystemExit(f"no {subject!r} for {wanted} players after two minutes, see {self.folder}")


def body(mail):
    return mail.get_body(("plain",)).get_content().replace("\r\n", "\n")


class Report:
    """What a position report says: where pieces are, who is seen, and where each may go."""

    def __init__(self, mail):
        self.text = body(mail)
        parts = [part for part in mail.walk() if part.get_content_type() == "application/json"]
        self.json = json.loads(parts[0].get_content())
        found = re.search(r"^PLAYER (.*)$", self.text, re.M)
        self.player = found[1] if found else ""
        self.at, self.kind, self.head, self.own = {}, {}, {}, []
        position = self.json.get("position", {})
        for unit in position.get("units", []):
            self.add(unit["id"], f"{unit['square']} {unit['tac']}", "brigades", "UNIT", unit["is_commanded"])
        for ship in self.json.get("at_sea", {}).get("ships", []):
            self.add(ship["id"], ship["place"], "ships", "SHIP", ship["is_commanded"])
        for stack in self.json.get("stacks", []):
            if stack["own"]:
                kind = "fleets" if "-F" in stack["id"] else "stacks"
                self.add(stack["id"], stack["at"], kind, "STACK", True)
        self.squares = sorted({square["square"] for square in position.get("squares", [])})
        self.foes = [seen["square"] for seen in position.get("sightings", []) if seen["side"] == "enemy"]

    def add(self, piece, at, kind, head, is_own):
        self.at[piece], self.kind[piece], self.head[piece] = at, kind, head
        if is_own:
            self.own.append(piece)

    def letter(self, lots, contact):
        """Random orders for all own pieces, half of them none; or for the nearest enemy."""
        order = {"brigades": self.march, "ships": self.sail, "stacks": self.move, "fleets": self.move}
        blocks = []
        for piece in self.own:
            line = order[self.kind[piece]](piece, lots, contact) if contact or lots.random() < 0.7 else None
            if line:
                blocks.append(f"{self.head[piece]} {piece}\n{line}\nEND\n")
        return "".join(blocks)

    def march(self, piece, lots, contact):
        at, way = self.at[piece].split()[0], []
        for _ in range(lots.randint(1, 3)):
            near = [square for square in self.squares if steps(at, square) == 1]
            if contact and self.foes:
                near = sorted(near, key=lambda square: min(steps(square, foe) for foe in self.foes))[:1]
            if not near:
                break
            at = lots.choice(near)
            way.append(at)
        return f"MARCH {' '.join(way)}" if way else None

    def sail(self, piece, lots, contact):
        block = re.search(rf"\({piece}\).*?May go: (.*?)(\n\n|\Z)", self.text, re.S)
        codes = re.findall(r"\b[A-Z]{4}\b", block[1]) if block else []
        foes = [ship["place"] for ship in self.json["at_sea"]["seen"] if ship.get("side") == "enemy"]
        foes = [place for place in foes if re.fullmatch("[A-Z]{4}", place)]
        if contact and foes:
            return f"COAST {lots.choice(foes)}\nBATTLE ENGAGE"
        if codes and lots.random() < 0.7:
            return f"COAST {lots.choice(codes)}"
        ports = [port["name"] for port in self.json["at_sea"]["ports"]]
        return f"HARBOR {lots.choice(ports)}" if ports else None

    def move(self, piece, lots, contact):
        block = re.search(rf"^  {piece}  .*?\n((?:      .*\n)+)", self.text, re.M)
        beside = re.findall(r"([a-z][a-z-]+)(?: \d+)?(?:,|$)", re.sub(r"\([^)]*\)", "", block[1] if block else ""), re.M)
        foes = {stack["at"] for stack in self.json["stacks"] if not stack["own"]}
        near = [place for place in beside if place in foes]
        if contact and near:
            return f"MOVE {lots.choice(near)}"
        return f"MOVE {lots.choice(beside)}" if beside else None


def steps(one, other):
    """The distance of two squares of a strategic map."""
    def place(label):
        return [(ord(part[0]) - 65) * 10 + int(part[1:]) for part in label.split("-")]
    return max(abs(a - b) for a, b in zip(place(one), place(other)))


def forecasts(receipt):
    """Of each piece of a receipt: what is told of it, and whether anything is marked below it."""
    told = {}
    # A block begins with its piece at the margin, and so does whatever comes behind the last.
    for block in re.split(r"\n(?=\S)", body(receipt)):
        # By its id, or by its name with the id behind it: "Monitor (US1IC)".
        head = re.match(r"(?:[^\n(]* \()?([A-Z]{2}[0-9-][\w-]*)", block)
        marked = re.search(r"^  [!?] ", block, re.M) is not None
        courses = r"^  As things stand(?:, ([\w-]+))?: (.*?)(?=\n  (?:[!?-] |As things|LOOK)|\Z)"
        for found in re.finditer(courses, block, re.M | re.S) if head else []:
            told[found[1] or head[1]] = (" ".join(found[2].split()).rstrip("."), marked)
    return told


def end_of(course, kind):
    """The first and the last place of a course, as a report names places; none if it is left open."""
    if "not foreseen" in course.replace("how many and where is not foreseen", ""):
        return None
    if kind in ("stacks", "fleets"):
        last = re.search(r"at last in ([A-Za-z -]+)$", course)
        names = [last[1]] if last else re.findall(r"([A-Z][A-Za-z' -]+?) \d+", course)
        return ("", names[-1].lower().replace(" ", "-")) if names else None
    places, square = [], ""
    for clause in course.split("; "):
        found = re.search(r"\bin (.*)", clause.removesuffix(" and stays there"))
        if not found or not re.match(r"now |after |at the end ", clause):
            continue
        words = re.split(r", (?:halted|where|else)| \(\d+ in 10| and stays", found[1])[0]
        if kind == "brigades":
            at = re.search(r"([A-Z]\d-[A-Z]\d)?.*?(\d+-\d+)$", words)
            if not at:
                return None
            square = at[1] or square
            places.append(f"{square} {at[2]}")
        else:
            port = re.match(r"the harbor of (.*)", words)
            places.append(port[1] if port else words.split()[0])
    return (places[0], places[-1]) if places else None


def play(program, scenario, seed, way, turns, table):
    lots = random.Random(f"{scenario} {seed} {way}")
    with tempfile.TemporaryDirectory(prefix="truth-") as folder, Office(program, scenario, seed, folder + "/office") as office:
        players = len(office.wait(r"Welcome", 1)) and len([m for m in office.fetch() if "Welcome" in str(m["subject"])])
        reports = office.wait(r"T2\] (Position|Turn)", players)
        reports = {to: mail for to, mail in reports.items() if not to.startswith("ga@")}
        for turn in range(2, 2 + turns):
            known = {to: Report(mail) for to, mail in reports.items()}
            senders = sorted(known)
            if way == "alone":
                senders = [senders[turn % len(senders)]]
            fresh = len(office.fetch())
            letters = written(office, known, senders, way, lots)
            answers = office.wait(r"Receipt|Orders|NOT", len(letters), len(office.fetch()) if not letters else fresh) if letters else {}
            office.turn()
            reports = office.wait(rf"T{turn + 1}\] Position", players)
            for sender in letters:
                if sender in answers and sender in reports:
                    told = forecasts(answers[sender])
                    at = f"{scenario} seed {seed} turn {turn} {way}, {known[sender].player}, "
                    mails = [mail for mail in office.fetch()[fresh:] if str(mail["to"]) == sender]
                    why = lambda piece: said_of(piece, answers[sender], mails)
                    hold(known[sender], told, Report(reports[sender]), way, table, (at, why))


def written(office, known, senders, way, lots):
    """Writes and delivers the letters of a turn; who wrote."""
    wrote = []
    for sender in senders:
        head = f"GAME rehearsal\nPLAYER {known[sender].player}\nPASSWORD {PASSWORD}\n"
        if way == "machine":
            fresh = len(office.fetch())
            office.deliver(sender, head + "ADVISE\nEND\n")
            advice = body(office.wait("Advice", 1, fresh)[sender])
            text = "\n".join(line.strip() for line in advice.splitlines() if line.startswith("    "))
            text = re.sub(r"^(GAME|TURN|PLAYER|PASSWORD).*\n?", "", text, flags=re.M)
        else:
            text = known[sender].letter(lots, way == "contact")
        if text.strip(" \nEND"):
            wrote.append((sender, head + text + "\nEND\n"))
    for sender, text in wrote:
        office.deliver(sender, text)
    return [sender for sender, _ in wrote]


def said_of(piece, receipt, mails):
    """What the receipt and the reports after it say of a piece, for who looks for the cause of a miss."""
    block = next((block for block in re.split(r"\n(?=\S)", body(receipt)) if block.startswith(piece)), "")
    lines = [f"receipt: {line.strip()}" for line in block.splitlines() if line.strip()]
    for mail in mails:
        if "Receipt" not in str(mail["subject"]) and mail is not receipt:
            found = re.findall(rf"^.*\b{piece}\b.*$", body(mail), re.M)
            lines += [f"{str(mail['subject'])[:40]}: {line.strip()}" for line in found[:8]]
    return lines


def hold(report, told, after, way, table, miss):
    """Holds what was told against the next report."""
    at, why = miss
    for piece, (course, marked) in told.items():
        if piece not in report.at:
            continue
        row = table[(report.kind[piece], way)]
        places = end_of(course, report.kind[piece])
        if places is None:
            row["open"] += 1
            continue
        first, last = places[0] or report.at[piece], places[1]
        came = after.at.get(piece)
        goes, is_true = first != last, came == last
        if re.search(r"\(\d in 10: ", course):
            row["odds"] += 1
            row["odds came"] += is_true
            continue
        row["told"] += 1
        row["true"] += is_true
        row["go"] += goes
        row["went"] += goes and is_true
        if not is_true:
            is_reported = "enemies are reported" in course
            row["false reported"] += is_reported and not marked
            row["false unmarked"] += not marked and not is_reported
            row["next to it"] += came is not None and last.split()[0] == came.split()[0]
            row["misses"] = row["misses"] or []
            row["misses"].append([f"{at}{piece}: {course}; came: {came}{'' if marked else ' (no mark)'}"] + why(piece))


def share(some, of):
    return f"{some} of {of}" + (f" ({100 * some / of:.1f} %)" if of else "")


def main():
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("scenario", nargs="+")
    words.add_argument("--program", default="target/debug/fieldpost")
    words.add_argument("--seeds", type=int, default=1)
    words.add_argument("--first", type=int, default=1, help="the first seed")
    words.add_argument("--turns", type=int, default=3)
    words.add_argument("--ways", nargs="+", default=WAYS, choices=WAYS)
    words.add_argument("--misses", action="store_true", help="tell each forecast that was false, with what mails say of it")
    args = words.parse_args()
    print("| Game, pieces | Letters | Forecasts true | Of those told to go somewhere | By the dice | Left open | False | Next to it | Enemies reported | No mark |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for scenario in args.scenario:
        table = collections.defaultdict(lambda: collections.defaultdict(int))
        for way in args.ways:
            for seed in range(args.first, args.first + args.seeds):
                play(args.program, scenario, seed, way, args.turns, table)
        for (kind, way), row in sorted(table.items(), key=lambda item: (item[0][0], WAYS.index(item[0][1]))):
            told, missed = row["told"], row["told"] - row["true"]
            print(f"| {scenario}, {kind} | {way} | {share(row['true'], told)} | {share(row['went'], row['go'])} "
                  f"| {share(row['odds came'], row['odds'])} | {row['open']} | {missed} | {row['next to it']} "
                  f"| {row['false reported']} | {row['false unmarked']} |", flush=True)
            for miss in row["misses"] or [] if args.misses else []:
                print("    " + "\n        ".join(miss))


if __name__ == "__main__":
    main()
