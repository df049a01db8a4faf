// Orders as plain text. How each is written stands in the grammar's own table (DATA.forms): what is in capitals there is
// written as it is, the rest is filled in, and what is in brackets is left out where there is nothing to fill in.

/** Sections whose orders are no piece's: their rows have the section before their words. */
const OF_OFFICES = ['OFFICES', 'NAVAL SECRETARY'];
const FORMS = new Map();
for (const form of DATA.forms) {
  const parts = partsOf(form.words);
  const until = parts.findIndex((part) => part.word === undefined);
  const words = parts.slice(0, until < 0 ? parts.length : until).map((part) => part.word);
  const section = form.section.split(':')[0];
  const name = [...OF_OFFICES.filter((one) => one === section), ...words].join(' ');
  // Ships have orders of the same words, in rows behind those of units; how ships are ordered comes with their lines.
  if (!FORMS.has(name)) FORMS.set(name, { ...form, parts });
}

/** The row of the table for an order's words. */
function formOf(name) {
  const form = FORMS.get(name);
  if (!form) throw new Error(`the order language has no ${name}`);
  return form;
}

/** The words between which an order lets one choose, such as FIRST, SECOND, REAR. */
const choicesOf = (name) =>
  formOf(name)
    .parts.find((part) => part.gap)
    .gap.split(/, | or /);
/** LAST-DITCH as the program keeps it: LastDitch. */
const kept = (word) => word.toLowerCase().split('-').map(capital).join('');
const wordOf = (name, value) => choicesOf(name).find((word) => kept(word) === value);

function filled(parts, values) {
  return parts.flatMap((part) => {
    if (part.word) return [part.word];
    if (part.gap) return [values.shift()].filter((value) => value !== null && value !== undefined);
    const inner = filled(part.optional, values);
    return part.optional.filter((one) => one.word).length < inner.length ? inner : [];
  });
}

/** An order's line. */
const line = (name, values = []) => filled(formOf(name).parts, [...values]).join(' ');

function phaseWords({ first, last }) {
  const usual = DATA.limits.usual_phases;
  if (first === usual.first && last === usual.last) return null;
  return first === last ? `${first}` : `${first}-${last}`;
}
const startWords = (phase) => (phase === 1 ? null : `${phase}`);
const boxWords = (path) => path.map((box) => (box === null ? '.' : label(box))).join(' ');
const areaWords = (area) => area && [area.centre, area.radius, phaseWords(area.phases)];
const GOALS = { NearestFord: 'NEAREST FORD', NearestPass: 'NEAREST PASS' };

function goalWords(goal) {
  return typeof goal === 'string' ? GOALS[goal] : goal.Square;
}

function sourceWords(from) {
  if (from === 'Nearest') return null;
  if (from === 'None') return 'NONE';
  return from.Named.unit ?? from.Named.city ?? label(from.Named.depot);
}

const placeWords = (from) => from.City ?? label(from.Depot);

/** By line: whether the orders have it, and what fills its gaps. */
const UNIT_LINES = [
  ['MARCH', (o) => o.path.length > 0 && [boxWords(o.path)]],
  ['WITHDRAW', (o) => o.withdraw],
  ['ENTRY', (o) => o.entry && [o.entry]],
  ['HALT ON DETECTION', (o) => o.halt_on_detection],
  ['HALT ON ENTRY', (o) => o.halt_on_entry],
  ['NO FORCED MARCH', (o) => o.no_forced_march],
  ['PURSUE', (o) => o.pursue && [o.pursue.AtMost ?? null]],
  ['MARCH TO BATTLE', (o) => o.march_to_battle],
  ['MARCH TO ALLIES', (o) => o.march_to_allies],
  ['MARCH TO ENEMIES', (o) => o.march_to_enemies],
  ['RAIL TO', (o) => o.rail && [label(o.rail.to), o.rail.via && label(o.rail.via), o.rail.entry]],
  ['DESTROY TRACK', (o) => o.destroy_track],
  ['DESTROY BRIDGE', (o) => o.destroy_bridge],
  ['MOVE', (o) => o.tactical_move && moveWords(o.tactical_move)],
  ['STAY OUT OF FORT', (o) => o.stay_out_of_fort],
  ['ENGAGE', (o) => o.engage && [phaseWords(o.engage)]],
  ['LINE', (o) => o.line !== DATA.blank.line && [wordOf('LINE', o.line)]],
  ['BOMBARD', (o) => o.bombard && [o.bombard]],
  ['NO BOMBARDMENT', (o) => o.hold_fire && !o.bombard],
  ['SUPPORT', (o) => areaWords(o.support)],
  ['INTERCEPT', (o) => areaWords(o.intercept)],
  ['ATTACK', (o) => o.attack !== DATA.blank.attack && [wordOf('ATTACK', o.attack)]],
  ['DEFEND', (o) => o.defend !== DATA.blank.defend && [wordOf('DEFEND', o.defend)]],
  ['CARRY', (o) => o.carry && [o.carry.level, sourceWords(o.carry.from)]],
  ['INACTIVATE', (o) => o.inactivate],
  ['ACTIVATE', (o) => o.activate],
  ['MERGE INTO', (o) => o.merge_into && [o.merge_into]],
  ['DEPLOY BRIDGE', (o) => o.deploy_bridge && [o.deploy_bridge[0], startWords(o.deploy_bridge[1])]],
  ['REMOVE BRIDGE', (o) => o.remove_bridge && [o.remove_bridge[0], startWords(o.remove_bridge[1])]],
  ['TRANSFER BATTERY TO', (o) => o.transfer_battery && [o.transfer_battery]],
  ['DEPLOY', (o) => o.deploy && [o.deploy[0] && label(o.deploy[0]), o.deploy[1]]],
];

