// Ships: the list of them, the chart on which they are sent, and their order form. How each order is written comes with the page's
// data, in the words that the program reads; here is chosen which lines a ship has.

const FLEET = DATA.fleet ?? { maps: [], ships: [], aboard: [], whens: [''], rivers: [] };
/** Units aboard: they are ordered for the day on which they land (WISC 9.4), in lines of the land's. */
const ABOARD = FLEET.aboard.map((unit) => ({
  ...unit,
  aboard: true,
  fire: [],
  groups: ['ATTACK', 'DEFEND'].map((name) => ({
    key: name.toLowerCase(),
    title: capital(name.toLowerCase()),
    options: choicesOf(name).map((choice) => ({ line: `${name} ${choice}`, words: choice.toLowerCase() })),
  })),
}));
/** The order of the letter's blocks. */
const AFLOAT = [...FLEET.ships, ...ABOARD];
const SHIPS = new Map(AFLOAT.map((ship) => [ship.id, ship]));
const SEAS = new Map(FLEET.maps.flatMap((map) => map.seas.map((sea) => [sea.code, sea])));
const COASTS = new Map([...SEAS.values()].flatMap((sea) => sea.coasts.map((coast) => [coast.code, coast])));
/** By ship: its orders, or 'none' where all earlier orders are taken back. Ships not in it are left alone. */
const shipOrders = new Map();
const SHIP_DRAFT = `${DRAFT} ships`;

/** Orders of a ship that has none yet: sea areas, coastal waters and port with when, chosen lines by group, fire, other lines. */
const freshShip = () => ({ sail: [], coast: null, port: null, picks: {}, fire: {}, more: '' });
const ordersOfShip = (id) => {
  const kept = shipOrders.get(id);
  return kept && kept !== 'none' ? kept : freshShip();
};

function editShip(change) {
  const changed = clone(ordersOfShip(view.ship));
  change(changed);
  if (shipLines(SHIPS.get(view.ship), changed).length) shipOrders.set(view.ship, changed);
  else shipOrders.delete(view.ship);
  changedShips();
  return '';
}

function changedShips() {
  saveShips();
  show();
}

function saveShips() {
  try {
    if (shipOrders.size) localStorage.setItem(SHIP_DRAFT, JSON.stringify(Object.fromEntries(shipOrders)));
    else localStorage.removeItem(SHIP_DRAFT);
    view.drafts = true;
  } catch {
    view.drafts = false;
  }
}

function readShips() {
  try {
    for (const [id, order] of Object.entries(JSON.parse(localStorage.getItem(SHIP_DRAFT) ?? '{}'))) {
      const ship = SHIPS.get(id);
      if (ship) shipOrders.set(id, order === 'none' ? order : keptShip(ship, { ...freshShip(), ...order }));
    }
    letter();
  } catch {
    shipOrders.clear();
  }
}

/** What of a kept draft the page still offers. */
function keptShip(ship, order) {
  const offered = new Map(ship.groups.map((group) => [group.key, group.options.map((one) => one.line)]));
  const picks = Object.entries(order.picks).filter(([key, text]) => offered.get(key)?.includes(text));
  return { ...order, sail: order.sail.filter((code) => SEAS.has(code)), picks: Object.fromEntries(picks) };
}

/** The lines of a ship's block, as its orders say them. */
function shipLines(ship, order) {
  if (order === 'none') return ['NONE'];
  const sail = order.sail.length ? [[SEAS.get(order.sail[0]).line, ...order.sail.slice(1)].join(' ')] : [];
  const coast = order.coast ? [order.coast.line + order.coast.when] : [];
  const port = order.port ? [order.port.line + order.port.when] : [];
  const picks = ship.groups.map((group) => order.picks[group.key]).filter(Boolean);
  const fire = ship.fire
    .map((one, at) => [one, order.fire[at]])
    .filter(([, aim]) => aim?.tac)
    .map(([one, aim]) => one.line.replace('@', aim.tac).replace('#', aim.number || '1'));
  const more = order.more.split('\n').map((text) => text.trim()).filter(Boolean);
  return [...sail, ...coast, ...port, ...picks, ...fire, ...more];
}

