// Puts the page together: heading, letter, panels, keys; and what tests and the curious may call.

function showHeading() {
  const [own, enemy] = DATA.wear ?? ['blue', 'red'];
  element('own-flag').textContent = own;
  element('enemy-flag').textContent = enemy;
  element('neutral-flag').textContent = DATA.wear ? 'brown' : 'grey';
  document.title = `${DATA.title}, turn ${DATA.turn}: ${DATA.player}`;
  element('title').textContent = DATA.title;
  element('about').textContent = `Turn ${DATA.turn} (${DATA.season_words}) · ${DATA.player}, ${DATA.station}`;
  element('deadline').textContent = `Orders are due ${DATA.deadline_local}`;
  element('address').textContent = DATA.address;
}

function showLetter() {
  const text = letter();
  const box = element('letter-text');
  if (box.value !== text) box.value = text;
  const link = mailLink();
  const mail = element('mail');
  mail.hidden = !link;
  if (link) mail.href = link;
  element('too-long').hidden = Boolean(link);
  const drafts = view.drafts
    ? 'Your orders are kept in this browser as a draft, without the password.'
    : 'This browser keeps no draft of a page opened from a file: finish your letter before you close it.';
  element('draft').textContent = drafts;
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

function saveLetter() {
  const file = URL.createObjectURL(new Blob([letter()], { type: 'text/plain' }));
  const link = make('a', { href: file, download: 'orders.txt' });
  link.click();
  setTimeout(() => URL.revokeObjectURL(file), 1000);
}

function wireLetter() {
  element('password').addEventListener('input', (event) => {
    password = event.target.value.trim();
    show();
  });
  element('copy').addEventListener('click', copyLetter);
  element('save').addEventListener('click', saveLetter);
  element('clear').addEventListener('click', () => {
    if (!confirm('Take all orders out of this letter?')) return;
    orders.clear();
    shipOrders.clear();
    saveShips();
    changeOffices([]);
  });
}

/** On a narrow screen one panel is seen at a time. */
function showPanel(name) {
  const wasHidden = room.width === 0;
  document.body.dataset.panel = name;
  measure();
  if (wasHidden && name === 'maps') lookAt(cursor(), true);
  for (const tab of document.querySelectorAll('nav button')) {
    tab.setAttribute('aria-current', tab.dataset.panel === name ? 'true' : 'false');
  }
  show();
}

function wirePanels() {
  for (const tab of document.querySelectorAll('nav button'))
    tab.addEventListener('click', () => showPanel(tab.dataset.panel));
  element('to-letter').addEventListener('click', () => {
    element('letter-panel').scrollIntoView();
    element('password').focus();
  });
  element('explain').addEventListener('change', (event) =>
    document.body.classList.toggle('explained', event.target.checked),
  );
  element('done').addEventListener('click', endPick);
  document.addEventListener('keydown', (event) => {
    const typing = event.target.matches('input, select, textarea');
    if (event.key === 'Escape' && view.pick) endPick();
    else if (event.key === '/' && !typing) {
      showPanel('units');
      element('search').focus();
      event.preventDefault();
    }
  });
}

function showPick() {
  element('picking').hidden = !view.pick;
  if (view.pick) element('picking-words').textContent = `${view.unit}: ${view.pick.words}`;
  document.body.classList.toggle('is-picking', Boolean(view.pick));
}

function showLegend() {
  const swatch = (kind) => {
    const sample = make('i', {});
    sample.style.background = kind.colour;
    return make('li', {}, sample, kind.words);
  };
  element('terrains').append(...DATA.terrains.map(swatch));
  element('grounds').append(...DATA.grounds.map(swatch));
}

function begin() {
  mixInks();
  readDraft();
  readShips();
  showHeading();
  showLegend();
  buildList();
  buildBoard();
  buildForm();
  buildOffices();
  buildOthers();
  buildShips();
  wireMap();
  wireLetter();
  wirePanels();
  showers.push(
    showPick,
    showList,
    showCard,
    showForm,
    showBoard,
    showOffices,
    showShips,
    showLetter,
    () => room.width && paintMap(),
  );
  measure();
  element('status').open = room.width > 0;
  showPanel('units');
  if (DATA.units.length) lookAt(DATA.units[0].at, true);
  else wholeMap();
  showNow();
}

begin();

/** Where a square lies in the window, for those who click by machine. */
const whereIs = (key) => {
  const box = canvas.getBoundingClientRect();
  const [x, y] = middle(key);
  return [box.left + x, box.top + y];
};
const warned = (id) => warnings(UNITS.get(id), ordersOf(id));
const stepBar = (id, from, to) => stepFault(UNITS.get(id), from, to);
window.fieldpost = {
  model,
  letter,
  openUnit,
  openShip,
  clickSea,
  ships: () => Object.fromEntries(shipOrders),
  clickSquare,
  clickTactical,
  showNow,
  squareNamed,
  groundWords,
  label,
  line,
  whereIs,
  warned,
  stepBar,
  view,
  data: DATA,
  inks: () => ink,
};
