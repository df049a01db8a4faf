// Rows of the order form: supplies, state and deployment (rules 6.7, 6.10); and the form as a whole.

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
  const city = cityNamed(words);
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
  const level = choice(
    'f-carry',
    'Carry',
    () => [['', 'no order'], ...numbers(0, UNITS.get(view.unit)?.can.carry ?? 1)],
    (order) => `${order.carry?.level ?? ''}`,
    (value) =>
      change((order) => {
        order.carry = value === '' ? null : { from: 'Nearest', ...order.carry, level: Number(value) };
      }),
  );
  const from = text('f-from', 'from', {
    hint: 'nearest',
    list: 'sources',
    size: 12,
    get: (order) => (order.carry ? (sourceWords(order.carry.from) ?? '') : ''),
    put: (words) => {
      const source = sourceNamed(words);
      if (!source) return `${words} is no headquarters, city or square of a depot`;
      return ordersOf(view.unit).carry
        ? change((order) => {
            order.carry.from = source;
          })
        : 'say first how many supplies it is to carry';
    },
  });
  return row('CARRY', 'Supplies', [level.node, from.node], { update: updateAll(level, from) });
}

/** MERGE INTO and TRANSFER BATTERY TO: one of the player's units. */
function mateRow(name, title, field, mates) {
  const mate = choice(
    `f-${field}`,
    title,
    () => [['', 'no'], ...mates(UNITS.get(view.unit)).map((id) => [id, id])],
    (order) => order[field] ?? '',
    (value) =>
      change((order) => {
        order[field] = value || null;
      }),
  );
  return row(name, title, [mate.node], {
    offered: (unit) => mates(unit).length > 0,
    fault: idle,
    update: updateAll(mate),
  });
}

function layRow() {
  const at = tacticalField(
    'f-lay',
    'Over',
    (order) => order.deploy_bridge?.[0],
    (tac) =>
      spanFault(tac) ||
      change((order) => {
        order.deploy_bridge = tac && [tac, order.deploy_bridge?.[1] ?? 1];
      }),
  );
  const when = startsIn(
    'f-lay-phase',
    (order) => `${order.deploy_bridge?.[1] ?? 1}`,
    (value) =>
      ordersOf(view.unit).deploy_bridge &&
      change((order) => {
        order.deploy_bridge[1] = Number(value);
      }),
  );
  return row(
    'DEPLOY BRIDGE',
    'Lay bridge',
    [at.node, pickButton(at, 'tactical', 'Click the river square.', lastBox), when.node],
    { offered: (unit) => campaign && unit.can.bridge, fault: idle, update: updateAll(at, when) },
  );
}

/** Why no bridge is laid there, as far as the map tells. */
function spanFault(tac) {
  const cell = tac && lastBox() === view.sheet && cellAt(view.sheet, tac);
  return !cell || cell.ground.spanned ? '' : told(SAYS.span, tac, cell.ground.words);
}

function liftRow() {
  const box = make('input', { type: 'checkbox', id: 'f-lift' });
  box.addEventListener('change', () =>
    change((order) => {
      order.remove_bridge = box.checked ? [null, 1] : null;
    }),
  );
  const to = tacticalField(
    'f-lift-to',
    'to',
    (order) => order.remove_bridge?.[0],
    (tac) =>
      ordersOf(view.unit).remove_bridge
        ? change((order) => {
            order.remove_bridge[0] = tac;
          })
        : 'say first that it is to be taken up',
  );
  const then = startsIn(
    'f-lift-phase',
    (order) => `${order.remove_bridge?.[1] ?? 1}`,
    (value) =>
      ordersOf(view.unit).remove_bridge &&
      change((order) => {
        order.remove_bridge[1] = Number(value);
      }),
  );
  return row(
    'REMOVE BRIDGE',
    'Take bridge up',
    [
      box,
      make('label', { htmlFor: box.id }, 'Take it up'),
      to.node,
      pickButton(to, 'tactical', 'Click where it is to go.'),
      then.node,
    ],
    {
      offered: (unit) => campaign && unit.can.bridge,
      fault: idle,
      update: (_, order) => {
        box.checked = Boolean(order.remove_bridge);
        to.update(order);
        then.update(order);
      },
    },
  );
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
    const key = squareOrCity(words);
    return key && (place(key) < 0 || !entryFault(UNITS.get(view.unit), key)) ? key : null;
  };
  const at = text('f-deploy', 'Square', {
    hint: EXAMPLE,
    size: 18,
    get: (order) => (order.deploy?.[0] ? label(order.deploy[0]) : ''),
    put: put(0, enterable, 'square that can be entered'),
  });
  const tac = text('f-deploy-tac', 'at', {
    hint: 'column-row',
    get: (order) => order.deploy?.[1] ?? '',
    put: put(1, tacticalNamed, 'tactical square such as 7-11'),
  });
  return row(
    'DEPLOY',
    'Place',
    [
      at.node,
      pickButton(at, 'strategic', 'Click where the unit is to be placed.'),
      tac.node,
      pickButton(tac, 'tactical', 'Click the tactical square.', () => ordersOf(view.unit).deploy?.[0]),
    ],
    { offered: () => !campaign, update: updateAll(at, tac) },
  );
}

