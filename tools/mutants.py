#!/usr/bin/env python3
"""Mutation test of the land engine with the rule cases as its only test, or of any room with unit tests as its own
(docs/rules/proof.md).

    cargo mutants --list --json > mutants.json
    tools/mutants.py --list mutants.json --sample 200 --seed 1 --out mutants.tsv
    tools/mutants.py --again --out mutants.tsv          # those that lived, against the cases of today
    tools/mutants.py --of 'src/desk/**/*.rs' --tests --sample 300 --out desk.tsv
    tools/mutants.py --again --tests --out desk.tsv     # the same, while the code itself is as it was drawn

cargo-mutants builds the program anew for every mutant. This builds it once, with all mutants of the sample in it: in a
scratch copy of the tree each function begins with `if crate::mutant(7) { return { its body with mutant 7 } }`, and the
environment variable MUTANT says which one is awake. A first run of every case by itself notes how long it takes and which
mutants it comes past; a mutant is then held against those cases only, the quickest first, until one fails.
What becomes of each is a line of the table: caught, timeout (caught too), missed, unreached (no case comes past it),
unviable (does not compile), skipped (cannot be put behind a switch: `impl` return types, code outside functions).

--of makes the list of mutants itself, without cargo-mutants: operators the other way round, and functions that answer
yes, no, nothing or well. --tests has the unit tests of the files' own crate in the cases' place.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
CASES = "fixtures/cases/rotd-euwol"
SWITCH = """
/// Whether mutant `number` is awake; notes that it was come past.
pub fn mutant(number: usize) -> bool {
    if !REACHED[number].swap(true, std::sync::atomic::Ordering::Relaxed) { note_reached(number); }
    *AWAKE.get_or_init(|| std::env::var("MUTANT").ok().and_then(|n| n.parse().ok())) == Some(number)
}
static AWAKE: std::sync::OnceLock<Option<usize>> = std::sync::OnceLock::new();
static REACHED: [std::sync::atomic::AtomicBool; COUNT] = [const { std::sync::atomic::AtomicBool::new(false) }; COUNT];
/// Writes down that a mutant was come past.
fn note_reached(number: usize) {
    let Ok(path) = std::env::var("MUTANTS_REACHED") else { return };
    if let Ok(mut file) = std::fs::OpenOptions::new().append(true).create(true).open(path) {
        let _ = std::io::Write::write_all(&mut file, format!("{number} ").as_bytes());
    }
}
"""
# Comments, strings and characters, in which a brace is none.
TOKEN = re.compile(r"""//[^\n]*|/\*.*?\*/|r#"(?:.|\n)*?"#|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])'|[{}]""", re.S)


OTHERWISE = {" == ": " != ", " != ": " == ", " < ": " <= ", " > ": " >= ", " <= ": " < ", " >= ": " > ", " && ": " || ",
             " || ": " && ", " + ": " - ", " - ": " + ", " += ": " -= ", " -= ": " += ", " * ": " + ", " / ": " * "}
ANSWERS = [(r"bool", ["true", "false"]), (r"Option<.*>", ["None"]), (r"Result<\(\), .*>", ["Ok(())"]), (r"Vec<.*>", ["Vec::new()"])]
HEAD = re.compile(r"\bfn (\w+)[^;{}]*?(?:-> ([^;{}]*?))?\s*(?:where [^{;]*)?\{", re.S)


def place(text, at):
    """Line and column of an offset, both counted from 1."""
    return {"line": text.count("\n", 0, at) + 1, "column": at - text.rfind("\n", 0, at)}


