// The same orders for several units: those of the open unit are given to the ones that are chosen, as far as these can carry them
// out.

const chosenOthers = new Set();

function buildOthers() {
  element('others-here').addEventListener('click', () => choose((unit, open) => unit.at === open.at));
  element('others-corps').addEventListener('click', () => choose((unit, open) => open.corps && unit.corps === open.corps));
  element('others-give').addEventListener('click', giveToOthers);
  showers.push(showOthers);
}

const isHq = (id) => id.endsWith('Q');

function choose(fits) {
  const open = UNITS.get(view.unit);
  chosenOthers.clear();
  // What a brigade is ordered is not meant for the headquarters beside it, nor the other way round.
  const isLike = (unit) => unit.id !== open.id && isHq(unit.id) === isHq(open.id);
  for (const unit of DATA.units) if (isLike(unit) && fits(unit, open)) chosenOthers.add(unit.id);
  element('others-list').dataset.written = '';
  show();
}

function showOthers() {
  const open = UNITS.get(view.unit);
  if (!open) return;
  element('others-corps').hidden = !open.corps;
  element('others-corps').textContent = `All of ${open.corps}`;
  const list = element('others-list');
  // Another unit's orders are for others: nobody stays chosen.
  if (list.dataset.of !== open.id) chosenOthers.clear();
  list.dataset.of = open.id;
  element('others-give').disabled = !chosenOthers.size;
  if (list.dataset.written === open.id) return;
  list.dataset.written = open.id;
  // Who stands in the same square comes first.
  const others = DATA.units.filter((unit) => unit.id !== open.id);
  const near = others.filter((unit) => unit.at === open.at);
  list.replaceChildren(...[...near, ...others.filter((unit) => unit.at !== open.at)].map(otherNode));
}

function otherNode(unit) {
  const box = make('input', { type: 'checkbox', id: `others-${unit.id}`, checked: chosenOthers.has(unit.id) });
  box.addEventListener('change', () => {
    if (box.checked) chosenOthers.add(unit.id);
    else chosenOthers.delete(unit.id);
    show();
  });
  const words = `${calledUnit(unit.id)} ${unit.what}, ${label(unit.at)}`;
  return make('span', { className: 'field' }, box, make('label', { htmlFor: box.id }, words));
}

/** Gives the open unit's orders to those that are chosen; who cannot have them is named with the reason. */
function giveToOthers() {
  const order = settled(ordersOf(view.unit));
  const given = [];
  const faults = [];
  for (const id of chosenOthers) {
    const fault = orderFault(UNITS.get(id), order);
    if (fault) faults.push(`${id} not: ${fault}`);
    else {
      orders.set(id, fitted(UNITS.get(id), order));
      given.push(id);
    }
  }
  element('others-said').textContent = [given.length ? `Given to ${given.join(', ')}.` : '', ...faults.map((one) => `${one}.`)]
    .filter(Boolean)
    .join(' ');
  changedOrders();
}

/** Why a unit cannot have the orders of another. */
function orderFault(unit, order) {
  const marching = isBoxed(order) ? marchFault(unit) || pathFault(unit, order, order.path) : '';
  const moving = order.tactical_move || order.engage ? moveFault(unit) : '';
  return marching || (order.rail ? railFault(unit, order.rail.to) : '') || moving;
}

/** Another unit's orders without what a unit of this kind is not ordered. */
function fitted(unit, order) {
  const copy = { ...clone(order), merge_into: null, transfer_battery: null, deploy_bridge: null, remove_bridge: null };
  if (!unit.can.bombard) Object.assign(copy, { bombard: null, hold_fire: false });
  if (unit.can.no_inactivate || unit.status !== 'active') copy.inactivate = false;
  if (unit.status !== 'inactive') copy.activate = false;
  if (!unit.can.wreck) Object.assign(copy, { destroy_track: false, destroy_bridge: false });
  if (!unit.can.withdraw) copy.withdraw = false;
  if (copy.carry) copy.carry.level = Math.min(copy.carry.level, unit.can.carry);
  return copy;
}