function buildForm() {
  const march = { fault: marchFault, offered: () => campaign };
  const active = { fault: idle, offered: () => campaign };
  const onRail = { fault: idle, offered: (unit) => campaign && Boolean(unit.can.wreck) };
  const sections = [
    [
      'STRATEGIC',
      [
        marchRow(),
        entryRow(),
        check('WITHDRAW', 'Withdraw from the battle', 'withdraw', {
          fault: marchFault,
          offered: (unit) => campaign && unit.can.withdraw,
        }),
        check('NO FORCED MARCH', 'No forced march', 'no_forced_march', march),
        check('HALT ON DETECTION', 'Halt on meeting the enemy', 'halt_on_detection', march),
        check('HALT ON ENTRY', 'Halt when an enemy comes in', 'halt_on_entry', march),
        pursueRow(),
        check('MARCH TO BATTLE', 'March to battle', 'march_to_battle', march),
        check('MARCH TO ALLIES', 'March to allies', 'march_to_allies', march),
        check('MARCH TO ENEMIES', 'March to enemies', 'march_to_enemies', march),
      ],
    ],
    [
      'TACTICAL',
      [
        moveRow(),
        engageRow(),
        check('STAY OUT OF FORT', 'Stay out of the fort', 'stay_out_of_fort', active),
        postureRow('LINE', 'Line', 'line'),
        bombardRow(),
        check('NO BOMBARDMENT', 'Do not bombard', 'hold_fire', {
          fault: idle,
          offered: (unit) => campaign && unit.can.bombard,
        }),
      ],
    ],
    ['REACTION', [areaRow('SUPPORT', 'Support', 'support'), areaRow('INTERCEPT', 'Intercept', 'intercept')]],
    ['POSTURE', [postureRow('ATTACK', 'Attack', 'attack'), postureRow('DEFEND', 'Defend', 'defend')]],
    ['SUPPLY', [carryRow()]],
    [
      'RAIL',
      [
        railRow(),
        check('DESTROY TRACK', 'Destroy the track', 'destroy_track', onRail),
        check('DESTROY BRIDGE', 'Destroy the bridge', 'destroy_bridge', onRail),
      ],
    ],
    [
      'STATE',
      [
        check('INACTIVATE', 'Inactivate', 'inactivate', {
          offered: (unit) => unit.status === 'active',
          fault: (unit) => unit.can.no_inactivate ?? '',
        }),
        check('ACTIVATE', 'Activate', 'activate', { offered: (unit) => unit.status === 'inactive' }),
        mateRow('MERGE INTO', 'Merge into', 'merge_into', (unit) => unit.can.merge),
        mateRow('TRANSFER BATTERY TO', 'Give battery to', 'transfer_battery', (unit) => unit.can.guns_to),
        layRow(),
        liftRow(),
      ],
    ],
    ['DEPLOYMENT', [deployRow()]],
  ];
  for (const [name, rows] of sections.map(([name, all]) => [name, all.filter(Boolean)]))
    if (rows.length) element('sections').append(sectionNode(name, rows));
  element('sources').append(...sourceChoices().map((name) => new Option(name)));
  element('leave').addEventListener('click', () => leaveAlone(view.unit));
  element('take-back').addEventListener('click', () => takeBack(view.unit));
}

function sectionNode(name, rows) {
  const title = DATA.forms.find((form) => form.section.startsWith(`${name}:`)).section.split(': ')[1];
  const node = make(
    'details',
    { open: ['STRATEGIC', 'TACTICAL', 'DEPLOYMENT'].includes(name) },
    make('summary', {}, capital(title)),
    ...rows,
  );
  ROWS.push(() => {
    node.hidden = rows.every((one) => one.hidden);
  });
  return node;
}

function sourceChoices() {
  const friendly = (one) => ['own', 'allied'].includes(one.side);
  const quarters = DATA.units.filter((unit) => unit.can.feeds).map((unit) => unit.id);
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
    '': SAYS.default,
  }[state];
  element('lines').textContent = state === 'ordered' ? unitLines(settled(order)).join('\n') : '';
  element('warnings').replaceChildren(
    ...(state === 'ordered' ? warnings(unit, order) : []).map((words) => make('li', {}, words)),
  );
  element('leave').disabled = state === '';
  element('take-back').disabled = state === 'taken back';
}
