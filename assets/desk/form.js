// The order form of rule 6: a row for each order, made once; what the open unit cannot be ordered is not offered, or
// stands there with the reason.

/** Every row: shows itself for a unit and its orders. */
const ROWS = [];
const campaign = DATA.season === 'campaign';

/** Asks a map for a square; it stays asked until it is answered, where `stays` until it is ended. */
function startPick(pick) {
  view.pick = view.pick?.name === pick.name ? null : pick;
  if (view.pick) {
    showPanel('maps');
    const target = view.pick.on === 'strategic' ? canvas : board;
    target.scrollIntoView({ block: 'nearest' });
    if (view.pick.on === 'tactical') {
      view.sheet = pick.sheet?.() ?? UNITS.get(view.unit).at;
      showNow();
      cellButton(view.tac).focus({ preventScroll: true });
    } else canvas.focus({ preventScroll: true });
    say(view.pick.words);
  }
  show();
}

function endPick() {
  const was = view.pick;
  view.pick = null;
  if (was) {
    showPanel('orders');
    was.button?.focus({ preventScroll: true });
  }
  show();
}

/** Takes one square for a field; then the map is free again. */
const single = (field, button, on, words, sheet) => ({
  name: field.name, on, words, button, sheet,
  take: (square) => {
    const fault = field.put(on === 'strategic' ? label(square) : square);
    if (!fault) endPick();
    return fault;
  },
});

const change = (how) => {
  edit(view.unit, how);
  return '';
};

/** A row of the form: label, controls, what the order means, and why it is not to be had. */
function row(name, title, controls, { fault = () => '', offered = () => true, update }) {
  const form = name ? formOf(name) : null;
  const reason = make('p', { className: 'fault' });
  const hint = make('p', { className: 'hint' }, form ? `${form.meaning}${form.rules ? ` (rule ${form.rules})` : ''}` : '');
  const node = make('div', { className: 'row', role: 'group', 'aria-label': title }, make('span', { className: 'title' }, title), make('div', { className: 'controls' }, ...controls), reason, hint);
  ROWS.push((unit, order) => {
    node.hidden = !offered(unit, order);
    const why = fault(unit, order);
    reason.textContent = why ? `Not now: ${why}.` : '';
    for (const control of controls) for (const one of control.matches('input,select,button') ? [control] : control.querySelectorAll('input,select,button')) one.disabled = Boolean(why);
    update(unit, order);
  });
  return node;
}

function check(name, title, field, rules = {}) {
  const box = make('input', { type: 'checkbox', id: `f-${field}` });
  box.addEventListener('change', () => change((order) => {
    order[field] = box.checked;
    if (box.checked && field === 'inactivate') order.activate = false;
    if (box.checked && field === 'activate') order.inactivate = false;
  }));
  const text = make('label', { htmlFor: box.id }, title);
  return row(name, title, [box, text], { ...rules, update: (_, order) => { box.checked = order[field]; } });
}

/** A field of text that is kept only when it is right; what is wrong is said beside it. */
function text(id, title, { get, put, hint = '', list, size = 9 }) {
  const input = make('input', { type: 'text', id, autocomplete: 'off', spellcheck: false, placeholder: hint, size });
  if (list) input.setAttribute('list', list);
  const wrong = make('span', { className: 'wrong', role: 'alert' });
  input.addEventListener('change', () => {
    const fault = put(input.value.trim());
    wrong.textContent = fault ? `${capital(fault)}.` : '';
    input.setAttribute('aria-invalid', fault ? 'true' : 'false');
    if (fault) say(fault);
  });
  const node = make('span', { className: 'field' }, make('label', { htmlFor: id }, title), input, wrong);
  let shown = null;
  const update = (order) => {
    const now = `${view.unit} ${get(order)}`;
    if (now === shown && wrong.textContent) return;
    shown = now;
    wrong.textContent = '';
    input.removeAttribute('aria-invalid');
    if (input.value !== get(order)) input.value = get(order);
  };
  return { name: id, node, put, update, input };
}

