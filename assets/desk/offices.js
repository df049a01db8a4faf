// Orders of ministers, governors and army commanders (rules 3.5, 8.5, 11.5, 11.7, 13.1), as fields.

/** By order: what fills its gaps, and how it is kept. Who may give which the desk has answered (DATA.not_given). */
const OFFICES = {
  ASSIGN: {
    fields: ['unit', 'player', 'deputy'],
    keep: ([unit, commander, deputy]) => ({ Assign: { unit, commander, deputy } }),
  },
  'MOVE SUPPLIES': {
    fields: ['amount', 'from', 'to'],
    keep: ([amount, from, to]) => ({ MoveSupplies: { amount, from, to } }),
  },
  'ADD SUPPLIES': {
    fields: ['amount', 'to'],
    keep: ([amount, to]) => ({ AddSupplies: { amount, to } }),
  },
  'PLACE DEPOT': {
    fields: ['square', 'tac'],
    keep: ([at, tac]) => ({ PlaceDepot: { at, tac } }),
  },
  'PLACE CACHE': {
    fields: ['square', 'tac'],
    keep: ([at, tac]) => ({ PlaceCache: { at, tac } }),
  },
  'REMOVE DEPOT': {
    fields: ['square'],
    keep: ([at]) => ({ RemoveDepot: at }),
  },
  'REMOVE CACHE': {
    fields: ['square'],
    keep: ([at]) => ({ RemoveCache: at }),
  },
  'REBUILD TRACK': {
    fields: ['square'],
    keep: ([at]) => ({ RebuildTrack: at }),
  },
  'REBUILD BRIDGE': {
    fields: ['square'],
    keep: ([at]) => ({ RebuildBridge: at }),
  },
  UPGRADE: {
    fields: ['unit'],
    keep: ([unit]) => ({ Upgrade: unit }),
  },
  INACTIVATE: { fields: ['unit'], keep: ([unit]) => ({ Inactivate: unit }) },
};

const AMOUNT_MOST = 99999;
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
    (words) =>
      /^\d{1,5}$/.test(words) && Number(words) >= 1 && Number(words) <= AMOUNT_MOST ? Number(words) : null,
    'number of supplies',
  ],
  from: ['From', 'sources', placeNamed, 'city or square of a depot'],
  to: ['To', 'sources', placeNamed, 'city or square of a depot'],
  square: ['Square', '', squareOrCity, 'square of this map or city'],
  tac: ['Tactical square (column-row)', '', tacticalNamed, 'tactical square such as 7-11'],
};

/** The player's own orders, and moving supplies where the player may have them moved from some place. */
function officeNames() {
  const isGiven = (name) => !(name in DATA.not_given) || (name === 'MOVE SUPPLIES' && DATA.supplies_from.length > 0);
  return Object.keys(OFFICES).filter((name) => FORMS.has(`OFFICES ${name}`) && isGiven(name));
}

/** Why the player may not give an order with these values: supplies may be the player's from some places only. */
function officeFault(name, values) {
  const fault = DATA.not_given[name] ?? '';
  return fault && !(name === 'MOVE SUPPLIES' && DATA.supplies_from.includes(values[1].City)) ? fault : '';
}

function buildOffices() {
  const names = officeNames();
  const select = element('office-order');
  element('office').hidden = !names.length;
  if (!names.length) return;
  refill(
    select,
    names.map((name) => [name, name.toLowerCase()]),
    names[0],
  );
  select.addEventListener('change', showOfficeFields);
  element('office-add').addEventListener('click', addOffice);
  element('own-units').append(...DATA.units.map((unit) => new Option(unit.id)));
  element('players').append(...DATA.comrades.map((name) => new Option(name)));
  element('deputies').append(new Option('NONE'), ...DATA.comrades.map((name) => new Option(name)));
  showOfficeFields();
}

function showOfficeFields() {
  const name = element('office-order').value;
  const form = formOf(`OFFICES ${name}`);
  element('office-hint').textContent = `${form.meaning} (rule ${form.rules})`;
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
