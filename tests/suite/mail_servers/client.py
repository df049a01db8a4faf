"""A mail client that is not ours.

client.py put WAY FOLDER      puts every file of FOLDER into war's inbox, all at once; WAY is lmtp:PORT or maildir:PATH
client.py send PORT FROM TO   sends the letter on standard input by SMTP
client.py beside PORT         flags all letters, and writes and deletes notes of its own, until its input ends; says how many notes
client.py folders PORT        says what lies in which folder, in JSON: its Message-ID and flags
"""
import email.utils, glob, imaplib, json, os, re, smtplib, sys, threading, time


def login(port):
    box = imaplib.IMAP4("127.0.0.1", int(port), timeout=60)
    box.login("war", "pw-war")
    return box


def put_one(way, number, letter):
    kind, where = way.split(":", 1)
    if kind == "lmtp":
        server = smtplib.LMTP("127.0.0.1", int(where))
        server.sendmail("alice@localhost", ["war@localhost"], letter)
        server.quit()
    else:
        name = "%d.%d_%d.test" % (time.time_ns(), os.getpid(), number)
        tmp = os.path.join(where, "tmp", name)
        with open(tmp, "wb") as file:
            # As a mail server of Unix leaves it there: from its own line imap4d has the time of receipt.
            received = b"Received: from client by server; " + email.utils.formatdate().encode() + b"\n"
            file.write(received + letter.replace(b"\r\n", b"\n"))
        os.chown(tmp, 2001, 2001)
        os.rename(tmp, os.path.join(where, "new", name))


def put(way, folder):
    letters = [open(path, "rb").read() for path in sorted(glob.glob(os.path.join(folder, "*")))]
    failed = []

    def one(number, letter):
        try:
            put_one(way, number, letter)
        except Exception as error:
            failed.append(repr(error))

    threads = [threading.Thread(target=one, args=each) for each in enumerate(letters)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sys.exit("\n".join(failed) or 0)


def lying(box):
    """Numbers, flags and Message-IDs of what lies in the open folder."""
    said = box.fetch("1:*", "(FLAGS BODY.PEEK[HEADER.FIELDS (MESSAGE-ID)])")[1]
    for at, answer in enumerate(said):
        if not isinstance(answer, tuple):
            continue
        # Flags may stand before the literal or behind it.
        around = answer[0] + (said[at + 1] if at + 1 < len(said) and isinstance(said[at + 1], bytes) else b"")
        flags = re.search(rb"FLAGS \(([^)]*)\)", around)
        own = re.search(rb"<([^>]*)>", answer[1])
        yield answer[0].split()[0].decode(), flags[1].decode().split() if flags else [], own[1].decode() if own else ""


def meddle(box, number):
    box.select("INBOX")
    box.append("INBOX", None, None, b"From: me@beside.example\r\nMessage-ID: <%d@beside>\r\n\r\na note\r\n" % number)
    box.noop()
    letters = list(lying(box))
    for at, _, _ in letters:
        box.store(at, "+FLAGS", r"(\Flagged \Seen)")
    for at, _, own in letters:
        if own.endswith("@beside"):
            box.store(at, "+FLAGS", r"(\Deleted)")
    box.expunge()


def beside(port):
    over = threading.Event()
    threading.Thread(target=lambda: (sys.stdin.read(), over.set()), daemon=True).start()
    box, notes = login(port), 0
    while not over.is_set():
        try:
            meddle(box, notes)
            notes += 1
        except imaplib.IMAP4.abort:
            box = login(port)
        except imaplib.IMAP4.error:
            # A letter went away meanwhile.
            pass
        over.wait(0.05)
    print(notes)


def folders(port):
    box = login(port)
    # Servers name folders with quotes and without.
    names = [re.search(rb'"?([^" ]+)"?$', line)[1].decode() for line in box.list()[1] if line]
    told = {}
    for name in sorted(set(names) | {"INBOX"}):
        if box.select(name, readonly=True)[0] == "OK" and int(box.untagged_responses.get("EXISTS", [b"0"])[-1] or 0):
            told[name] = [{"id": own, "flags": flags} for _, flags, own in lying(box)]
    print(json.dumps(told))


def send(port, sender, to):
    server = smtplib.SMTP("127.0.0.1", int(port))
    server.sendmail(sender, [to], sys.stdin.buffer.read())
    server.quit()


{"put": put, "send": send, "beside": beside, "folders": folders}[sys.argv[1]](*sys.argv[2:])