function choice(id, title, choices, get, put) {
  const select = make('select', { id });
  select.addEventListener('change', () => put(select.value));
  const node = make('span', { className: 'field' }, make('label', { htmlFor: id }, title), select);
  const update = (order) => refill(select, typeof choices === 'function' ? choices(order) : choices, get(order));
  return { node, update };
}

function pickButton(field, on, words, sheet) {
  const button = make('button', { type: 'button', id: `pick-${field.name}`, className: 'pick', 'aria-pressed': 'false' }, 'Pick on map');
  button.setAttribute('aria-label', `Pick on map: ${words}`);
  button.addEventListener('click', () => startPick(single(field, button, on, words, sheet)));
  showers.push(() => button.setAttribute('aria-pressed', `${view.pick?.name === field.name}`));
  return button;
}

const updateAll = (...fields) => (_, order) => fields.forEach((field) => field.update(order));

// The march.

function addBox(key) {
  const unit = UNITS.get(view.unit);
  const fault = marchFault(unit);
  if (fault) return `${unit.id} does not march: ${fault}`;
  const order = ordersOf(view.unit);
  const path = [...order.path];
  if (key !== null && key === path.at(-1)) path.pop();
  else path.push(key);
  return pathFault(unit, order, path) || change((changed) => { changed.path = path; });
}

function takeLastBox() {
  if (ordersOf(view.unit).path.length) change((order) => { order.path.pop(); });
}

function putPath(words) {
  const unit = UNITS.get(view.unit);
  const names = words.replace(/,/g, ' ').split(/\s+/).filter(Boolean);
  const path = names.map((name) => (name === '.' ? null : squareNamed(name)));
  const wrong = path.findIndex((box, at) => box === null && names[at] !== '.');
  if (wrong >= 0) return `${names[wrong]} is no square of this map`;
  return marchFault(unit) && path.length ? marchFault(unit) : pathFault(unit, ordersOf(view.unit), path) || change((order) => { order.path = path; });
}

const marchPick = (button) => ({
  name: 'march', on: 'strategic', stays: true, button, words: 'Click the squares of the march one after the other. Click the last once more to take it back.',
  take: (key) => addBox(key) || `Box ${ordersOf(view.unit).path.length}: ${label(key)}`,
});

function marchRow() {
  const path = text('f-path', 'Squares', { get: (order) => boxWords(order.path), put: putPath, hint: 'none', size: 24 });
  const pick = make('button', { type: 'button', className: 'pick main', id: 'pick-march' }, 'Click the march on the map');
  pick.addEventListener('click', () => startPick(marchPick(pick)));
  const said = (fault) => { if (fault) say(fault); };
  const buttons = [['Wait a phase', () => said(addBox(null)), 'blank'], ['Take back last', takeLastBox, 'undo'], ['No march', () => change((order) => { order.path = []; }), 'no-march']];
  const more = buttons.map(([title, act, id]) => {
    const button = make('button', { type: 'button', id }, title);
    button.addEventListener('click', act);
    return button;
  });
  return row('MARCH', 'March', [pick, path.node, make('span', { className: 'buttons' }, ...more)], {
    fault: marchFault, offered: () => campaign,
    update: (_, order) => {
      pick.textContent = view.pick?.name === 'march' ? 'Done marching' : 'Click the march on the map';
      pick.setAttribute('aria-pressed', `${view.pick?.name === 'march'}`);
      path.update(order);
    },
  });
}

/** A field for one tactical square of the orders. */
function tactical(id, title, field, sheet) {
  return text(id, title, {
    hint: 'c-r', get: (order) => order[field] ?? '',
    put: (words) => {
      const tac = words === '' ? null : tacticalNamed(words);
      if (words !== '' && !tac) return `${words} is no tactical square such as 7-11, column and row each 0 to 14`;
      return change((order) => { order[field] = tac; });
    },
    sheet,
  });
}

const firstBox = () => steps(ordersOf(view.unit).path).at(0) ?? UNITS.get(view.unit).at;
const lastBox = () => steps(ordersOf(view.unit).path).at(-1) ?? UNITS.get(view.unit).at;