function moveWords(move) {
  const via = move.via && (move.via.Square ?? move.via.Ship);
  return [goalWords(move.goal), via, startWords(move.phase)];
}

/** The lines of a unit's block. A block must say something: one in which nothing is left says that it supports nobody. */
function unitLines(order) {
  if (order === 'none') return ['NONE'];
  const lines = UNIT_LINES.flatMap(([name, of]) => {
    const values = of(order);
    return values ? [line(name, values === true ? [] : values)] : [];
  });
  return lines.length ? lines : [line('NO SUPPORT')];
}

const OFFICE_LINES = {
  Assign: (o) => ['ASSIGN', [o.unit, o.commander, o.deputy]],
  MoveSupplies: (o) => ['MOVE SUPPLIES', [o.amount, placeWords(o.from), placeWords(o.to)]],
  AddSupplies: (o) => ['ADD SUPPLIES', [o.amount, placeWords(o.to)]],
  PlaceDepot: (o) => ['PLACE DEPOT', [label(o.at), o.tac]],
  PlaceCache: (o) => ['PLACE CACHE', [label(o.at), o.tac]],
  RemoveDepot: (at) => ['REMOVE DEPOT', [label(at)]],
  RemoveCache: (at) => ['REMOVE CACHE', [label(at)]],
  RebuildTrack: (at) => ['REBUILD TRACK', [label(at)]],
  RebuildBridge: (at) => ['REBUILD BRIDGE', [label(at)]],
  Upgrade: (unit) => ['UPGRADE', [unit]],
  Inactivate: (unit) => ['INACTIVATE', [unit]],
};

/** An order of the Naval Secretary's is kept as its words and what fills their gaps. */
function officeLine(order) {
  const [[kind, what]] = Object.entries(order);
  if (kind === 'Naval') return line(`NAVAL SECRETARY ${what[0]}`, what[1]);
  const [name, values] = OFFICE_LINES[kind](what);
  return line(`OFFICES ${name}`, values);
}

const assigns = (order) => 'Assign' in order || order.Naval?.[0] === 'ASSIGN';

/** Ids of so many units to a line that no mail program breaks it. */
const inShortRows = (ids) =>
  Array.from({ length: Math.ceil(ids.length / 8) }, (_, at) => ids.slice(8 * at, 8 * at + 8));

/** The whole letter. Units stand in the order of the report, those with the same orders together. */
function letter() {
  const head = [`GAME ${DATA.game}`, `TURN ${DATA.turn}`, `PLAYER ${DATA.player}`, `PASSWORD ${password}`.trim()];
  // Units with the same orders share a block.
  const alike = new Map();
  for (const { id } of DATA.units.filter((unit) => orders.has(unit.id))) {
    const lines = unitLines(settled(orders.get(id))).join('\n');
    alike.set(lines, [...(alike.get(lines) ?? []), id]);
  }
  const blocks = [...alike].flatMap(([lines, ids]) =>
    inShortRows(ids).map((row) => ['', `UNIT ${row.join(', ')}`, lines]),
  );
  // Who is given a unit or a ship orders it from that line on: the assignments stand above the units. What else offices order comes after
  // END, for before it it would stand in the last unit's block.
  const [assigned, others] = [true, false].map((wanted) => offices.filter((one) => assigns(one) === wanted));
  const lines = (some) => (some.length ? ['', ...some.map(officeLine)] : []);
  const all = [...blocks, ...shipBlocks()];
  const body = [...lines(assigned), ...all.flat(), ...(all.length ? ['END'] : []), ...lines(others)];
  return [...head, ...body].join('\n') + '\n';
}
