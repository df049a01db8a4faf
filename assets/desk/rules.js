// What is plainly impossible, with the reason: the map, the unit and its own orders tell; never who stands where.


/** Rules 1.2, 7.1, 7.4, 7.16: why a unit cannot step from one square into another; empty if it can. */
function stepFault(unit, from, to) {
  const [a, b] = [cellOf(from), cellOf(to)];
  const wind = STEPS.findIndex(([x, y]) => a[0] + x === b[0] && a[1] + y === b[1]);
  if (wind < 0) return `${label(to)} is not next to ${label(from)} (rule 7.4)`;
  const at = place(to);
  if (at < 0) return `${label(to)} lies beyond this page’s map`;
  if (!TERRAIN[at].passable) return `${label(to)} is ${TERRAIN[at].words}, which nobody can enter (rule 1.2)`;
  if (LAND[at].closed) return `${label(to)} belongs to a nation whose land may not be entered (rule 7.16)`;
  if (unit.home !== null && LAND[at].state !== unit.home)
    return `${label(to)} lies outside ${unit.home}, the militia’s home (rule 7.1)`;
  if (WAYS[place(from)] & (1 << wind)) return '';
  return `the way to ${label(to)} leads between two squares that nobody can enter (rule 7.4)`;
}

/** Rules 7.1, 13: why a unit does not march at all. */
function marchFault(unit) {
  if (unit.status !== 'active') return `it is ${unit.status}`;
  if (unit.fatigue > LIMITS.fatigue_march)
    return `its fatigue of ${unit.fatigue} is above ${LIMITS.fatigue_march} (rule 7.1)`;
  return mostSteps(unit, DATA.blank) === 0 ? 'it cannot march' : '';
}

/** Rules 7.1, 7.2, 11.9: squares without a forced march; a brigade that is to carry nothing eats what it has. */
function allowance(unit, order) {
  const keeps = (order.carry?.level ?? 0) > 0;
  const left = unit.supplies - (unit.can.eats && !keeps ? 1 : 0);
  return left > 0 || keeps ? unit.can.laden : unit.can.light;
}

/** Rule 7.3: with the one square of a forced march. */
const mostSteps = (unit, order) => allowance(unit, order) + (unit.can.force && !order.no_forced_march ? 1 : 0);

const steps = (path) => path.filter((box) => box !== null);

/** Why a path cannot be a unit's march. More than it marches with a supply is let stand, and marked. */
function pathFault(unit, order, path) {
  if (path.length > LIMITS.boxes) return `a march has ${LIMITS.boxes} boxes at most (rule 7.4)`;
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
  if (!unit.can.force) return ' and cannot force-march (rule 7.3)';
  return order.no_forced_march
    ? ' without a forced march (rule 7.11)'
    : ', a forced march counted (rules 7.1 to 7.3)';
}

/** Why the ground of a square does not bear a unit. */
function footingFault(key, tac) {
  const cell = cellAt(key, tac);
  if (!cell || cell.passable) return '';
  return `${tac} in ${label(key)} is ${cell.ground.words}: nobody can stand there (rule 2.2)`;
}

/** Rule 8.1: why a unit cannot go by rail from here to there, as far as the map tells. */
function railFault(unit, to) {
  if (!unit.can.rail) return 'it does not go by rail (rule 8.1)';
  if (unit.fatigue > LIMITS.fatigue_march) return marchFault(unit);
  if (!GROUND.rails[unit.at]) return `there is no railway in ${label(unit.at)}, where it stands (rule 8.1)`;
  if (to && to === unit.at) return 'it is there already';
  if (to && place(to) >= 0 && !GROUND.rails[to]) return `there is no railway in ${label(to)} (rule 8.3)`;
  return '';
}

const isBoxed = (order) => steps(order.path).length > 0;

/** What of a unit's orders will not go as written; they stand all the same. */
function warnings(unit, order) {
  const found = [];
  const [made, most] = [steps(order.path).length, mostSteps(unit, order)];
  if (made > most)
    found.push(
      `It marches ${made} squares only if it carries no supplies: with them it marches ${most}. Set Carry to 0 (rules 7.2, 11.9).`,
    );
  else if (made > allowance(unit, order))
    found.push('The last square is a forced march, which tires the men (rule 7.3).');
  if (order.withdraw && !unit.can.withdraw)
    found.push('No battle was fought here last turn: it cannot withdraw from one (rule 7.5).');
  if (order.withdraw && !order.path[0])
    found.push('WITHDRAW takes the first box of the march, and that is empty (rule 7.5).');
  if (isBoxed(order) && order.rail)
    found.push('It has both a march and a journey by rail: once it has marched it does not go by rail (rule 8.1).');
  if (order.entry && !isBoxed(order) && !order.rail)
    found.push('The entry square is for a march, and none is ordered (rule 7.14).');
  if (order.entry && isBoxed(order)) {
    const fault = footingFault(steps(order.path)[0], order.entry);
    if (fault) found.push(`${capital(fault)}; another entry square will be used.`);
  }
  if (isBoxed(order) && order.support?.centre === unit.tac)
    found.push(
      `Its support is round ${unit.tac}, where it stands now, and will be so wherever it marches: change it if it should not (rule 9.10).`,
    );
  if (order.tactical_move && unit.fatigue > LIMITS.fatigue_tactical)
    found.push('It is tired: no tactical move while enemies are in its square (rule 9.1).');
  return found;
}

const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
