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

const showLetter = () => showLetterAs(letter(), `Orders for ${DATA.game}, turn ${DATA.turn}`, view.drafts);

function beginAnew() {
  orders.clear();
  shipOrders.clear();
  saveShips();
  changeOffices([]);
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
  wireLetter(letter, show, beginAnew);
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