/** The blocks of the letter, in the order of the report. */
function shipBlocks() {
  const ordered = AFLOAT.filter((ship) => shipOrders.has(ship.id));
  return ordered.map((ship) => ['', `${ship.aboard ? 'UNIT' : 'SHIP'} ${ship.id}`, ...shipLines(ship, shipOrders.get(ship.id))]);
}

/** Why a sea area cannot be sailed to next, or nothing (WISC 6.1, 6.2). */
function sailFault(ship, order, code) {
  if (!ship.seagoing) return 'her type never goes to sea areas (WISC 2.1)';
  if (order.sail.length >= 2) return 'a ship makes two sea moves at most (WISC 6.1): click one of them to take it back';
  const from = order.sail.at(-1) ?? ship.sea;
  if (!from || from === code || SEAS.get(from)?.beside.includes(code)) return '';
  return `${code} does not lie beside ${from} (WISC 6.2)`;
}

/** A sea area was clicked: sailed to, or no more. */
function clickSea(code) {
  const ship = SHIPS.get(view.ship);
  if (!ship || ship.idle || ship.aboard) return sayShip(seaWords(SEAS.get(code)));
  const order = ordersOfShip(ship.id);
  const at = order.sail.indexOf(code);
  if (at >= 0) {
    editShip((one) => {
      one.sail = one.sail.slice(0, at);
    });
    return sayShip(`${code} is taken back.`);
  }
  const fault = sailFault(ship, order, code);
  if (fault) return sayShip(`${capital(fault)}.`);
  editShip((one) => one.sail.push(code));
  return sayShip(`${ship.id}: ${shipLines(ship, ordersOfShip(ship.id))[0]}.`);
}

/** Coastal waters were clicked: their ports are shown, and she is sent there. */
function clickCoast(coast) {
  view.coast = coast.code;
  clickPlace('coast', coast.line, `${coast.code} ${coast.name}. ${fleetWords(coast.ships)}`);
}

/** Coastal waters or a port were clicked; a second click takes them back. */
function clickPlace(field, line, words) {
  const ship = SHIPS.get(view.ship);
  if (!ship || ship.idle || ship.aboard) {
    show();
    return sayShip(words);
  }
  const order = ordersOfShip(ship.id);
  const same = order[field]?.line === line;
  editShip((one) => {
    one[field] = same ? null : { line, when: one[field]?.when ?? '' };
  });
  return sayShip(same ? `${line} is taken back.` : `${ship.id}: ${line}.`);
}

const sayShip = (words) => {
  element('sea-said').textContent = words;
};

const fleetWords = (ships) => ships.map((fleet) => `${fleet.count} ${fleet.side}`).join(', ');

function seaWords(sea) {
  const wind = sea.wind ? `${sea.wind.strength} wind from the ${sea.wind.from}` : 'wind unknown';
  const ships = sea.ships.length ? `; ships: ${fleetWords(sea.ships)}` : '';
  return `${sea.code} ${sea.name}: ${wind}; beside it ${sea.beside.join(', ')}${ships}.`;
}

function openShip(id) {
  if (view.pick) endPick();
  Object.assign(view, { ship: id, unit: null, coast: null });
  const ship = SHIPS.get(id);
  sayShip(ship.aboard ? `${ship.id} is ${ship.place}.` : `${ship.id} lies in ${ship.place}. Click where she is to go.`);
  show();
}

/** The list of ships, by place. */
function shipList() {
  const sought = element('search').value.trim().toLowerCase();
  const fits = (ship) => !sought || `${ship.id} ${ship.name} ${ship.what} ${ship.place}`.toLowerCase().includes(sought);
  const groups = new Map();
  for (const ship of AFLOAT.filter(fits)) groups.set(ship.place, [...(groups.get(ship.place) ?? []), ship]);
  return [...groups].map(([place, ships]) =>
    make('section', {}, make('h3', {}, place), make('ul', {}, ...ships.map(shipItem))),
  );
}

