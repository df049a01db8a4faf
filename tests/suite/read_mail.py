"""Reads every mail of an inbox over IMAP as a mail program that is not ours would, and tells its shape, one line of JSON
a mail: python3 read_mail.py PORT USER PASSWORD"""
import email, email.policy, imaplib, json, re, ssl, sys

port, user, password = int(sys.argv[1]), sys.argv[2], sys.argv[3]
box = imaplib.IMAP4_SSL("localhost", port, ssl_context=ssl._create_unverified_context())
box.login(user, password)
box.select("INBOX", readonly=True)


def tree(part):
    kind = part.get_content_type()
    if not part.is_multipart():
        return kind
    return kind + "(" + ", ".join(tree(child) for child in part.iter_parts()) + ")"


for number in box.search(None, "ALL")[1][0].split():
    raw = box.fetch(number, "(BODY.PEEK[])")[1][0][1]
    mail = email.message_from_bytes(raw, policy=email.policy.default)
    html = mail.get_body(preferencelist=("html",))
    page = html.get_content() if html else ""
    leaves = [part for part in mail.walk() if not part.is_multipart()]
    related = [part for part in mail.walk() if part.get_content_type() == "multipart/related"]
    files = {part.get_filename(): len(part.get_payload(decode=True)) for part in mail.iter_attachments()}
    print(json.dumps({
        "subject": str(mail["subject"]),
        "bytes": len(raw),
        "tree": tree(mail),
        "defects": [str(defect) for part in mail.walk() for defect in part.defects],
        "shown": re.findall(r'cid:([^"\'>]+)', page),
        "given": [part["content-id"] for part in leaves if part["content-id"]],
        "inline": [part.get_content_disposition() for part in leaves if part.get_content_maintype() == "image"],
        "related": [part.get_param("type") for part in related],
        "files": files,
        "page_bytes": len(page.encode()),
    }))