function entryRow() {
  const entry = tactical('f-entry', 'Entry square', 'entry');
  return row('ENTRY', 'Entry', [entry.node, pickButton(entry, 'tactical', 'Click the square where it is to come in.', firstBox)], { offered: () => campaign, fault: marchFault, update: updateAll(entry) });
}

function pursueRow() {
  const choices = [['', 'no'], ['0', 'yes, without limit'], ...numbers(1, LIMITS.boxes).map(([n]) => [n, `at most ${n} ${n === '1' ? 'move' : 'moves'}`])];
  const pursue = choice('f-pursue', 'Pursue', choices,
    (order) => (order.pursue === null ? '' : order.pursue === 'Unlimited' ? '0' : `${order.pursue.AtMost}`),
    (value) => change((order) => { order.pursue = value === '' ? null : value === '0' ? 'Unlimited' : { AtMost: Number(value) }; }));
  return row('PURSUE', 'Pursuit', [pursue.node], { offered: () => campaign, fault: marchFault, update: updateAll(pursue) });
}

// Rail.

function railRow() {
  const square = (words) => (words === '' ? null : squareNamed(words));
  const part = (id, title, part_of, checked) => text(id, title, {
    hint: 'X0-Y0', get: (order) => (order.rail?.[part_of] ? label(order.rail[part_of]) : ''),
    put: (words) => {
      const key = square(words);
      if (words !== '' && !key) return `${words} is no square of this map`;
      return checked(key);
    },
  });
  const to = part('f-rail-to', 'To', 'to', (key) => {
    const fault = key && railFault(UNITS.get(view.unit), key);
    return fault || change((order) => { order.rail = key && { via: null, entry: null, ...order.rail, to: key }; });
  });
  const needsGoal = () => (ordersOf(view.unit).rail ? '' : 'say first where the journey goes');
  const via = part('f-rail-via', 'By way of', 'via', (key) => (key && (needsGoal() || railFault(UNITS.get(view.unit), key))) || change((order) => { if (order.rail) order.rail.via = key; }));
  const entry = text('f-rail-entry', 'Get out at', {
    hint: 'c-r', get: (order) => order.rail?.entry ?? '',
    put: (words) => {
      const tac = words === '' ? null : tacticalNamed(words);
      if (words !== '' && !tac) return `${words} is no tactical square such as 7-11`;
      return (tac && needsGoal()) || change((order) => { if (order.rail) order.rail.entry = tac; });
    },
  });
  const controls = [to.node, pickButton(to, 'strategic', 'Click where the journey goes.'), via.node, pickButton(via, 'strategic', 'Click a square to go through.'), entry.node, pickButton(entry, 'tactical', 'Click where it is to get out.', () => ordersOf(view.unit).rail?.to)];
  return row('RAIL TO', 'By rail', controls, { offered: () => campaign, fault: (unit) => railFault(unit), update: updateAll(to, via, entry) });
}

// Tactical orders.

const phaseChoices = numbers(1, LIMITS.phases);
const startsIn = (id, get, put) => choice(id, 'from phase', phaseChoices, get, put);
const unableToMove = (unit) => (unit.can.tactical === 0 ? 'it does not move' : idle(unit));
const idle = (unit) => (unit.status === 'active' ? '' : `it is ${unit.status}`);

function putGoal(words) {
  const fixed = Object.entries(GOALS).find(([, said]) => said === words.toUpperCase());
  if (words === '') return change((order) => { order.tactical_move = null; });
  const tac = tacticalNamed(words);
  if (!fixed && !tac) return `${words} is no tactical square such as 7-11`;
  const order = ordersOf(view.unit);
  if (tac && view.sheet && lastBox() === view.sheet) {
    const fault = footingFault(view.sheet, tac);
    if (fault) return fault;
  }
  const goal = fixed ? fixed[0] : { Square: tac };
  return change((changed) => { changed.tactical_move = { via: null, phase: 1, ...order.tactical_move, goal }; });
}