function shipItem(ship) {
  const kept = shipOrders.get(ship.id);
  const state = kept === 'none' ? 'taken back' : kept ? 'ordered' : '';
  const sign = { ordered: '✓', 'taken back': '↶', '': '' }[state];
  const button = make(
    'button',
    { type: 'button', className: 'unit' },
    make('b', {}, ship.id),
    make('span', {}, `${ship.name || ship.what}${ship.commanded ? '' : ', as deputy'}`),
    make('i', { title: state, 'aria-label': state }, sign),
  );
  button.dataset.ship = ship.id;
  if (ship.id === view.ship) button.setAttribute('aria-current', 'true');
  button.addEventListener('click', () => {
    openShip(ship.id);
    showPanel('orders');
  });
  return make('li', {}, button);
}

/** Ships of each side there: own ones in a box, enemies with a point, neutrals round, as the land's flags. */
const fleetSigns = (ships) =>
  ships.map((fleet) => {
    const kind = { 'own side': 'own', enemy: 'enemy', neutral: 'neutral' }[fleet.side];
    const sign = make('i', { className: `fleet ${kind}`, title: `${fleet.count} ${fleet.side}` }, `${fleet.count}`);
    sign.setAttribute('aria-label', `${fleet.count} ${fleet.side}`);
    return sign;
  });

/** To where the wind blows. */
const BLOWS = { north: '↓', east: '←', south: '↑', west: '→' };

function chartButton(className, words, ships, marked, click) {
  const button = make('button', { type: 'button', className }, make('span', {}, words), ...fleetSigns(ships));
  button.setAttribute('aria-pressed', marked ? 'true' : 'false');
  button.addEventListener('click', click);
  return button;
}

function seaNode(sea, order) {
  const wind = sea.wind ? ` ${BLOWS[sea.wind.from]} ${sea.wind.strength}` : '';
  const at = order.sail.indexOf(sea.code);
  const head = chartButton('sea-code', `${sea.code}${wind}${at >= 0 ? ` (${at + 1})` : ''}`, sea.ships, at >= 0, () =>
    clickSea(sea.code),
  );
  head.dataset.sea = sea.code;
  head.title = sea.name;
  const rows = sea.coasts.map((coast) => {
    const there = [coast, ...coast.ports].flatMap((place) => place.ships);
    const button = chartButton('coast', coast.code, summed(there), order.coast?.line === coast.line, () => clickCoast(coast));
    button.dataset.coast = coast.code;
    button.title = coast.name;
    return button;
  });
  const node = make('div', { className: 'sea' }, head, ...rows);
  const [first] = sea.cells;
  const holds = (col, row) => sea.cells.some(([x, y]) => x === col && y === row);
  let [wide, high] = [1, 1];
  while (holds(first[0] + wide, first[1])) wide += 1;
  while (Array.from({ length: wide }, (_, off) => first[0] + off).every((col) => holds(col, first[1] + high))) high += 1;
  node.style.gridArea = `${first[1] + 1} / ${first[0] + 1} / span ${high} / span ${wide}`;
  return node;
}

/** Ships of each side in some places together. */
const summed = (ships) =>
  [...new Set(ships.map((fleet) => fleet.side))].map((side) => ({
    side,
    count: ships.filter((fleet) => fleet.side === side).reduce((sum, fleet) => sum + fleet.count, 0),
  }));

/** The ports of the waters that matter: those that were clicked, those she is ordered to, those she lies in or before. */
function havens(ship, order) {
  const ordered = [...COASTS.values()].find((coast) => coast.line === order.coast?.line);
  const codes = new Set([view.coast, ordered?.code, ...(ship?.coasts ?? [])].filter((code) => COASTS.has(code)));
  return [...codes].map((code) => {
    const coast = COASTS.get(code);
    const ports = coast.ports.map((port) => {
      const one = chartButton('port', port.name, port.ships, order.port?.line === port.line, () =>
        clickPlace('port', port.line, `${port.name}. ${fleetWords(port.ships)}`),
      );
      one.dataset.port = port.name;
      return one;
    });
    const name = `${code} ${coast.name}`;
    const list = make('div', { className: 'buttons', role: 'group' }, ...(ports.length ? ports : ['no port']));
    list.setAttribute('aria-label', `Ports of ${name}`);
    return make('div', { className: 'row' }, make('span', { className: 'title' }, `Ports of ${name}`), list);
  });
}

