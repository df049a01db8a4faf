// What is plainly impossible, with the reason. No rule stands here: where a unit may step, how far it goes, what it cannot do and
// what does not go together the program has answered when the page was made, from what the reports show, by the rules by which
// receipts warn and turns are run; its sentences come with the answers.

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
  for (const { with: all, without, says } of DATA.clashes)
    if (all.every((what) => HAS[what](order)) && !without.some((what) => HAS[what](order)))
      found.push(`${capital(says)}.`);
  if (order.entry && isBoxed(order)) {
    const fault = footingFault(steps(order.path)[0], order.entry);
    if (fault) found.push(`${capital(fault)}; another entry square will be used.`);
  }
  if (isBoxed(order) && order.support?.centre === unit.tac) found.push(told(SAYS.support, unit.tac));
  if (order.tactical_move && unit.can.tired) found.push(SAYS.tired);
  return [...found, ...inItsSquare(unit, order), ...emptyStores(unit, order)];
}

/** What a unit's orders have, by the names that the rows of DATA.clashes use. */
const HAS = {
  march: isBoxed,
  rail: (order) => order.rail,
  other_way: (order) =>
    order.pursue || order.march_to_battle || order.march_to_allies || order.march_to_enemies || order.deploy,
  entry: (order) => order.entry,
  withdraw: (order) => order.withdraw,
  first_box: (order) => order.path[0],
  move_at_once: (order) => order.tactical_move?.phase === 1 && !order.tactical_move.at_once,
  move_last: (order) => order.tactical_move?.phase === LIMITS.phases,
  move: (order) => order.tactical_move,
  means_to_attack: (order) => ['Assault', 'Attack'].includes(order.attack),
  goes_at_enemies: (order) => order.engage || order.intercept || order.support,
  engage_last: (order) => order.engage?.first === LIMITS.phases,
  engage_over: (order) => order.engage && order.tactical_move && order.engage.last <= order.tactical_move.phase,
};

/** What the answers for where a unit stands say of its move and its guns, as long as it does both there. */
function inItsSquare(unit, order) {
  const found = [];
  const goal = order.tactical_move?.goal.Square;
  if (goal && order.tactical_move.phase === 1 && !order.tactical_move.via && isOnOtherBank(unit, goal))
    found.push(`${capital(SAYS.other_bank)}.`);
  const stays = !isBoxed(order) && !order.rail && !HAS.other_way(order) && !order.tactical_move && !order.engage;
  if (order.bombard && stays && !(unit.can.reach ?? []).includes(order.bombard))
    found.push(`${capital(told(SAYS.out_of_reach, order.bombard))}.`);
  return found;
}

function isOnOtherBank(unit, tac) {
  const [col, row] = tacCell(tac);
  let before = row * LIMITS.side + col;
  const run = (unit.can.other_bank ?? []).findIndex((count) => (before -= count) < 0);
  return run % 2 === 1;
}

/** That a unit is to draw supplies where nothing is left. */
function emptyStores(unit, order) {
  const draws = order.carry?.from === 'Nearest' && order.carry.level > 0;
  return draws && unit.can.bare ? [`${capital(unit.can.bare)}.`] : [];
}

const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