function putVia(words) {
  if (!ordersOf(view.unit).tactical_move) return words === '' ? '' : 'say first where it moves to';
  const tac = tacticalNamed(words);
  const ship = /^[A-Z]+\d[A-Z\d]*$/i.test(words) && words.length <= 20;
  if (words !== '' && !tac && !ship) return `${words} is neither a tactical square such as 7-11 nor the id of a ship that ferries`;
  const via = words === '' ? null : tac ? { Square: tac } : { Ship: words.toUpperCase() };
  return change((order) => { order.tactical_move.via = via; });
}

function moveRow() {
  const to = text('f-move', 'To', { hint: 'c-r', list: 'goals', size: 13, get: (order) => (order.tactical_move ? goalWords(order.tactical_move.goal).toLowerCase() : ''), put: putGoal });
  const via = text('f-via', 'by way of', { hint: 'c-r or ship', get: (order) => order.tactical_move?.via?.Square ?? order.tactical_move?.via?.Ship ?? '', put: putVia });
  const phase = startsIn('f-move-phase', (order) => `${order.tactical_move?.phase ?? 1}`, (value) => ordersOf(view.unit).tactical_move && change((order) => { order.tactical_move.phase = Number(value); }));
  const goals = make('datalist', { id: 'goals' }, ...Object.values(GOALS).map((said) => new Option(said.toLowerCase())));
  return row('MOVE', 'Move', [to.node, pickButton(to, 'tactical', 'Click where it is to move.', lastBox), via.node, pickButton(via, 'tactical', 'Click the ford, bridge or pass.', lastBox), phase.node, goals], { offered: () => campaign, fault: unableToMove, update: updateAll(to, via, phase) });
}

/** First and last phase of something that has phases; the last never before the first. */
function phaseFields(id, of) {
  const put = (which) => (value) => of(ordersOf(view.unit)) && change((order) => {
    const phases = of(order);
    phases[which] = Number(value);
    if (phases.last < phases.first) phases[which === 'first' ? 'last' : 'first'] = Number(value);
  });
  const field = (which, title) => choice(`${id}-${which}`, title, phaseChoices, (order) => `${(of(order) ?? LIMITS.usual_phases)[which]}`, put(which));
  return [field('first', 'phases'), field('last', 'to')];
}

function engageRow() {
  const box = make('input', { type: 'checkbox', id: 'f-engage' });
  box.addEventListener('change', () => change((order) => { order.engage = box.checked ? { ...LIMITS.usual_phases } : null; }));
  const [first, last] = phaseFields('f-engage', (order) => order.engage);
  return row('ENGAGE', 'Engage', [box, make('label', { htmlFor: box.id }, 'Go at the nearest enemy'), first.node, last.node], {
    offered: () => campaign, fault: unableToMove,
    update: (_, order) => {
      box.checked = Boolean(order.engage);
      first.update(order);
      last.update(order);
    },
  });
}

/** LINE, ATTACK, DEFEND: one of the grammar's words. */
function postureRow(name, title, field) {
  const pretty = (word) => (kept(word) === DATA.blank[field] ? `${word.toLowerCase()} (usual)` : word.toLowerCase());
  const choices = choicesOf(name).map((word) => [kept(word), pretty(word)]);
  const posture = choice(`f-${field}`, title, choices, (order) => order[field], (value) => change((order) => { order[field] = value; }));
  return row(name, title, [posture.node], { offered: (unit) => campaign && !unit.can.bridge, fault: idle, update: updateAll(posture) });
}

function bombardRow() {
  const at = tactical('f-bombard', 'Square', 'bombard');
  return row('BOMBARD', 'Bombard', [at.node, pickButton(at, 'tactical', 'Click the square to fire into.', lastBox)], { offered: (unit) => campaign && unit.can.bombard, fault: idle, update: updateAll(at) });
}

