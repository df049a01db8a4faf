// The letter as it leaves the page: by a link to the mail program, by the clipboard, or as a file.

/** Goes into the letter, and never into a draft. */
let password = '';

/** The longest address that every mail program takes. */
const LONGEST_LINK = 1800;

/** A link that opens a letter in the mail program; null where it would be too long. */
function mailTo(subject, text) {
  const body = text.replace(/\n/g, '\r\n');
  const link = `mailto:${DATA.address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
  return link.length <= LONGEST_LINK ? link : null;
}

/** Shows the letter, and how it can be sent. */
function showLetterAs(text, subject, keepsDrafts) {
  const box = element('letter-text');
  if (box.value !== text) box.value = text;
  const link = mailTo(subject, text);
  element('mail').hidden = !link;
  if (link) element('mail').href = link;
  element('too-long').hidden = Boolean(link);
  element('draft').textContent = keepsDrafts
    ? 'Your orders are kept in this browser as a draft, without the password.'
    : 'This browser keeps no draft of a page opened from a file: finish your letter before you close it.';
  element('ready').textContent = password ? '' : 'Your password is still missing.';
}

/** Some browsers give a page from a file no clipboard: then the old way, and then the reader's own hand. */
async function copyLetter() {
  const box = element('letter-text');
  let copied = false;
  try {
    await navigator.clipboard.writeText(box.value);
    copied = true;
  } catch {
    box.focus();
    box.select();
    copied = document.execCommand('copy');
  }
  element('copied').textContent = copied
    ? 'Copied: paste it into a mail.'
    : 'Press Ctrl+C (on a Mac Cmd+C) to copy what is marked.';
}

function saveText(text) {
  const file = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  make('a', { href: file, download: 'orders.txt' }).click();
  setTimeout(() => URL.revokeObjectURL(file), 1000);
}

/** Wires what stands below the letter; `written` makes it, `changed` shows it anew, `clear` takes all orders out of it. */
function wireLetter(written, changed, clear) {
  element('password').addEventListener('input', (event) => {
    password = event.target.value.trim();
    changed();
  });
  element('copy').addEventListener('click', copyLetter);
  element('save').addEventListener('click', () => saveText(written()));
  element('clear').addEventListener('click', () => {
    if (confirm('Take all orders out of this letter?')) clear();
  });
  element('to-letter').addEventListener('click', () => {
    element('letter-panel').scrollIntoView();
    element('password').focus();
  });
}
