// Random clicks and changes of fields, driven by a seed; it uses the page's own controls and the functions that clicks
// call. Arguments: seed, number of actions. Returns what the page means and what it wrote.
const [seed, actions] = arguments;
let state = seed >>> 0;
const below = (most) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 4294967296) * most);
};
const pick = (list) => list[below(list.length)];
const page = window.fieldpost;
const units = page.data.units.map((unit) => unit.id);
const ground = page.data.ground;
const anySquare = () => `${ground.col + below(ground.width)}/${ground.row + below(ground.height)}`;
const nextTo = (key) =>
  key
    .split('/')
    .map((number) => Number(number) + below(3) - 1)
    .join('/');
const pathEnd = () => {
  const unit = page.data.units.find((one) => one.id === page.view.unit);
  const boxes = (page.model().units[unit.id]?.path ?? []).filter((box) => box !== null);
  return boxes.at(-1) ?? unit.at;
};
const aSquare = () => (below(4) ? nextTo(pathEnd()) : anySquare());
const inMap = (key) =>
  key
    .split('/')
    .map(Number)
    .every(
      (number, axis) =>
        number >= [ground.col, ground.row][axis] &&
        number < [ground.col + ground.width, ground.row + ground.height][axis],
    );
const aTac = () => `${below(15)}-${below(15)}`;
const depots = page.data.depots.map((depot) => page.label(depot.at));
const railways = Object.keys(ground.rails);
const typed = () =>
  pick([
    () => '',
    aTac,
    aTac,
    aTac,
    () =>
      pick([
        '99-1',
        'x',
        '7',
        '-',
        '15-15',
        '# no',
        'nearest ford',
        'Nearest Pass',
        'none',
        'NONE',
        'RT12',
        'rg1a',
      ]),
    () => {
      const key = aSquare();
      return inMap(key) ? page.label(key) : 'Q9-Q9';
    },
    () =>
      [nextTo(pathEnd()), nextTo(pathEnd())]
        .filter(inMap)
        .map(page.label)
        .join(pick([' ', ', ', ' . '])),
    () => (railways.length ? page.label(pick(railways)) : ''),
    () => pick(page.data.cities).name,
    () => pick([...depots, '']),
    () => pick(units),
    () => pick(units).toLowerCase(),
    () => `${below(70)}`,
    () => pick(page.data.comrades),
    () => pick(page.data.comrades).toUpperCase(),
  ])();
const railway = () => (railways.length ? page.label(pick(railways)) : '');
const store = () => pick([() => pick(page.data.cities).name, () => pick([...depots, ''])])();
/** What fits a field, by the end of its name. */
const FITTING = [
  [/^o-unit$/, () => pick(units)],
  [/^o-(player|deputy)$/, () => pick([...page.data.comrades, 'none'])],
  [/^o-amount$/, () => `${1 + below(70)}`],
  [/^o-(from|to)$|^f-from$/, store],
  [/^o-square$|^f-rail-(to|via)$|^f-deploy$/, railway],
  [/^f-path$/, () => pick(['', page.label(pathEnd())])],
  [/./, aTac],
];
const fitting = (id) => FITTING.find(([name]) => name.test(id))[1]();
/** A unit of whatever kind: there are few pontoon bridges among the brigades. */
const aUnit = () => {
  if (below(2)) return pick(units);
  const kind = pick([...new Set(page.data.units.map((unit) => unit.kind))]);
  return pick(page.data.units.filter((unit) => unit.kind === kind)).id;
};
const isSeen = (one) => !one.disabled && !one.closest('[hidden]');
const controls = (where) => [...document.querySelectorAll(where)].filter(isSeen);

function use(control) {
  if (control.matches('input[type=text]')) {
    control.value = below(3) ? fitting(control.id) : typed();
    control.dispatchEvent(new Event('change', { bubbles: true }));
  } else if (control.matches('select')) {
    if (!control.options.length) return;
    control.selectedIndex = below(control.options.length);
    control.dispatchEvent(new Event('change', { bubbles: true }));
  } else control.click();
}

const counts = {};
for (let action = 0; action < actions; action += 1) {
  const what = pick([
    'unit',
    'field',
    'field',
    'field',
    'field',
    'field',
    'square',
    'square',
    'tactical',
    'office',
  ]);
  counts[what] = (counts[what] ?? 0) + 1;
  if (what === 'unit' || !page.view.unit) page.openUnit(aUnit());
  else if (what === 'field')
    use(pick(controls('#sections input, #sections select, #sections button, #leave, #take-back')));
  else if (what === 'square') {
    const key = aSquare();
    if (inMap(key)) page.clickSquare(key);
  } else if (what === 'tactical') pick([...document.querySelectorAll('#board button')]).click();
  else if (below(5)) {
    use(pick(controls('#office-order')));
    for (const field of controls('#office-fields input')) use(field);
    use(pick(controls('#office-add')));
  } else use(pick(controls('#office-add, #office-list button')));
  page.showNow();
}
const warned = Object.fromEntries(
  Object.entries(page.model().units).map(([id, order]) => [id, order === 'none' ? [] : page.warned(id)]),
);
return {
  model: page.model(),
  letter: page.letter(),
  warned,
  shown: document.getElementById('letter-text').value,
  counts,
};