def own_list(pattern):
    """Mutants of the files of a pattern, in the form of cargo-mutants' list."""
    found = []
    for path in sorted(ROOT.glob(pattern)):
        # What only tests use is no code that a test could guard.
        if "tests" in str(path.relative_to(ROOT)) or path.name == "trial.rs":
            continue
        text = path.read_text().split("#[cfg(test)]")[0]
        # Of the same length, without what is no code.
        plain = TOKEN.sub(lambda token: token[0] if token[0] in "{}" else re.sub(r"[^\n]", "_", token[0]), text)
        spans = []
        for head in HEAD.finditer(plain):
            depth, end = 0, head.end() - 1
            for brace in re.finditer(r"[{}]", plain[head.end() - 1:]):
                depth += 1 if brace[0] == "{" else -1
                if depth == 0:
                    end = head.end() - 1 + brace.end()
                    break
            spans.append((head, end))
        for head, end in spans:
            returns = (head[2] or "").strip()
            of = {"function_name": head[1], "return_type": f"-> {returns}" if returns else "",
                  "span": {"start": place(text, head.start()), "end": place(text, end)}}

            def add(start, stop, replacement, words):
                file = str(path.relative_to(ROOT))
                found.append({"file": file, "function": of, "replacement": replacement,
                              "span": {"start": place(text, start), "end": place(text, stop)},
                              "name": f"{file}:{place(text, start)['line']}: {words} in {head[1]}"})

            for form, answers in ANSWERS:
                if re.fullmatch(form, returns, re.S):
                    for answer in answers:
                        add(head.start(), end, answer, f"answer {answer}")
            inner = [(other.start(), stop) for other, stop in spans if head.end() <= other.start() and stop < end]
            for sign in re.finditer("|".join(map(re.escape, OTHERWISE)) + r"|(?<=[ (|])!(?=[a-z(])", plain[head.end():end]):
                start = head.end() + sign.start()
                if not any(begin <= start < stop for begin, stop in inner):
                    otherwise = OTHERWISE.get(sign[0], "")
                    add(start, start + len(sign[0]), otherwise, f"{sign[0].strip()} becomes {otherwise.strip() or 'nothing'}")
    return found


def offset(text, place):
    """Where a line and column, both counted from 1, are in a text."""
    at = 0
    for _ in range(place["line"] - 1):
        at = text.index("\n", at) + 1
    return at + place["column"] - 1


def body(text, span):
    """Where the body of a function begins and ends, its braces left out."""
    start, end = offset(text, span["start"]), offset(text, span["end"])
    for token in TOKEN.finditer(text, start, end):
        if token.group() == "{":
            return token.end(), text.rindex("}", start, end)
    raise ValueError("no body")


def switched(mutant, text):
    """The function of a mutant as (begin, end, signature), or None if it cannot be put behind a switch."""
    if not mutant["function"]:
        return None
    begin, end = body(text, mutant["function"]["span"])
    signature = text[offset(text, mutant["function"]["span"]["start"]):begin]
    if "impl " in mutant["function"]["return_type"] or re.search(r"\bconst fn\b", signature):
        return None
    return begin, end