function showChart() {
  element('sea-box').hidden = !FLEET.ships.length;
  const ship = SHIPS.get(view.ship);
  const map = FLEET.maps.find((one) => one.name === ship?.map) ?? FLEET.maps[0];
  if (!map) return;
  const order = ship ? ordersOfShip(ship.id) : freshShip();
  const chart = element('chart');
  const written = JSON.stringify([map.name, view.ship, view.coast, order]);
  if (chart.dataset.written === written) return;
  chart.dataset.written = written;
  element('chart-title').textContent = `Sea chart: ${map.name}`;
  const focused = document.activeElement?.closest?.('#sea-box button')?.dataset;
  chart.replaceChildren(...map.seas.filter((sea) => sea.cells.length).map((sea) => seaNode(sea, order)));
  element('havens').replaceChildren(...havens(ship, order));
  oneStop(chart);
  for (const button of focused ? element('sea-box').querySelectorAll('button') : [])
    if (['sea', 'coast', 'port'].every((key) => button.dataset[key] === focused[key])) button.focus();
}

function showShips() {
  const list = element('ship-list');
  const nodes = shipList();
  const written = JSON.stringify([view.ship, element('search').value, [...shipOrders].map(([id, one]) => [id, one === 'none'])]);
  if (list.dataset.written !== written) {
    list.dataset.written = written;
    const focused = list.contains(document.activeElement) ? document.activeElement.dataset.ship : null;
    list.replaceChildren(...nodes);
    oneStop(list);
    if (focused) list.querySelector(`[data-ship="${focused}"]`)?.focus();
  }
  element('ships-title').hidden = !FLEET.ships.length;
  showChart();
  showShipForm();
}

/** The order form of the open ship. */
function showShipForm() {
  const ship = SHIPS.get(view.ship);
  element('ship-form').hidden = !ship;
  if (!ship) return;
  element('chosen').textContent = `${ship.id}, ${ship.name ? `${ship.name}, ` : ''}${ship.what}`;
  element('none-chosen').hidden = true;
  const kept = shipOrders.get(ship.id);
  const order = ordersOfShip(ship.id);
  const deputy = ship.commanded ? '' : ` ${SAYS.deputy}`;
  element('ship-state').textContent =
    (ship.idle ??
      (kept === 'none'
        ? `Your letter takes back all earlier orders of ${ship.id} (NONE).`
        : kept
          ? 'These orders stand in your letter:'
          : ship.aboard
            ? 'No orders in your letter yet. What is ordered here it does only if it lands in this turn, in the last tactical phase (WISC 9.4).'
            : 'No orders in your letter yet: she stays where she is and accepts battle.')) + deputy;
  element('ship-lines').textContent = kept && kept !== 'none' ? shipLines(ship, order).join('\n') : '';
  element('ship-leave').disabled = !kept;
  element('ship-take-back').disabled = kept === 'none' || Boolean(ship.idle);
  const rows = element('ship-rows');
  if (rows.dataset.ship !== ship.id) {
    rows.dataset.ship = ship.id;
    element('ship-block').replaceChildren(pairs(ship.block.map(({ name, value }) => [name, value])));
    rows.replaceChildren(...(ship.idle ? [] : shipRows(ship)));
  }
  for (const update of SHIP_ROWS) update(order);
}

/** Every row of the open ship's form: shows itself for orders. */
let SHIP_ROWS = [];

function shipRow(title, ...controls) {
  const row = make('div', { className: 'row', role: 'group', 'aria-label': title });
  row.append(make('span', { className: 'title' }, title), make('div', { className: 'controls' }, ...controls));
  return row;
}

