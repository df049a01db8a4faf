// Rows of the order form: marches and journeys by rail.

function addBox(key) {
  const unit = UNITS.get(view.unit);
  const fault = marchFault(unit);
  if (fault) return `${unit.id} does not march: ${fault}`;
  const order = ordersOf(view.unit);
  const path = [...order.path];
  if (key !== null && key === path.at(-1)) path.pop();
  else path.push(key);
  return (
    pathFault(unit, order, path) ||
    change((changed) => {
      changed.path = path;
    })
  );
}

/** Takes the last box back, and says what is left of the march; a map that it showed is shown no longer. */
function takeLastBox() {
  if (!ordersOf(view.unit).path.length) return;
  change((order) => {
    order.path.pop();
  });
  view.sheet = lastBox();
  say(pathWords());
}

/** What the march of the open unit comes to now. */
function pathWords() {
  const { path } = ordersOf(view.unit);
  if (!path.length) return `${view.unit} has no march now.`;
  const last = path.at(-1);
  return `Box ${path.length}: ${last === null ? 'it waits a phase' : label(last)}`;
}

const noSquare = (words) => `${words} is no square of this map and no city: write one ${EXAMPLE}`;

function putPath(words) {
  const unit = UNITS.get(view.unit);
  const boxes = squaresNamed(words);
  const wrong = boxes.find(([, box]) => box === undefined);
  if (wrong) return noSquare(wrong[0]);
  const path = boxes.map(([, box]) => box);
  return marchFault(unit) && path.length
    ? marchFault(unit)
    : pathFault(unit, ordersOf(view.unit), path) ||
        change((order) => {
          order.path = path;
        });
}

const marchPick = (button) => ({
  name: 'march',
  on: 'strategic',
  stays: true,
  button,
  words: 'Click the squares of the march one after the other. Click the last once more to take it back.',
  take: (key) => addBox(key) || pathWords(),
});

function marchRow() {
  const path = text('f-path', 'Squares', {
    get: (order) => boxWords(order.path),
    put: putPath,
    hint: EXAMPLE,
    size: 24,
  });
  const pick = make(
    'button',
    { type: 'button', className: 'pick main', id: 'pick-march' },
    'Click the march on the map',
  );
  pick.addEventListener('click', () => startPick(marchPick(pick)));
  const cost = make('span', { id: 'march-cost', className: 'field' });
  const said = (fault) => {
    if (fault) say(fault);
  };
  const buttons = [
    ['Wait a phase', () => said(addBox(null)), 'blank'],
    ['Take back last', takeLastBox, 'undo'],
    [
      'No march',
      () =>
        change((order) => {
          order.path = [];
        }),
      'no-march',
    ],
  ];
  const more = buttons.map(([title, act, id]) => {
    const button = make('button', { type: 'button', id }, title);
    button.addEventListener('click', act);
    return button;
  });
  return row('MARCH', 'March', [pick, path.node, cost, make('span', { className: 'buttons' }, ...more)], {
    fault: marchFault,
    offered: () => campaign,
    update: (unit, order) => {
      cost.textContent = marchWords(unit, order);
      pick.textContent = view.pick?.name === 'march' ? 'Done marching' : 'Click the march on the map';
      pick.setAttribute('aria-pressed', `${view.pick?.name === 'march'}`);
      path.update(order);
    },
  });
}

const firstBox = () => steps(ordersOf(view.unit).path).at(0) ?? UNITS.get(view.unit).at;
const lastBox = () => steps(ordersOf(view.unit).path).at(-1) ?? UNITS.get(view.unit).at;

function entryRow() {
  const entry = tactical('f-entry', 'Entry square', 'entry');
  return row(
    'ENTRY',
    'Entry',
    [entry.node, pickButton(entry, 'tactical', 'Click the square where it is to come in.', firstBox)],
    { offered: () => campaign, fault: marchFault, update: updateAll(entry) },
  );
}

function pursueRow() {
  const choices = [
    ['', 'no'],
    ['0', 'yes, without limit'],
    ...numbers(1, LIMITS.boxes).map(([n]) => [n, `at most ${n} ${n === '1' ? 'move' : 'moves'}`]),
  ];
  const pursue = choice(
    'f-pursue',
    'Pursue',
    choices,
    (order) => (order.pursue === null ? '' : order.pursue === 'Unlimited' ? '0' : `${order.pursue.AtMost}`),
    (value) =>
      change((order) => {
        order.pursue = value === '' ? null : value === '0' ? 'Unlimited' : { AtMost: Number(value) };
      }),
  );
  return row('PURSUE', 'Pursuit', [pursue.node], {
    offered: () => campaign,
    fault: marchFault,
    update: updateAll(pursue),
  });
}

function railRow() {
  const square = (words) => (words === '' ? null : squareOrCity(words));
  const part = (id, title, part_of, checked) =>
    text(id, title, {
      hint: EXAMPLE,
      size: 18,
      get: (order) => (order.rail?.[part_of] ? label(order.rail[part_of]) : ''),
      put: (words) => {
        const key = square(words);
        if (words !== '' && !key) return noSquare(words);
        return checked(key);
      },
    });
  const to = part('f-rail-to', 'To', 'to', (key) => {
    const fault = key && railFault(UNITS.get(view.unit), key);
    return (
      fault ||
      change((order) => {
        order.rail = key && { via: null, entry: null, ...order.rail, to: key };
      })
    );
  });
  const needsGoal = () => (ordersOf(view.unit).rail ? '' : 'say first where the journey goes');
  const via = part(
    'f-rail-via',
    'By way of',
    'via',
    (key) =>
      (key && (needsGoal() || railFault(UNITS.get(view.unit), key))) ||
      change((order) => {
        if (order.rail) order.rail.via = key;
      }),
  );
  const entry = tacticalField(
    'f-rail-entry',
    'Get out at',
    (order) => order.rail?.entry,
    (tac) =>
      (tac && needsGoal()) ||
      change((order) => {
        if (order.rail) order.rail.entry = tac;
      }),
  );
  const controls = [
    to.node,
    pickButton(to, 'strategic', 'Click where the journey goes.'),
    via.node,
    pickButton(via, 'strategic', 'Click a square to go through.'),
    entry.node,
    pickButton(entry, 'tactical', 'Click where it is to get out.', () => ordersOf(view.unit).rail?.to),
  ];
  return row('RAIL TO', 'By rail', controls, {
    offered: () => campaign,
    fault: (unit) => railFault(unit),
    update: updateAll(to, via, entry),
  });
}
