// Orders of ministers, governors and army commanders (rules 3.5, 8.5, 11.5, 11.7, 13.1), as fields.

/** By order: what fills its gaps, and how it is kept. Who may give which stands with the desk; offices are named here. */
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
    only: ['Treasury', 'Monarch', 'Prime Minister'],
  },
  'PLACE DEPOT': {
    fields: ['square', 'tac'],
    keep: ([at, tac]) => ({ PlaceDepot: { at, tac } }),
    only: ['Treasury', 'Monarch', 'Prime Minister'],
  },
  'PLACE CACHE': {
    fields: ['square', 'tac'],
    keep: ([at, tac]) => ({ PlaceCache: { at, tac } }),
    only: ['Treasury', 'Monarch', 'Prime Minister'],
  },
  'REMOVE DEPOT': {
    fields: ['square'],
    keep: ([at]) => ({ RemoveDepot: at }),
    only: ['War Minister', 'Monarch', 'Prime Minister'],
  },
  'REMOVE CACHE': {
    fields: ['square'],
    keep: ([at]) => ({ RemoveCache: at }),
    only: ['War Minister', 'Monarch', 'Prime Minister'],
  },
  'REBUILD TRACK': {
    fields: ['square'],
    keep: ([at]) => ({ RebuildTrack: at }),
    only: ['War Minister', 'Treasury', 'Monarch', 'Prime Minister'],
  },
  'REBUILD BRIDGE': {
    fields: ['square'],
    keep: ([at]) => ({ RebuildBridge: at }),
    only: ['War Minister', 'Treasury', 'Monarch', 'Prime Minister'],
  },
  UPGRADE: {
    fields: ['unit'],
    keep: ([unit]) => ({ Upgrade: unit }),
    only: ['War Minister', 'Treasury', 'Monarch', 'Prime Minister'],
  },
  INACTIVATE: { fields: ['unit'], keep: ([unit]) => ({ Inactivate: unit }), only: ['War Minister'] },
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
  square: ['Square', '', squareNamed, 'square of this map'],
  tac: ['Tactical square', '', tacticalNamed, 'tactical square such as 7-11'],
};

const isHeld = (only) => !only || only.some((title) => DATA.offices.includes(title));
const commandsArmy = DATA.units.some((unit) => unit.kind === 'AQ' && unit.commanded);
const movesSupplies =
  commandsArmy || DATA.offices.some((title) => title === 'War Minister' || title.startsWith('Governor'));

function officeNames() {
  return Object.entries(OFFICES)
    .filter(([name]) => FORMS.has(`OFFICES ${name}`))
    .filter(([name, { only }]) => (name === 'MOVE SUPPLIES' ? movesSupplies : isHeld(only)))
    .map(([name]) => name);
}

function buildOffices() {
  const names = officeNames();
  const select = element('office-order');
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
  const { fields, keep } = OFFICES[element('office-order').value];
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
  element('office-wrong').textContent = '';
  changeOffices([...offices, keep(values)]);
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