function shipChoice(id, title, choices, get, put) {
  const select = make('select', { id });
  select.setAttribute('aria-label', title);
  select.append(...choices.map(([value, words]) => new Option(words, value)));
  select.addEventListener('change', () => put(select.value));
  SHIP_ROWS.push((order) => {
    select.value = get(order);
  });
  return select;
}

function shipRows(ship) {
  SHIP_ROWS = [];
  const groups = ship.groups.map((group) =>
    shipRow(
      group.title,
      shipChoice(
        `s-${group.key}`,
        group.title,
        [['', 'no order'], ...group.options.map((one) => [one.line, one.words])],
        (order) => order.picks[group.key] ?? '',
        (text) =>
          editShip((order) => {
            if (text) order.picks[group.key] = text;
            else delete order.picks[group.key];
          }),
      ),
    ),
  );
  return [...(ship.aboard ? [] : placeRows()), ...groups, ...ship.fire.map(fireRow), moreRow(ship)];
}

/** When she is to go into the coastal waters and the port that are clicked, and the river ports, which the chart has not. */
function placeRows() {
  const when = (field, title) =>
    shipRow(
      title,
      shipChoice(
        `s-when-${field}`,
        title,
        FLEET.whens.map((words) => [words, words.trim() || 'when she can']),
        (order) => order[field]?.when ?? '',
        (words) =>
          ordersOfShip(view.ship)[field] &&
          editShip((order) => {
            order[field].when = words;
          }),
      ),
    );
  const rivers = shipRow(
    'River port',
    shipChoice(
      's-river',
      'River port',
      [['', 'none, or click a harbor'], ...FLEET.rivers.map((one) => [one.line, one.words])],
      (order) => (FLEET.rivers.some((one) => one.line === order.port?.line) ? order.port.line : ''),
      (text) =>
        editShip((order) => {
          order.port = text ? { line: text, when: order.port?.when ?? '' } : null;
        }),
    ),
  );
  return [rivers, when('coast', 'Into coastal waters'), when('port', 'Into port')];
}

function fireRow(fire, at) {
  const field = (id, title, key, read) => {
    const input = make('input', { type: 'text', id, size: 6, autocomplete: 'off' });
    input.setAttribute('aria-label', title);
    input.addEventListener('change', () => {
      const value = read(input.value);
      input.setAttribute('aria-invalid', value === null ? 'true' : 'false');
      if (value !== null)
        editShip((order) => {
          order.fire[at] = { ...order.fire[at], [key]: value };
        });
    });
    SHIP_ROWS.push((order) => {
      if (document.activeElement !== input) input.value = order.fire[at]?.[key] ?? '';
    });
    return input;
  };
  const square = (words) => (words.trim() ? tacticalNamed(words) : '');
  const number = (words) => (/^[1-4]?$/.test(words.trim()) ? words.trim() : null);
  const tac = field(`s-fire-${at}`, `${fire.words}: tactical square`, 'tac', square);
  tac.placeholder = 'column-row';
  const count = field(`s-fire-number-${at}`, `${fire.words}: number`, 'number', number);
  count.placeholder = '1';
  return shipRow(fire.words, tac, count, make('span', { className: 'hint shown' }, fire.line));
}

function moreRow(ship) {
  const box = make('textarea', { id: 's-more', rows: 3, spellcheck: false });
  box.setAttribute('aria-label', 'Other orders, a line each');
  box.addEventListener('change', () =>
    editShip((order) => {
      order.more = box.value;
    }),
  );
  SHIP_ROWS.push((order) => {
    if (document.activeElement !== box) box.value = order.more;
  });
  return shipRow(`Other orders, a line each, such as ${ship.aboard ? 'MOVE 7-9' : 'CREW 40 TO US8SL'}`, box);
}

function buildShips() {
  stepThrough(element('chart'));
  element('ship-leave').addEventListener('click', () => {
    shipOrders.delete(view.ship);
    changedShips();
  });
  element('ship-take-back').addEventListener('click', () => {
    shipOrders.set(view.ship, 'none');
    changedShips();
  });
}