def sample(mutants, count, seed):
    """A share of every file's mutants, at least one."""
    dice, files = random.Random(seed), collections.defaultdict(list)
    for mutant in mutants:
        files[mutant["file"]].append(mutant)
    drawn = []
    for file in sorted(files):
        share = max(1, -(-count * len(files[file]) // len(mutants)))
        drawn += dice.sample(files[file], min(share, len(files[file])))
    return drawn


def plant(scratch, drawn, out_of_it):
    """Writes the sample into the scratch copy; gives, of each file, the lines that each mutant has there."""
    lines, files = {}, collections.defaultdict(list)
    for number, mutant in enumerate(drawn):
        if number not in out_of_it:
            files[mutant["file"]].append((number, mutant))
    for file in {mutant["file"] for mutant in drawn}:
        text = (ROOT / file).read_text()
        groups = collections.defaultdict(list)
        for number, mutant in files[file]:
            groups[switched(mutant, text)].append((number, mutant))
        done, at, spans = "", 0, []
        for begin, end in sorted(groups):
            done += text[at:begin] + "\n"
            for number, mutant in groups[begin, end]:
                a, b = offset(text, mutant["span"]["start"]), offset(text, mutant["span"]["end"])
                # The span of a whole body has its braces in it.
                inside = text[begin:a] + mutant["replacement"] + text[b:end] if begin <= a else mutant["replacement"]
                first = done.count("\n") + 1
                done += f"if crate::mutant({number}) {{ return {{ {inside}\n}}; }}\n"
                spans.append((first, done.count("\n"), number))
            at = begin
        (scratch / file).write_text(done + text[at:])
        lines[file] = spans
    return lines


def room_of(file):
    """The folder of the crate that a file belongs to: the nearest with a manifest."""
    return next(str(folder) for folder in pathlib.PurePath(file).parents if (ROOT / folder / "Cargo.toml").is_file())


def package_of(room):
    return re.search(r'^name = "(.*)"', (ROOT / room / "Cargo.toml").read_text(), re.M)[1]


def copy_tree(scratch, count, rooms):
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True)
    for name in listed.stdout.split("\n"):
        if name and (ROOT / name).is_file():
            (scratch / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, scratch / name)
    for room in rooms:
        with open(scratch / room / "lib.rs" if room != "." else scratch / "src/lib.rs", "a") as lib:
            lib.write(SWITCH.replace("COUNT", str(count)))


def cargo(scratch, *words):
    # Thousands of cases are worth the time that optimising takes; a room's unit tests are not.
    config = f"profile.dev.package.fieldpost-land.opt-level={0 if '--lib' in words else 1}"
    target = os.environ.get("CARGO_TARGET_DIR", str(ROOT / "target"))
    command = ["nice", "-n", "19", "cargo", *words, "-j1", "--config", config, "--message-format=json"]
    return subprocess.run(command, cwd=scratch, capture_output=True, text=True, env={**os.environ, "CARGO_TARGET_DIR": target})


def at_fault(output, lines):
    """The mutants that the compiler's errors lie in."""
    found = set()
    for line in output.split("\n"):
        message = json.loads(line).get("message") if line.startswith("{") else None
        if message and message["level"] == "error":
            for span in message["spans"]:
                for first, last, number in lines.get(span["file_name"], []):
                    if first <= span["line_start"] <= last and span["is_primary"]:
                        found.add(number)
    return found


def build(scratch, drawn, tests, out_of_it=()):
    """Builds the scratch copy; gives what became of the mutants that could not be put into it, beside those known already."""
    what = ["build", "--bin", "fieldpost"]
    if tests:
        [room] = {room_of(mutant["file"]) for mutant in drawn}
        what = ["test", "--no-run", "--lib", "--package", package_of(room)]
    rooms = sorted({room_of(mutant["file"]) for mutant in drawn})
    copy_tree(scratch, len(drawn), rooms)
    fate = dict(out_of_it)
    for number, mutant in enumerate(drawn):
        if switched(mutant, (ROOT / mutant["file"]).read_text()) is None:
            fate[number] = "skipped"
    while True:
        lines = plant(scratch, drawn, fate)
        built = cargo(scratch, *what)
        if built.returncode == 0:
            break
        bad = at_fault(built.stdout, lines)
        print(f"{len(bad)} do not compile", flush=True)
        if not bad:
            raise SystemExit(built.stdout[-3000:] + built.stderr[-3000:])
        fate.update(dict.fromkeys(bad, "unviable"))
    program = [json.loads(line) for line in built.stdout.split("\n") if line.startswith("{")]
    program = [done["executable"] for done in program if done.get("executable")][-1]
    shutil.copy(program, scratch / "fieldpost")
    return fate


def run(scratch, cases, limit, tests, **variables):
    """Runs cases until one fails; gives the output, or None if it took too long."""
    words = ["--test-threads=1", "--exact", *cases] if tests else ["case", "--fail-fast", *cases]
    command = ["nice", "-n", "19", scratch / "fieldpost", *words]
    environment = {**os.environ, **variables}
    try:
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=limit, env=environment)
    except subprocess.TimeoutExpired:
        return None


def all_cases(scratch, tests):
    """The names of the cases, or of the unit tests."""
    if not tests:
        return sorted(str(path.relative_to(ROOT)) for path in (ROOT / CASES).rglob("*.toml"))
    listed = subprocess.run([scratch / "fieldpost", "--list"], cwd=ROOT, check=True, capture_output=True, text=True)
    return re.findall(r"^(\S+): test$", listed.stdout, re.M)


