"""A player of a fresh game: answers the welcome with the orders that it gives as an example, and awaits the receipt.

player.py MAILDIR ADDRESS SMTP-PORT
"""

import email
import email.policy
import pathlib
import smtplib
import sys
import time
from email.message import EmailMessage

PATIENCE = 90


def mails(maildir):
    for path in sorted(maildir.glob("new/*")) + sorted(maildir.glob("cur/*")):
        yield email.message_from_bytes(path.read_bytes(), policy=email.policy.default)


def await_mail(maildir, wanted, what):
    begun = time.monotonic()
    while time.monotonic() - begun < PATIENCE:
        for mail in mails(maildir):
            if wanted(mail):
                return mail
        time.sleep(0.2)
    subjects = [mail["Subject"] for mail in mails(maildir)]
    sys.exit(f"player.py: no {what} came in {PATIENCE} s; there are {subjects}")


def text_of(mail):
    return mail.get_body(("plain",)).get_content()


def answer(welcome, address):
    """The example of the welcome, with the password in it, as a reply."""
    text = text_of(welcome)
    password = text.split("never shown again, and your units obey no letter without it.")[1].split()[0]
    lines = [line.strip()[2:] for line in text.splitlines() if line.startswith("  | ")]
    letter = EmailMessage()
    letter["From"] = address
    letter["To"] = welcome["From"].addresses[0].addr_spec
    letter["Subject"] = "Re: " + welcome["Subject"]
    letter["Message-ID"] = email.utils.make_msgid(domain="localhost")
    letter["In-Reply-To"] = welcome["Message-ID"]
    letter["Date"] = email.utils.localtime()
    letter.set_content("\n".join(lines).replace("(your password)", password) + "\n")
    unit = next(line.split()[1] for line in lines if line.startswith("UNIT"))
    return letter, unit, password


def main():
    maildir, address, port = pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    welcome = await_mail(maildir, lambda mail: "Welcome to" in mail["Subject"], "welcome")
    letter, unit, password = answer(welcome, address)
    with smtplib.SMTP("127.0.0.1", port) as server:
        server.send_message(letter)
    own = letter["Message-ID"]
    receipt = await_mail(maildir, lambda mail: own in (mail["In-Reply-To"] or ""), "receipt")
    text = text_of(receipt)
    if unit not in text or "MARCH" not in text or password in text:
        sys.exit(f"player.py: this is no receipt of the orders for {unit}:\n{text}")


main()
