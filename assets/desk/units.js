// The list of units by place, and the card of the one that is open.

function buildList() {
  const search = element('search');
  search.addEventListener('input', show);
  for (const box of ['list', 'ship-list']) stepThrough(element(box));
}

/** Opens a unit's card and form, and shows its squares. */
function openUnit(id) {
  const unit = UNITS.get(id);
  if (view.pick && view.unit !== id) endPick();
  Object.assign(view, { unit: id, ship: null, cursor: unit.at, sheet: unit.at, tac: unit.tac });
  lookAt(unit.at);
  show();
}

function showList() {
  const sought = element('search').value.trim().toLowerCase();
  const fits = (unit) => !sought || unitWords(unit).toLowerCase().includes(sought);
  const shown = DATA.units.filter(fits).sort((one, other) => rankOf(one) - rankOf(other));
  const groups = new Map();
  for (const unit of shown) groups.set(groupOf(unit), [...(groups.get(groupOf(unit)) ?? []), unit]);
  const written = JSON.stringify(
    [...groups].map(([name, units]) => [
      name,
      units.map((unit) => [unit.id, stateOf(unit), unit.id === view.unit]),
    ]),
  );
  const list = element('list');
  if (list.dataset.written !== written) {
    list.dataset.written = written;
    const focused = list.contains(document.activeElement) ? document.activeElement.dataset.unit : null;
    list.replaceChildren(...[...groups].map(groupNode));
    oneStop(list);
    if (focused) list.querySelector(`[data-unit="${focused}"]`)?.focus();
  }
  element('count').textContent = countWords();
}

/** How many of the player's units and ships have orders in the letter, and of those whose deputy the player is. */
function countWords() {
  const count = (all, has, words) => {
    const own = all.filter((one) => one.commanded);
    const done = own.filter((one) => has.has(one.id)).length;
    return own.length ? [`${done} of your ${own.length} ${words}${own.length === 1 ? '' : 's'}`] : [];
  };
  const own = [...count([...DATA.units, ...ABOARD], new Map([...orders, ...shipOrders]), 'unit'), ...count(FLEET.ships, shipOrders, 'ship')];
  const deputised = [...DATA.units, ...AFLOAT].filter((one) => !one.commanded);
  const others = deputised.filter((one) => orders.has(one.id) || shipOrders.has(one.id)).length;
  const said = own.length ? `${own.join(' and ')} have orders here` : 'You command nobody';
  return said + (others ? `, and ${others} as deputy` : '');
}

const unitWords = (unit) =>
  [
    calledUnit(unit.id),
    unit.what,
    label(unit.at),
    CITY_AT.get(unit.at)?.name ?? '',
    unit.block.commander,
    unit.block.supply?.words ?? '',
    unit.block.communications?.words ?? '',
  ].join(' ');

/** Units stand together by place; those of which the player is the deputy, and those that rest, apart. */
function groupOf(unit) {
  if (unit.status !== 'active') return 'Not active';
  const city = CITY_AT.get(unit.at)?.name;
  return `${label(unit.at)}${city ? ` ${city}` : ''}${unit.commanded ? '' : ', as deputy'}`;
}

const rankOf = (unit) => (unit.status !== 'active' ? 2 : unit.commanded ? 0 : 1);

const stateOf = (unit) => (orders.get(unit.id) === 'none' ? 'taken back' : isOrdered(unit.id) ? 'ordered' : '');

function groupNode([name, units]) {
  const items = units.map((unit) => {
    const button = make(
      'button',
      { type: 'button', className: 'unit' },
      make('b', {}, unit.id),
      make('span', {}, [unit.block.name, unit.what].filter(Boolean).join(', ')),
      make(
        'i',
        { title: stateOf(unit), 'aria-label': stateOf(unit) },
        { ordered: '✓', 'taken back': '↶', '': '' }[stateOf(unit)],
      ),
    );
    button.dataset.unit = unit.id;
    if (unit.id === view.unit) button.setAttribute('aria-current', 'true');
    button.addEventListener('click', () => {
      openUnit(unit.id);
      showPanel('orders');
    });
    return make('li', {}, button);
  });
  return make('section', {}, make('h3', {}, name), make('ul', {}, ...items));
}

/** What the card shows of a status block (rules 3.1 to 3.7); what says nothing is left out. */
const CARD = [
  ['Commander', (block) => block.commander],
  ['Deputy', (block) => block.deputy ?? 'none'],
  ['Square', (block) => block.square],
  ['Tactical', (block) => block.tac + (block.in_fort ? ' (in the fort)' : block.is_laid ? ' (laid as a bridge)' : '')],
  ['Strength', (block) => block.strength],
  ['Regiments', (block) => block.regiments ?? ''],
  ['Batteries', (block) => block.batteries],
  ['Arms', (block) => [block.weapon, block.guns].filter(Boolean).join(', ') || 'none'],
  ['Quality', (block) => block.quality],
  ['Experience', (block) => block.experience],
  ['Morale', (block) => block.morale],
  ['Fatigue', (block) => block.fatigue],
  ['Initiative', (block) => block.initiative ?? ''],
  ['Supplies', (block) => block.supplies],
  ['Ammunition', (block) => block.ammunition],
  ['Supply source', (block) => block.supply?.words ?? 'none'],
  ['Communications', (block) => block.communications?.words ?? 'none'],
  ['Moves', (block) => block.moves.words],
  ['Wounded', (block) => block.wounded || ''],
  ['Stragglers', (block) => block.stragglers || ''],
  ['Prisoners', (block) => block.prisoners || ''],
];

function showCard() {
  const card = element('card');
  if (card.dataset.unit === (view.unit ?? '')) return;
  card.dataset.unit = view.unit ?? '';
  const unit = UNITS.get(view.unit);
  element('chosen').textContent = unit ? `${calledUnit(unit.id)}, ${unit.what}` : 'No unit chosen';
  element('none-chosen').hidden = Boolean(unit);
  element('form').hidden = !unit;
  element('status').hidden = !unit;
  if (!unit) return card.replaceChildren();
  const rows = CARD.map(([title, read]) => [title, `${read(unit.block)}`]).filter(([, words]) => words);
  const notes = [...unit.block.notes.map((note) => note.words), ...(unit.can.first ? [SAYS.first] : [])].map((words) =>
    make('li', {}, words),
  );
  card.replaceChildren(
    pairs(rows),
    ...(notes.length ? [make('ul', { className: 'notes' }, ...notes)] : []),
  );
  if (!unit.commanded)
    card.append(
      make(
        'p',
        { className: 'hint' },
        SAYS.deputy,
      ),
    );
}