def survey(scratch, tests):
    """How long each case takes, and which mutants it comes past."""
    seconds, reach, note = {}, collections.defaultdict(list), scratch / "reached"
    for case in all_cases(scratch, tests):
        start = time.monotonic()
        note.write_text("")
        done = run(scratch, [case], 600, tests, MUTANTS_REACHED=str(note))
        if done.returncode != 0:
            raise SystemExit(f"fails with no mutant awake: {done.stdout}")
        seconds[case] = time.monotonic() - start
        for number in note.read_text().split():
            reach[int(number)].append(case)
    return seconds, reach


def judge(scratch, number, cases, seconds, limit, tests):
    """What becomes of a mutant, and the case that caught it."""
    if not cases:
        return "unreached", ""
    limit = min(limit, 10 + 5 * sum(seconds[case] for case in cases))
    done = run(scratch, cases, limit, tests, MUTANT=str(number))
    if done is None:
        return "timeout", ""
    failed = re.search(r"^test (\S+) \.\.\. FAILED$" if tests else r"^FAILED (\S+)", done.stdout, re.M)
    if done.returncode == 0:
        return "missed", ""
    return "caught", failed.group(1).rsplit("/")[-1] if failed else "(the program broke down)"


def write(path, drawn, fate):
    with open(path, "w") as table:
        for number, mutant in enumerate(drawn):
            what, case = fate.get(number, ("", ""))
            print(number, what, mutant["name"].replace("\n", " "), case, sep="\t", file=table)


def summary(drawn, fate):
    count = collections.defaultdict(collections.Counter)
    for number, mutant in enumerate(drawn):
        path = mutant["file"].removeprefix("src/games/land/").removeprefix("src/")
        folder = path.rsplit("/", 1)[0] if "/" in path else path.removesuffix(".rs")
        for where in folder, "all":
            count[where][fate[number][0]] += 1
    for where in sorted(count):
        print(where, *(f"{what} {many}" for what, many in sorted(count[where].items())), sep="\t")


def main():
    words = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    words.add_argument("--list", help="what `cargo mutants --list --json` printed")
    words.add_argument("--of", help="makes the list of these files instead, such as 'src/desk/**/*.rs'")
    words.add_argument("--tests", action="store_true", help="the unit tests of the files' own crate, instead of the rule cases")
    words.add_argument("--sample", type=int, default=200, help="how many to draw, about")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--scratch", default="/tmp/fieldpost-mutants", help="a folder of its own; --again finds the program there")
    words.add_argument("--out", default="mutants.tsv")
    words.add_argument("--limit", type=float, default=60, help="seconds a mutant may take at most")
    words.add_argument("--again", action="store_true", help="only those that lived, against the cases as they now are")
    words = words.parse_args()
    scratch = pathlib.Path(words.scratch).resolve()
    scratch.mkdir(parents=True, exist_ok=True)
    if words.again:
        drawn, fate = json.loads((scratch / "sample.json").read_text()), {}
        for line in open(words.out):
            number, what, _, case = line.rstrip("\n").split("\t")
            if what not in ("missed", "unreached", ""):
                fate[int(number)] = what, case
        if words.tests:
            # Cases are read when they run; unit tests are part of the program, as they are today.
            build(scratch, drawn, True, {number: what for number, (what, _) in fate.items() if what in ("unviable", "skipped")})
    else:
        drawn = sample(own_list(words.of) if words.of else json.load(open(words.list)), words.sample, words.seed)
        (scratch / "sample.json").write_text(json.dumps(drawn))
        fate = {number: (what, "") for number, what in build(scratch, drawn, words.tests).items()}
        write(words.out, drawn, fate)
    seconds, reach = survey(scratch, words.tests)
    catchers = collections.Counter()
    for number, mutant in enumerate(drawn):
        if number not in fate:
            # Cases that caught a mutant of the same file before the others, and quick ones before slow ones.
            order = sorted(reach[number], key=lambda case: (-catchers[mutant["file"], case], seconds[case]))
            fate[number] = judge(scratch, number, order, seconds, words.limit, words.tests)
            caught_by = fate[number][1] if words.tests else f"{CASES}/{fate[number][1]}"
            catchers[mutant["file"], caught_by] += 1
            print(number, *fate[number], mutant["name"], sep="\t", flush=True)
            write(words.out, drawn, fate)
    summary(drawn, fate)


if __name__ == "__main__":
    main()