/** SUPPORT and INTERCEPT: a box of the tactical map, with phases. */
function areaRow(name, title, field) {
  const id = `f-${field}`;
  const centre = text(id, 'round', {
    hint: 'c-r', get: (order) => order[field]?.centre ?? '',
    put: (words) => {
      const tac = words === '' ? null : tacticalNamed(words);
      if (words !== '' && !tac) return `${words} is no tactical square such as 7-11`;
      return change((order) => { order[field] = tac && { radius: 2, phases: { ...LIMITS.usual_phases }, ...order[field], centre: tac }; });
    },
  });
  const radius = choice(`${id}-radius`, 'radius', numbers(0, LIMITS.side - 1), (order) => `${order[field]?.radius ?? 2}`, (value) => ordersOf(view.unit)[field] && change((order) => { order[field].radius = Number(value); }));
  const [first, last] = phaseFields(id, (order) => order[field]?.phases);
  const none = make('button', { type: 'button', id: `${id}-none` }, 'None');
  none.setAttribute('aria-label', `No ${field}`);
  none.addEventListener('click', () => change((order) => { order[field] = null; }));
  return row(name, title, [centre.node, pickButton(centre, 'tactical', 'Click the middle of the box.', lastBox), radius.node, first.node, last.node, none], { offered: (unit) => campaign && !unit.can.bridge, fault: unableToMove, update: updateAll(centre, radius, first, last) });
}

// Supply and state.

/** A source of supplies by name: a headquarters, a city, the square of a depot, or none. */
function sourceNamed(words) {
  if (words === '') return 'Nearest';
  if (/^none$/i.test(words)) return 'None';
  if (unitNamed(words)) return { Named: { unit: unitNamed(words) } };
  const place = placeNamed(words);
  return place && { Named: place.City ? { city: place.City } : { depot: place.Depot } };
}

function placeNamed(words) {
  if (squareNamed(words)) return { Depot: squareNamed(words) };
  const city = DATA.cities.find((one) => one.name.toLowerCase() === words.toLowerCase());
  return city ? { City: city.name } : null;
}

const KINDS = [...new Set(DATA.kinds)].join('|');
/** A unit's id, of whatever side: nation, number, type. */
function unitNamed(words) {
  const id = words.toUpperCase().replace(/\s/g, '');
  const found = new RegExp(`^[A-Z]{2}(\\d{1,5})(${KINDS})$`).exec(id);
  return found && Number(found[1]) <= 65535 ? id.slice(0, 2) + Number(found[1]) + found[2] : null;
}

function carryRow() {
  const level = choice('f-carry', 'Carry', () => [['', 'no order'], ...numbers(0, UNITS.get(view.unit)?.can.carry ?? 1)], (order) => `${order.carry?.level ?? ''}`,
    (value) => change((order) => { order.carry = value === '' ? null : { from: 'Nearest', ...order.carry, level: Number(value) }; }));
  const from = text('f-from', 'from', {
    hint: 'nearest', list: 'sources', size: 12, get: (order) => (order.carry ? sourceWords(order.carry.from) ?? '' : ''),
    put: (words) => {
      const source = sourceNamed(words);
      if (!source) return `${words} is no headquarters, city or square of a depot`;
      return ordersOf(view.unit).carry ? change((order) => { order.carry.from = source; }) : 'say first how many supplies it is to carry';
    },
  });
  return row('CARRY', 'Supplies', [level.node, from.node], { update: updateAll(level, from) });
}

/** MERGE INTO and TRANSFER BATTERY TO: one of the player's units. */
function mateRow(name, title, field, mates) {
  const mate = choice(`f-${field}`, title, () => [['', 'no'], ...mates(UNITS.get(view.unit)).map((id) => [id, id])], (order) => order[field] ?? '', (value) => change((order) => { order[field] = value || null; }));
  return row(name, title, [mate.node], { offered: (unit) => mates(unit).length > 0, fault: idle, update: updateAll(mate) });
}

