// Orders of ministers, governors and army commanders (rules 3.5, 8.5, 11.5, 11.7, 13.1), and of the Naval Secretary (WISC 2.3, 2.6,
// 3.3, 3.5), as fields.

/** What the Naval Secretary is offered; null for all others. */
const SECRETARY = DATA.fleet?.secretary ?? null;

/** By order: what fills its gaps, and how it is kept. Who may give which the desk has answered (DATA.not_given). */
const OFFICES = {
  'OFFICES ASSIGN': {
    fields: ['unit', 'player', 'deputy'],
    keep: ([unit, commander, deputy]) => ({ Assign: { unit, commander, deputy } }),
  },
  'OFFICES MOVE SUPPLIES': {
    fields: ['amount', 'from', 'to'],
    keep: ([amount, from, to]) => ({ MoveSupplies: { amount, from, to } }),
  },
  'OFFICES ADD SUPPLIES': {
    fields: ['amount', 'to'],
    keep: ([amount, to]) => ({ AddSupplies: { amount, to } }),
  },
  'OFFICES PLACE DEPOT': {
    fields: ['square', 'tac'],
    keep: ([at, tac]) => ({ PlaceDepot: { at, tac } }),
  },
  'OFFICES PLACE CACHE': {
    fields: ['square', 'tac'],
    keep: ([at, tac]) => ({ PlaceCache: { at, tac } }),
  },
  'OFFICES REMOVE DEPOT': {
    fields: ['square'],
    keep: ([at]) => ({ RemoveDepot: at }),
  },
  'OFFICES REMOVE CACHE': {
    fields: ['square'],
    keep: ([at]) => ({ RemoveCache: at }),
  },
  'OFFICES REBUILD TRACK': {
    fields: ['square'],
    keep: ([at]) => ({ RebuildTrack: at }),
  },
  'OFFICES REBUILD BRIDGE': {
    fields: ['square'],
    keep: ([at]) => ({ RebuildBridge: at }),
  },
  'OFFICES UPGRADE': {
    fields: ['unit'],
    keep: ([unit]) => ({ Upgrade: unit }),
  },
  'OFFICES INACTIVATE': { fields: ['unit'], keep: ([unit]) => ({ Inactivate: unit }) },
  'NAVAL SECRETARY ASSIGN': {
    fields: ['ship', 'player', 'deputy'],
    keep: (values) => ({ Naval: ['ASSIGN', values] }),
  },
  'NAVAL SECRETARY MOVE STORES': {
    fields: ['stores', 'store_from', 'store_to'],
    keep: (values) => ({ Naval: ['MOVE STORES', values] }),
  },
  'NAVAL SECRETARY REPAIR': {
    fields: ['ships', 'yard'],
    keep: ([[first, ...others], yard]) => ({ Naval: ['REPAIR', [first, others.length ? others.join(' ') : null, yard]] }),
  },
  'NAVAL SECRETARY INACTIVATE': { fields: ['ship'], keep: (values) => ({ Naval: ['INACTIVATE', values] }) },
};

const AMOUNT_MOST = 99999;
/** WISC 3.5: out of a port in a turn. */
const STORES_MOST = 60;
const numberTo = (most) => (words) =>
  /^\d{1,5}$/.test(words) && Number(words) >= 1 && Number(words) <= most ? Number(words) : null;
/** A ship of the player's nation by her number. Which there are the page does not know of those whose reports others get. */
function shipNamed(words) {
  const id = words.toUpperCase();
  return new RegExp(`^${DATA.nation}[0-9]+[A-Z]{2}$`).test(id) ? id : null;
}
function shipsNamed(words) {
  const ids = words.split(/[\s,]+/).filter(Boolean).map(shipNamed);
  return ids.length && ids.every(Boolean) ? ids : null;
}
const portNamed = (words) => SECRETARY?.places.find((name) => bare(name) === bare(words)) ?? null;
/** Naval stores go to inland cities and depots too (WISC 3.5). */
function magazineNamed(words) {
  const square = squareNamed(words);
  return portNamed(words) ?? cityNamed(words)?.name ?? (square && label(square));
}
/** A player's name as the list has it. */
const playerNamed = (words) => DATA.comrades.find((name) => name.toLowerCase() === words.toLowerCase()) ?? null;

