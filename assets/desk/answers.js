// What is plainly impossible, with the reason. No rule stands here: where a unit may step, how far it goes and what it cannot do the
// book has answered when the page was made, and its sentences come with the answers; never who stands where.

/** A sentence of the book's, with what belongs where its @ are. */
function told(sentence, ...gaps) {
  const [first, ...parts] = sentence.split('@');
  return first + parts.map((part, at) => `${gaps[at]}${part}`).join('');
}

/** Why a unit cannot enter a square, from wherever it comes; empty if it can. */
function entryFault(unit, key) {
  const bar = ENTRY[unit.travels][place(key)];
  return bar ? told(DATA.travel.bars[bar - 1], label(key)) : '';
}

/** Why a unit cannot step from one square into another; empty if it can. */
function stepFault(unit, from, to) {
  const [a, b] = [cellOf(from), cellOf(to)];
  const wind = STEPS.findIndex(([x, y]) => a[0] + x === b[0] && a[1] + y === b[1]);
  if (wind < 0) return told(SAYS.far, label(to), label(from));
  if (place(to) < 0) return `${label(to)} lies beyond this page’s map`;
  const fault = entryFault(unit, to);
  if (fault) return fault;
  return WAYS[place(from)] & (1 << wind) ? '' : told(SAYS.between, label(to));
}

const idle = (unit) => unit.can.idle ?? '';
const marchFault = (unit) => unit.can.no_march ?? '';
const moveFault = (unit) => unit.can.no_move ?? '';

const keepsSupplies = (order) => (order.carry?.level ?? 0) > 0;

/** Squares without a forced march. */
const allowance = (unit, order) => unit.can.march[keepsSupplies(order) ? 1 : 0];

/** With the forced march that its orders allow. */
const mostSteps = (unit, order) => allowance(unit, order) + (order.no_forced_march ? 0 : (unit.can.force ?? 0));

const steps = (path) => path.filter((box) => box !== null);

/** Why a path cannot be a unit's march. More than it marches with a supply is let stand, and marked. */
function pathFault(unit, order, path) {
  if (path.length > LIMITS.boxes) return told(SAYS.boxes, LIMITS.boxes);
  let here = unit.at;
  for (const box of steps(path)) {
    const fault = stepFault(unit, here, box);
    if (fault) return fault;
    here = box;
  }
  const light = { ...order, carry: null };
  const most = mostSteps(unit, light);
  if (steps(path).length <= most) return '';
  return `${unit.id} marches ${most} ${most === 1 ? 'square' : 'squares'} at most${forcedWords(unit, order)}`;
}

function forcedWords(unit, order) {
  if (!unit.can.force) return SAYS.unable;
  return order.no_forced_march ? SAYS.unforced : SAYS.forced;
}

/** What a march comes to: its squares, and how it tires the men. */
function marchWords(unit, order) {
  const boxes = steps(order.path);
  if (!boxes.length) return '';
  const tired = boxes.reduce((sum, box) => sum + (TERRAIN[place(box)]?.tires ?? 1), 0);
  const strain = boxes.length > allowance(unit, order) ? (unit.can.strain ?? 0) : 0;
  const most = mostSteps(unit, order);
  return `${boxes.length} of ${most} ${most === 1 ? 'square' : 'squares'}, fatigue ${tired + strain}`;
}

/** Why the ground of a square does not bear a unit. */
function footingFault(key, tac) {
  const cell = cellAt(key, tac);
  if (!cell || cell.passable) return '';
  return told(SAYS.footing, tac, label(key), cell.ground.words);
}

/** Why a unit cannot go by rail from here to there, as far as the map tells. */
function railFault(unit, to) {
  if (unit.can.no_rail) return unit.can.no_rail;
  if (to && to === unit.at) return 'it is there already';
  return to && place(to) >= 0 && !GROUND.rails[to] ? told(SAYS.no_track, label(to)) : '';
}

const isBoxed = (order) => steps(order.path).length > 0;

/** What of a unit's orders will not go as written; they stand all the same. */
function warnings(unit, order) {
  const found = [];
  const [made, most] = [steps(order.path).length, mostSteps(unit, order)];
  if (made > most) found.push(told(SAYS.laden, made, most));
  else if (made > allowance(unit, order)) found.push(SAYS.tires);
  if (order.withdraw && !unit.can.withdraw) found.push(SAYS.no_battle);
  if (order.withdraw && !order.path[0]) found.push(SAYS.no_first_box);
  if (isBoxed(order) && order.rail) found.push(SAYS.march_and_rail);
  if (order.entry && !isBoxed(order) && !order.rail) found.push(SAYS.no_march);
  if (order.entry && isBoxed(order)) {
    const fault = footingFault(steps(order.path)[0], order.entry);
    if (fault) found.push(`${capital(fault)}; another entry square will be used.`);
  }
  if (isBoxed(order) && order.support?.centre === unit.tac) found.push(told(SAYS.support, unit.tac));
  if (order.tactical_move && unit.can.tired) found.push(SAYS.tired);
  return found;
}

const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