function bridgeRows() {
  const at = text('f-lay', 'Over', {
    hint: 'c-r', get: (order) => order.deploy_bridge?.[0] ?? '',
    put: (words) => {
      const tac = words === '' ? null : tacticalNamed(words);
      if (words !== '' && !tac) return `${words} is no tactical square such as 7-11`;
      const cell = tac && cellAt(view.sheet ?? UNITS.get(view.unit).at, tac);
      if (cell && lastBox() === view.sheet && cell.ground.words !== 'river') return `${tac} is ${cell.ground.words}: a bridge is laid over a river square (rule 12.4)`;
      return change((order) => { order.deploy_bridge = tac && [tac, order.deploy_bridge?.[1] ?? 1]; });
    },
  });
  const when = startsIn('f-lay-phase', (order) => `${order.deploy_bridge?.[1] ?? 1}`, (value) => ordersOf(view.unit).deploy_bridge && change((order) => { order.deploy_bridge[1] = Number(value); }));
  const lay = row('DEPLOY BRIDGE', 'Lay bridge', [at.node, pickButton(at, 'tactical', 'Click the river square.', lastBox), when.node], { offered: (unit) => campaign && unit.can.bridge, fault: idle, update: updateAll(at, when) });
  const box = make('input', { type: 'checkbox', id: 'f-lift' });
  box.addEventListener('change', () => change((order) => { order.remove_bridge = box.checked ? [null, 1] : null; }));
  const to = text('f-lift-to', 'to', {
    hint: 'c-r', get: (order) => order.remove_bridge?.[0] ?? '',
    put: (words) => {
      const tac = words === '' ? null : tacticalNamed(words);
      if (words !== '' && !tac) return `${words} is no tactical square such as 7-11`;
      return ordersOf(view.unit).remove_bridge ? change((order) => { order.remove_bridge[0] = tac; }) : 'say first that it is to be taken up';
    },
  });
  const then = startsIn('f-lift-phase', (order) => `${order.remove_bridge?.[1] ?? 1}`, (value) => ordersOf(view.unit).remove_bridge && change((order) => { order.remove_bridge[1] = Number(value); }));
  const lift = row('REMOVE BRIDGE', 'Take bridge up', [box, make('label', { htmlFor: box.id }, 'Take it up'), to.node, pickButton(to, 'tactical', 'Click where it is to go.'), then.node], {
    offered: (unit) => campaign && unit.can.bridge, fault: idle,
    update: (_, order) => {
      box.checked = Boolean(order.remove_bridge);
      to.update(order);
      then.update(order);
    },
  });
  return [lay, lift];
}

function deployRow() {
  const put = (place_of, read, what) => (words) => {
    const value = words === '' ? null : read(words);
    if (words !== '' && !value) return `${words} is no ${what}`;
    return change((order) => {
      const now = order.deploy ?? [null, null];
      now[place_of] = value;
      order.deploy = now[0] || now[1] ? now : null;
    });
  };
  const enterable = (words) => {
    const key = squareNamed(words);
    return key && (place(key) < 0 || (TERRAIN[place(key)].passable && !LAND[place(key)].closed)) ? key : null;
  };
  const at = text('f-deploy', 'Square', { hint: 'X0-Y0', get: (order) => (order.deploy?.[0] ? label(order.deploy[0]) : ''), put: put(0, enterable, 'square that can be entered') });
  const tac = text('f-deploy-tac', 'at', { hint: 'c-r', get: (order) => order.deploy?.[1] ?? '', put: put(1, tacticalNamed, 'tactical square such as 7-11') });
  return row('DEPLOY', 'Place', [at.node, pickButton(at, 'strategic', 'Click where the unit is to be placed.'), tac.node, pickButton(tac, 'tactical', 'Click the tactical square.', () => ordersOf(view.unit).deploy?.[0])], { offered: () => !campaign, update: updateAll(at, tac) });
}