/** By field: its title, its list of proposals, and how it is read; null is wrong. */
const OFFICE_FIELDS = {
  unit: ['Unit', 'own-units', unitNamed, 'unit'],
  player: ['Commander', 'players', playerNamed, 'player of your side'],
  deputy: [
    'Deputy (may be left out)',
    'deputies',
    (words) => (words === '' ? undefined : /^none$/i.test(words) ? 'NONE' : playerNamed(words)),
    'player of your side',
  ],
  amount: [
    'Supplies',
    '',
    numberTo(AMOUNT_MOST),
    'number of supplies',
  ],
  from: ['From', 'sources', placeNamed, 'city or square of a depot'],
  to: ['To', 'sources', placeNamed, 'city or square of a depot'],
  square: ['Square', '', squareOrCity, 'square of this map or city'],
  tac: ['Tactical square (column-row)', '', tacticalNamed, 'tactical square such as 7-11'],
  ship: ['Ship', 'own-ships', shipNamed, 'ship of your nation'],
  ships: ['Ships, first to last', 'own-ships', shipsNamed, 'ship of your nation'],
  yard: ['At', 'ports', portNamed, 'port of your side'],
  stores: ['Naval stores', '', numberTo(STORES_MOST), `number of stores, ${STORES_MOST} at most`],
  store_from: ['From', 'ports', magazineNamed, 'port, city or square of a depot'],
  store_to: ['To', 'ports', magazineNamed, 'port, city or square of a depot'],
};

/** The player's own orders, and moving supplies where the player may have them moved from some place. */
function officeNames() {
  const isGiven = (name) => {
    if (name.startsWith('NAVAL')) return Boolean(SECRETARY);
    const [, words] = name.split('OFFICES ');
    return !(words in DATA.not_given) || (words === 'MOVE SUPPLIES' && DATA.supplies_from.length > 0);
  };
  return Object.keys(OFFICES).filter((name) => FORMS.has(name) && isGiven(name));
}

/** What an order is called: two of units and of ships have the same words. */
const officeWords = (name) =>
  name.startsWith('NAVAL') && FORMS.has(name.replace('NAVAL SECRETARY', 'OFFICES'))
    ? `${name.split('SECRETARY ')[1].toLowerCase()} a ship`
    : name.replace(/^(OFFICES|NAVAL SECRETARY) /, '').toLowerCase();

/** Why the player may not give an order with these values: supplies may be the player's from some places only. */
function officeFault(name, values) {
  const fault = DATA.not_given[name.replace('OFFICES ', '')] ?? '';
  return fault && !(name === 'OFFICES MOVE SUPPLIES' && DATA.supplies_from.includes(values[1].City)) ? fault : '';
}

function buildOffices() {
  const names = officeNames();
  const select = element('office-order');
  element('office').hidden = !names.length;
  if (!names.length) return;
  refill(
    select,
    names.map((name) => [name, officeWords(name)]),
    names[0],
  );
  select.addEventListener('change', showOfficeFields);
  element('office-add').addEventListener('click', addOffice);
  element('own-units').append(...DATA.units.map((unit) => new Option(unit.block.name ?? unit.id, unit.id)));
  element('own-ships').append(...FLEET.ships.map((ship) => new Option(ship.name, ship.id)));
  element('ports').append(...(SECRETARY?.places ?? []).map((name) => new Option(name)));
  element('players').append(...DATA.comrades.map((name) => new Option(name)));
  element('deputies').append(new Option('NONE'), ...DATA.comrades.map((name) => new Option(name)));
  showOfficeFields();
}

function showOfficeFields() {
  const name = element('office-order').value;
  const form = formOf(name);
  element('office-hint').textContent = `${form.meaning} (${/^\d/.test(form.rules) ? 'rule ' : ''}${form.rules})`;
  element('office-wrong').textContent = '';
  element('office-fields').replaceChildren(
    ...OFFICES[name].fields.map((field) => {
      const [title, list] = OFFICE_FIELDS[field];
      const input = make('input', {
        type: 'text',
        id: `o-${field}`,
        autocomplete: 'off',
        spellcheck: false,
        size: 12,
      });
      if (list) input.setAttribute('list', list);
      if (field === 'square' && view.cursor) input.value = label(view.cursor);
      return make('span', { className: 'field' }, make('label', { htmlFor: input.id }, title), input);
    }),
  );
}

function addOffice() {
  const name = element('office-order').value;
  const { fields, keep } = OFFICES[name];
  const values = [];
  for (const field of fields) {
    const [, , read, what] = OFFICE_FIELDS[field];
    const input = element(`o-${field}`);
    const value = read(input.value.trim());
    if (value === null) {
      element('office-wrong').textContent = input.value.trim()
        ? `${input.value} is no ${what}.`
        : `It needs a ${what}.`;
      input.focus();
      return;
    }
    values.push(value ?? null);
  }
  const fault = officeFault(name, values);
  element('office-wrong').textContent = fault ? `${capital(fault)}.` : '';
  if (!fault) changeOffices([...offices, keep(values)]);
}

function showOffices() {
  const list = element('office-list');
  const written = JSON.stringify(offices);
  if (list.dataset.written === written) return;
  list.dataset.written = written;
  list.replaceChildren(
    ...offices.map((order, at) => {
      const remove = make('button', { type: 'button' }, 'Remove');
      remove.setAttribute('aria-label', `Remove ${officeLine(order)}`);
      remove.addEventListener('click', () => changeOffices(offices.filter((_, other) => other !== at)));
      return make('li', {}, make('code', {}, officeLine(order)), remove);
    }),
  );
}
