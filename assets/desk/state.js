// The orders as they stand, and the draft of them that the browser keeps. They have the form in which the program keeps
// a unit's orders, so that what the page means can be held against what the program reads.

/** By unit: its orders, or 'none' where all earlier orders are taken back. Units not in it are left alone. */
const orders = new Map();
/** Orders of offices, each as the program keeps it. */
let offices = [];
/** The unit or ship whose card and form are open, the cursor on the map, what the map is asked for, what the map shows. */
const view = { unit: null, ship: null, cursor: null, pick: null, sheet: null, tac: '7-7' };

const DRAFT = `fieldpost desk ${DATA.game} ${DATA.turn} ${DATA.player}`;
const clone = (value) => JSON.parse(JSON.stringify(value));

/** What a unit's orders begin with: what it does without any (rule 6.9). */
const fresh = (unit) => ({ ...clone(DATA.blank), ...clone(unit.default) });

/** The orders of a unit as the form shows them; those of one that has none are not kept yet. */
function ordersOf(id) {
  const kept = orders.get(id);
  return kept && kept !== 'none' ? kept : fresh(UNITS.get(id));
}

const isOrdered = (id) => orders.has(id);

/** Changes a unit's orders; from then on it has some. */
function edit(id, change) {
  const changed = ordersOf(id);
  change(changed);
  orders.set(id, changed);
  changedOrders();
}

function leaveAlone(id) {
  orders.delete(id);
  changedOrders();
}

function takeBack(id) {
  orders.set(id, 'none');
  changedOrders();
}

function changeOffices(list) {
  offices = list;
  changedOrders();
}

function changedOrders() {
  saveDraft();
  show();
}

/** Orders without blank boxes at the end of the path, which mean nothing. */
function settled(order) {
  if (order === 'none') return order;
  const path = [...order.path];
  while (path.length && path.at(-1) === null) path.pop();
  return { ...order, path };
}

const model = () => ({
  units: Object.fromEntries([...orders].map(([id, order]) => [id, settled(order)])),
  offices,
});

/** Some browsers forbid a page that was opened from a file to keep anything: then there is no draft. */
function saveDraft() {
  try {
    if (orders.size || offices.length) localStorage.setItem(DRAFT, JSON.stringify(model()));
    else localStorage.removeItem(DRAFT);
    view.drafts = true;
  } catch {
    view.drafts = false;
  }
}

function readDraft() {
  try {
    const kept = JSON.parse(localStorage.getItem(DRAFT) ?? '{}');
    for (const [id, order] of Object.entries(kept.units ?? {})) {
      if (UNITS.has(id)) orders.set(id, order === 'none' ? order : { ...clone(DATA.blank), ...order });
    }
    offices = kept.offices ?? [];
    // A draft that cannot be written out is none.
    letter();
    view.drafts = true;
  } catch {
    orders.clear();
    offices = [];
    view.drafts = false;
  }
}

let waiting = 0;
const showers = [];

/** Shows everything anew before the next picture. */
function show() {
  waiting ||= requestAnimationFrame(showNow);
}

function showNow() {
  cancelAnimationFrame(waiting);
  waiting = 0;
  for (const shower of showers) shower();
}
