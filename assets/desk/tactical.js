// The tactical map of a square: fifteen by fifteen buttons, of which the keyboard reaches one and the arrows the others.

const board = element('board');
const CELLS = [];

const isTacticalPick = () => view.pick?.on === 'tactical';

/** The squares whose tactical map may be wanted: those with own units, those of the open unit's march, the one shown. */
function sheetChoices() {
  const choices = new Set();
  if (view.unit) {
    const order = ordersOf(view.unit);
    choices.add(UNITS.get(view.unit).at);
    for (const box of steps(order.path)) choices.add(box);
    if (order.rail) choices.add(order.rail.to);
    if (order.deploy?.[0]) choices.add(order.deploy[0]);
  }
  if (view.sheet) choices.add(view.sheet);
  for (const key of OWN_AT.keys()) choices.add(key);
  return [...choices];
}

function buildBoard() {
  const ruler = (name) => make('span', { 'aria-hidden': 'true' }, name);
  board.append(
    make(
      'div',
      { role: 'presentation', className: 'ruler' },
      ruler(''),
      ...numbers(0, LIMITS.side - 1).map(([name]) => ruler(name)),
    ),
  );
  for (let row = 0; row < LIMITS.side; row += 1) {
    const line = make('div', { role: 'row' }, ruler(`${row}`));
    for (let col = 0; col < LIMITS.side; col += 1) {
      const tac = `${col}-${row}`;
      const cell = make('button', { type: 'button', role: 'gridcell', tabIndex: -1 });
      cell.dataset.tac = tac;
      cell.addEventListener('click', () => clickTactical(tac));
      CELLS.push(cell);
      line.append(cell);
    }
    board.append(line);
  }
  board.addEventListener('keydown', boardKey);
  // Two hundred titles that nobody may ever see would slow the page down.
  board.addEventListener('pointerover', ({ target }) => {
    if (target.dataset.tac) target.title = target.ariaLabel;
  });
  element('sheet').addEventListener('change', (event) => {
    view.sheet = event.target.value;
    show();
  });
}

const cellButton = (tac) => {
  const [col, row] = tacCell(tac);
  return CELLS[row * LIMITS.side + col];
};

function boardKey(event) {
  const step = ARROWS[event.key];
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const [col, row] = tacCell(view.tac);
  const next = tacticalNamed(`${col + step[0]}-${row + step[1]}`);
  if (!next) return;
  view.tac = next;
  showNow();
  cellButton(next).focus();
}

/** A tactical square was clicked. */
function clickTactical(tac) {
  view.tac = tac;
  const fault = isTacticalPick() ? view.pick.take(tac) : '';
  say(fault || tacticalWords(view.sheet, tac));
  show();
}

function tacticalWords(key, tac) {
  const cell = cellAt(key, tac);
  const spots = (SPOTS_AT.get(key) ?? []).filter((spot) => spot.tac === tac);
  const words = [`${tac} of ${label(key)}`];
  if (cell) {
    words.push(`${cell.ground.words}${cell.passable ? `, rating ${cell.rating}` : ', nobody can stand there'}`);
    if (cell.bridge) words.push('bridge');
    if (cell.rail) words.push('railway');
  } else words.push('ground not on this page');
  if (CITY_AT.get(key)?.tac === tac) words.push(CITY_AT.get(key).name);
  for (const depot of DEPOTS_AT.get(key) ?? []) if (depot.tac === tac) words.push(depot.kind);
  for (const spot of spots) words.push(spotWords(spot));
  return words.join(', ');
}

function spotWords(spot) {
  const state = spot.status === 'active' ? '' : ` ${spot.status}`;
  return `${calledUnit(spot.id)} (${spot.side}${spot.in_fort ? ', in the fort' : ''}${spot.laid ? ', laid as a bridge' : ''}${state})`;
}