function buildForm() {
  const march = { fault: marchFault, offered: () => campaign };
  const active = { fault: idle, offered: () => campaign };
  const onRail = { fault: idle, offered: (unit) => campaign && Boolean(GROUND.rails[unit.at]) && !unit.can.bridge };
  const sections = [
    ['STRATEGIC', [marchRow(), entryRow(), check('WITHDRAW', 'Withdraw from the battle', 'withdraw', { fault: marchFault, offered: (unit) => campaign && unit.can.withdraw }),
      check('NO FORCED MARCH', 'No forced march', 'no_forced_march', march), check('HALT ON DETECTION', 'Halt on meeting the enemy', 'halt_on_detection', march),
      check('HALT ON ENTRY', 'Halt when an enemy comes in', 'halt_on_entry', march), pursueRow(),
      check('MARCH TO BATTLE', 'March to battle', 'march_to_battle', march), check('MARCH TO ALLIES', 'March to allies', 'march_to_allies', march),
      check('MARCH TO ENEMIES', 'March to enemies', 'march_to_enemies', march)]],
    ['TACTICAL', [moveRow(), engageRow(), check('STAY OUT OF FORT', 'Stay out of the fort', 'stay_out_of_fort', active), postureRow('LINE', 'Line', 'line'), bombardRow()]],
    ['REACTION', [areaRow('SUPPORT', 'Support', 'support'), areaRow('INTERCEPT', 'Intercept', 'intercept')]],
    ['POSTURE', [postureRow('ATTACK', 'Attack', 'attack'), postureRow('DEFEND', 'Defend', 'defend')]],
    ['SUPPLY', [carryRow()]],
    ['RAIL', [railRow(), check('DESTROY TRACK', 'Destroy the track', 'destroy_track', onRail), check('DESTROY BRIDGE', 'Destroy the bridge', 'destroy_bridge', onRail)]],
    ['STATE', [check('INACTIVATE', 'Inactivate', 'inactivate', { offered: (unit) => unit.status === 'active' }), check('ACTIVATE', 'Activate', 'activate', { offered: (unit) => unit.status === 'inactive' }),
      mateRow('MERGE INTO', 'Merge into', 'merge_into', (unit) => unit.can.merge), mateRow('TRANSFER BATTERY TO', 'Give battery to', 'transfer_battery', (unit) => unit.can.guns_to), ...bridgeRows()]],
    ['DEPLOYMENT', [deployRow()]],
  ];
  for (const [name, rows] of sections) element('sections').append(sectionNode(name, rows));
  element('sources').append(...sourceChoices().map((name) => new Option(name)));
  element('leave').addEventListener('click', () => leaveAlone(view.unit));
  element('take-back').addEventListener('click', () => takeBack(view.unit));
}

function sectionNode(name, rows) {
  const title = DATA.forms.find((form) => form.section.startsWith(`${name}:`)).section.split(': ')[1];
  const node = make('details', { open: ['STRATEGIC', 'TACTICAL', 'DEPLOYMENT'].includes(name) }, make('summary', {}, capital(title)), ...rows);
  ROWS.push(() => { node.hidden = rows.every((one) => one.hidden); });
  return node;
}

function sourceChoices() {
  const friendly = (one) => ['own', 'allied'].includes(one.side);
  const quarters = DATA.units.filter((unit) => unit.kind === 'CQ').map((unit) => unit.id);
  const cities = DATA.cities.filter((city) => city.known && friendly(city.known)).map((city) => city.name);
  return ['NONE', ...quarters, ...cities, ...new Set(DATA.depots.filter(friendly).map((depot) => label(depot.at)))];
}

function showForm() {
  const unit = UNITS.get(view.unit);
  if (!unit) return;
  const order = ordersOf(unit.id);
  for (const update of ROWS) update(unit, order);
  const state = stateOf(unit);
  element('state').textContent = {
    ordered: 'These orders stand in your letter:',
    'taken back': 'Your letter takes back all earlier orders of this unit (NONE).',
    '': 'No orders in your letter yet. The form begins with what the unit does without any (rule 6.9).',
  }[state];
  element('lines').textContent = state === 'ordered' ? unitLines(settled(order)).join('\n') : '';
  element('warnings').replaceChildren(...(state === 'ordered' ? warnings(unit, order) : []).map((words) => make('li', {}, words)));
  element('leave').disabled = state === '';
  element('take-back').disabled = state === 'taken back';
}
