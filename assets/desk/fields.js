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
  name: field.name,
  on,
  words,
  button,
  sheet,
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

/** A row of the form: label, controls, what the order means, and why it is not to be had; none of an order that this war
 has not. */
function row(name, title, controls, { fault = () => '', offered = () => true, update }) {
  if (!FORMS.has(name)) return null;
  const form = formOf(name);
  const reason = make('p', { className: 'fault' });
  const hint = make(
    'p',
    { className: 'hint' },
    `${form.meaning}${form.rules ? ` (rule ${form.rules})` : ''}`,
  );
  const node = make(
    'div',
    { className: 'row', role: 'group', 'aria-label': title },
    make('span', { className: 'title' }, title),
    make('div', { className: 'controls' }, ...controls),
    reason,
    hint,
  );
  ROWS.push((unit, order) => {
    node.hidden = !offered(unit, order);
    const why = fault(unit, order);
    reason.textContent = why ? `Not now: ${why}.` : '';
    for (const control of controls)
      for (const one of control.matches('input,select,button')
        ? [control]
        : control.querySelectorAll('input,select,button'))
        one.disabled = Boolean(why);
    update(unit, order);
  });
  return node;
}

function check(name, title, field, rules = {}) {
  const box = make('input', { type: 'checkbox', id: `f-${field}` });
  box.addEventListener('change', () =>
    change((order) => {
      order[field] = box.checked;
      if (box.checked && field === 'inactivate') order.activate = false;
      if (box.checked && field === 'activate') order.inactivate = false;
      if (box.checked && field === 'hold_fire') order.bombard = null;
    }),
  );
  const text = make('label', { htmlFor: box.id }, title);
  return row(name, title, [box, text], {
    ...rules,
    update: (_, order) => {
      box.checked = order[field];
    },
  });
}

/** A field of text that is kept only when it is right; what is wrong is said beside it. */
function text(id, title, { get, put, hint = '', list, size = 9 }) {
  const input = make('input', {
    type: 'text',
    id,
    autocomplete: 'off',
    spellcheck: false,
    placeholder: hint,
    size,
  });
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
  const button = make(
    'button',
    { type: 'button', id: `pick-${field.name}`, className: 'pick', 'aria-pressed': 'false' },
    'Pick on map',
  );
  button.setAttribute('aria-label', `Pick on map: ${words}`);
  button.addEventListener('click', () => startPick(single(field, button, on, words, sheet)));
  showers.push(() => button.setAttribute('aria-pressed', `${view.pick?.name === field.name}`));
  return button;
}

const updateAll =
  (...fields) =>
  (_, order) =>
    fields.forEach((field) => field.update(order));

/** A field for one tactical square; empty is none. */
function tacticalField(id, title, get, put) {
  return text(id, title, {
    hint: 'column-row',
    get: (order) => get(order) ?? '',
    put: (words) => {
      const tac = words === '' ? null : tacticalNamed(words);
      return words !== '' && !tac ? noTactical(words) : put(tac);
    },
  });
}

const noTactical = (words) => `${words} is no tactical square: write column-row, each 0 to 14 from the north-west corner, such as 7-11`;

/** One that an order is about. */
const tactical = (id, title, field) =>
  tacticalField(
    id,
    title,
    (order) => order[field],
    (tac) =>
      change((order) => {
        order[field] = tac;
        if (tac && field === 'bombard') order.hold_fire = false;
      }),
  );
