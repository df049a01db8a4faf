// Rows of the order form: moves on the tactical map, reactions and postures (rules 6.4 to 6.6).

/** When each phase comes stands with it. */
const phaseChoices = numbers(1, LIMITS.phases).map(([n]) => [n, `${n}, ${DATA.phases[n - 1]}`]);
const startsIn = (id, get, put) => choice(id, 'from phase', phaseChoices, get, put);

function putGoal(words) {
  const fixed = Object.entries(GOALS).find(([, said]) => said === words.toUpperCase());
  if (words === '')
    return change((order) => {
      order.tactical_move = null;
    });
  const tac = tacticalNamed(words);
  if (!fixed && !tac) return noTactical(words);
  const order = ordersOf(view.unit);
  if (tac && view.sheet && lastBox() === view.sheet) {
    const fault = footingFault(view.sheet, tac);
    if (fault) return fault;
  }
  const goal = fixed ? fixed[0] : { Square: tac };
  return change((changed) => {
    changed.tactical_move = { via: null, phase: 1, ...order.tactical_move, goal };
  });
}

function putVia(words) {
  if (!ordersOf(view.unit).tactical_move) return words === '' ? '' : 'say first where it moves to';
  const tac = tacticalNamed(words);
  const ship = /^[A-Z]+\d[A-Z\d]*$/i.test(words) && words.length <= 20;
  if (words !== '' && !tac && !ship)
    return `${words} is neither a tactical square such as 7-11 nor the id of a ship that ferries`;
  const via = words === '' ? null : tac ? { Square: tac } : { Ship: words.toUpperCase() };
  return change((order) => {
    order.tactical_move.via = via;
  });
}

function moveRow() {
  const to = text('f-move', 'To', {
    hint: 'column-row',
    list: 'goals',
    size: 13,
    get: (order) => (order.tactical_move ? goalWords(order.tactical_move.goal).toLowerCase() : ''),
    put: putGoal,
  });
  const via = text('f-via', 'by way of', {
    hint: 'column-row or ship',
    size: 16,
    get: (order) => order.tactical_move?.via?.Square ?? order.tactical_move?.via?.Ship ?? '',
    put: putVia,
  });
  const phase = startsIn(
    'f-move-phase',
    (order) => `${order.tactical_move?.phase ?? 1}`,
    (value) =>
      ordersOf(view.unit).tactical_move &&
      change((order) => {
        order.tactical_move.phase = Number(value);
      }),
  );
  const goals = make(
    'datalist',
    { id: 'goals' },
    ...Object.values(GOALS).map((said) => new Option(said.toLowerCase())),
  );
  return row(
    'MOVE',
    'Move',
    [
      to.node,
      pickButton(to, 'tactical', 'Click where it is to move.', lastBox),
      via.node,
      pickButton(via, 'tactical', 'Click the ford, bridge or pass.', lastBox),
      phase.node,
      goals,
    ],
    { offered: () => campaign, fault: moveFault, update: updateAll(to, via, phase) },
  );
}

/** First and last phase of something that has phases; the last never before the first. */
function phaseFields(id, of) {
  const put = (which) => (value) =>
    of(ordersOf(view.unit)) &&
    change((order) => {
      const phases = of(order);
      phases[which] = Number(value);
      if (phases.last < phases.first) phases[which === 'first' ? 'last' : 'first'] = Number(value);
    });
  const field = (which, title) =>
    choice(
      `${id}-${which}`,
      title,
      phaseChoices,
      (order) => `${(of(order) ?? LIMITS.usual_phases)[which]}`,
      put(which),
    );
  return [field('first', 'from phase'), field('last', 'to phase')];
}

function engageRow() {
  const box = make('input', { type: 'checkbox', id: 'f-engage' });
  box.addEventListener('change', () =>
    change((order) => {
      order.engage = box.checked ? { ...LIMITS.usual_phases } : null;
    }),
  );
  const [first, last] = phaseFields('f-engage', (order) => order.engage);
  return row(
    'ENGAGE',
    'Engage',
    [box, make('label', { htmlFor: box.id }, 'Go at the nearest enemy'), first.node, last.node],
    {
      offered: () => campaign,
      fault: moveFault,
      update: (_, order) => {
        box.checked = Boolean(order.engage);
        first.update(order);
        last.update(order);
      },
    },
  );
}

/** LINE, ATTACK, DEFEND: one of the grammar's words. */
function postureRow(name, title, field) {
  const pretty = (word) =>
    kept(word) === DATA.blank[field] ? `${word.toLowerCase()} (usual)` : word.toLowerCase();
  const choices = choicesOf(name).map((word) => [kept(word), pretty(word)]);
  const posture = choice(
    `f-${field}`,
    title,
    choices,
    (order) => order[field],
    (value) =>
      change((order) => {
        order[field] = value;
      }),
  );
  return row(name, title, [posture.node], {
    offered: (unit) => campaign && !unit.can.bridge,
    fault: idle,
    update: updateAll(posture),
  });
}

function bombardRow() {
  const at = tactical('f-bombard', 'Square', 'bombard');
  return row(
    'BOMBARD',
    'Bombard',
    [at.node, pickButton(at, 'tactical', 'Click the square to fire into.', lastBox)],
    { offered: (unit) => campaign && unit.can.bombard, fault: idle, update: updateAll(at) },
  );
}

/** SUPPORT and INTERCEPT: a box of the tactical map, with phases. */
function areaRow(name, title, field) {
  const id = `f-${field}`;
  const centre = tacticalField(
    id,
    'round',
    (order) => order[field]?.centre,
    (tac) =>
      change((order) => {
        order[field] = tac && { radius: 2, phases: { ...LIMITS.usual_phases }, ...order[field], centre: tac };
      }),
  );
  const radius = choice(
    `${id}-radius`,
    'radius',
    numbers(0, LIMITS.side - 1),
    (order) => `${order[field]?.radius ?? 2}`,
    (value) =>
      ordersOf(view.unit)[field] &&
      change((order) => {
        order[field].radius = Number(value);
      }),
  );
  const [first, last] = phaseFields(id, (order) => order[field]?.phases);
  const none = make('button', { type: 'button', id: `${id}-none` }, 'None');
  none.setAttribute('aria-label', `No ${field}`);
  none.addEventListener('click', () =>
    change((order) => {
      order[field] = null;
    }),
  );
  return row(
    name,
    title,
    [
      centre.node,
      pickButton(centre, 'tactical', 'Click the middle of the box.', lastBox),
      radius.node,
      first.node,
      last.node,
      none,
    ],
    {
      offered: (unit) => campaign && !unit.can.bridge,
      fault: moveFault,
      update: updateAll(centre, radius, first, last),
    },
  );
}
