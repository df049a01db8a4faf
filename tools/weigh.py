#!/usr/bin/env python3
"""What the mails of a rehearsal weigh: `tools/weigh.py FOLDER...`, each a folder of `fieldpost rehearse --folder` or `fieldpost demo`.
For each kind of report: how many mails, the median and the largest in kB as they go over the wire, and the median of each part."""
import collections, email, email.policy, pathlib, re, statistics, sys


def kind_of(subject):
    return "position" if "Position" in subject else "event" if "What happened" in subject else None


def name_of(part):
    """A file by its name; a picture by what it shows."""
    if part.get_content_type() != "image/png":
        return part.get_filename() or part.get_content_type()
    shown = part["Content-ID"].strip("<>").split(".")[0]
    return "tactical maps" if re.match(r"[A-Z]\d-[A-Z]\d", shown) else "pictures: " + shown.split("-")[0]


def weighed(folder):
    mails = collections.defaultdict(list)
    for path in sorted((folder / "sent").glob("*.eml")):
        raw = path.read_bytes()
        mail = email.message_from_bytes(raw, policy=email.policy.default)
        if kind := kind_of(mail["Subject"]):
            parts = collections.Counter()
            for part in mail.walk():
                if not part.is_multipart():
                    parts[name_of(part)] += len(part.get_payload())
            mails[kind].append((len(raw), parts))
    return mails


for folder in map(pathlib.Path, sys.argv[1:]):
    for kind, mails in weighed(folder).items():
        sizes = [size for size, _ in mails]
        print(f"{folder.name} {kind}: {len(mails)} mails, median {statistics.median(sizes) / 1000:.0f} kB, largest {max(sizes) / 1000:.0f} kB")
        for name in sorted({name for _, parts in mails for name in parts}):
            print(f"    {name}: {statistics.median(parts[name] for _, parts in mails) / 1000:.0f} kB")