function showBoard() {
  view.sheet ??= view.unit ? UNITS.get(view.unit).at : (DATA.units[0]?.at ?? null);
  const choices = sheetChoices();
  refill(
    element('sheet'),
    choices.map((key) => [key, `${label(key)} ${CITY_AT.get(key)?.name ?? ''}`]),
    view.sheet,
  );
  if (!view.sheet) return;
  const spots = grouped(SPOTS_AT.get(view.sheet) ?? []);
  const areas = areasShown();
  CELLS.forEach((button, at) => showCell(button, at, spots, areas));
  element('sheet-about').textContent =
    `${groundWords(view.sheet)}${SHEETS.has(view.sheet) ? '' : '. The ground of this square is not on this page; the numbers can be chosen all the same.'}`;
}

function grouped(spots) {
  const groups = new Map();
  for (const spot of spots) groups.set(spot.tac, [...(groups.get(spot.tac) ?? []), spot]);
  return groups;
}

/** The boxes of the open unit's reactions (rules 9.10, 9.11), and the squares that its orders name. */
function areasShown() {
  if (!view.unit) return { areas: [], marks: new Map() };
  const unit = UNITS.get(view.unit);
  const order = ordersOf(view.unit);
  const marks = new Map();
  const mark = (tac, letter) => tac && marks.set(tac, letter);
  const inReach = view.sheet === unit.at || steps(order.path).includes(view.sheet) || order.rail?.to === view.sheet;
  if (!inReach) return { areas: [], marks };
  mark(order.entry ?? order.rail?.entry, 'E');
  mark(order.tactical_move?.via?.Square, 'V');
  mark(order.tactical_move?.goal.Square, 'M');
  mark(order.bombard, 'B');
  mark(order.deploy_bridge?.[0], 'P');
  const areas = [
    ['support', order.support],
    ['intercept', order.intercept],
  ].filter(([, area]) => area);
  return { areas, marks };
}

function showCell(button, at, spots, { areas, marks }) {
  const tac = `${at % LIMITS.side}-${Math.floor(at / LIMITS.side)}`;
  const cell = sheetOf(view.sheet)?.[at];
  const here = spots.get(tac) ?? [];
  button.style.background = cell ? cell.ground.shade : '';
  const classes = areas.filter(([, area]) => isWithin(tac, area)).map(([name]) => name);
  if (cell && !cell.passable) classes.push('barred');
  button.dataset.rail = cell?.rail ? track(at) : '';
  if (cell?.bridge || cell?.ground.words === 'ford') classes.push('crossing');
  if (CITY_AT.get(view.sheet)?.tac === tac) classes.push('city');
  if (here.length) classes.push('held', sideOf(here));
  if (view.unit && here.some((spot) => spot.id === view.unit)) classes.push('open');
  if (marks.has(tac)) classes.push('marked');
  button.className = classes.join(' ');
  button.textContent = marks.get(tac) ?? (here.length ? `${here.length}` : cell ? sign(cell) : '');
  button.tabIndex = tac === view.tac ? 0 : -1;
  const words = cell ? (cell.words ??= tacticalWords(view.sheet, tac)) : tacticalWords(view.sheet, tac);
  if (button.ariaLabel !== words) button.ariaLabel = words;
}

/** A piece of track that joins the pieces beside it. */
function track(at) {
  const cells = sheetOf(view.sheet);
  const [col, row] = [at % LIMITS.side, Math.floor(at / LIMITS.side)];
  const joins = (dx, dy) => {
    const next = tacticalNamed(`${col + dx}-${row + dy}`);
    // At the edge the track goes on in the next square.
    return next ? cells[(row + dy) * LIMITS.side + col + dx].rail : false;
  };
  const bits = [joins(0, -1), joins(1, 0), joins(0, 1), joins(-1, 0)].reduce(
    (sum, joined, bit) => sum + (joined ? 1 << bit : 0),
    0,
  );
  return '·│─└││┌├─┘─┴┐┤┬┼'[bits];
}

const sign = (cell) =>
  cell.bridge
    ? '#'
    : ({ hills: '∩', 'high hills': '∩∩', forest: '♣', ford: '=', mountain: '▲', pass: ')(' }[cell.ground.words] ??
      '');

function sideOf(spots) {
  const sides = new Set(spots.map((spot) => sideInk(spot.side)));
  if (sides.size > 1 && sides.has('enemy')) return 'mixed';
  return [...sides][0];
}

function isWithin(tac, { centre, radius }) {
  const [a, b] = [tacCell(tac), tacCell(centre)];
  return Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])) <= radius;
}
