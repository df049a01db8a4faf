// The orders of a power, as lines of each stack, and the letter that comes of them.

const DATA = JSON.parse(document.getElementById('data').textContent);
const element = (id) => document.getElementById(id);
const STACKS = new Map(DATA.stacks.map((stack) => [stack.id, stack]));
const DRAFT = `fieldpost desk ${DATA.game} ${DATA.turn} ${DATA.player}`;
/** By stack, and by nothing for the power: the box in which its lines stand. */
const boxes = new Map();
let chosen = null;
let keepsDrafts = true;

const say = (words) => {
  element('said').textContent = words;
};
const nameOf = (place) => DATA.places[place]?.name ?? place;
const linesOf = (id) =>
  boxes
    .get(id)
    .value.split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

function write(id, lines) {
  boxes.get(id).value = lines.join('\n');
  show();
}

/** The places of a stack's way, as far as its MOVE line names some. */
function wayOf(stack) {
  const move = linesOf(stack.id).find((line) => /^MOVE /i.test(line));
  return move ? move.split(/\s+/).slice(1).filter((word) => DATA.places[word]) : [];
}
const endOf = (stack) => wayOf(stack).at(-1) ?? stack.at;

/** Where it can go next, with the points that this costs. An army comes to sea aboard a fleet alone. */
function nextOf(stack) {
  const beside = Object.entries(DATA.places[endOf(stack)]?.beside ?? {});
  return new Map(beside.filter(([place]) => stack.sails || !DATA.places[place].is_sea));
}

function step(stack, place) {
  const here = endOf(stack);
  if (!nextOf(stack).has(place)) return say(barred(stack, here, place));
  say('');
  const all = linesOf(stack.id).filter((line) => !/^HOLD$/i.test(line));
  const at = all.findIndex((line) => /^MOVE /i.test(line));
  if (at < 0) all.unshift(`MOVE ${place}`);
  else all[at] += ` ${place}`;
  write(stack.id, all);
}

function barred(stack, here, place) {
  if (place === here) return `${stack.id} is in ${nameOf(here)} already.`;
  if (DATA.places[place]?.is_sea && !stack.sails)
    return `${stack.id} goes to sea aboard a fleet: the fleet's CARRY takes it, and its own MOVE says EMBARK and where it lands.`;
  return `${nameOf(place)} cannot be entered from ${nameOf(here)}: it is not beside it, or neutral.`;
}

/** Takes the last place of a way back; a MOVE without places goes. */
function back(stack) {
  const all = linesOf(stack.id);
  const at = all.findIndex((line) => /^MOVE /i.test(line));
  if (at < 0) return;
  const words = all[at].split(/\s+/).slice(0, -1);
  if (words.length > 1) all[at] = words.join(' ');
  else all.splice(at, 1);
  write(stack.id, all);
}

/** Adds a line below the others, or takes it away again. */
function toggle(id, line) {
  const all = linesOf(id);
  write(id, all.includes(line) ? all.filter((other) => other !== line) : [...all, line]);
}

/** Points of a way; null where it is none. */
function points(stack) {
  let here = stack.at;
  let sum = 0;
  for (const place of wayOf(stack)) {
    const cost = DATA.places[here]?.beside[place];
    if (cost === undefined) return null;
    sum += cost;
    here = place;
  }
  return sum;
}

function letter() {
  const head = [`GAME ${DATA.game}`, `TURN ${DATA.turn}`, `PLAYER ${DATA.player}`, `PASSWORD ${password}`.trim(), ''];
  const campaign = element('campaign').value;
  const power = [...(campaign ? [`CAMPAIGN ${campaign}`] : []), ...linesOf('')];
  if (power.length) power.push('');
  const ordered = DATA.stacks.filter((stack) => linesOf(stack.id).length);
  const blocks = ordered.flatMap((stack) => [`STACK ${stack.id}`, ...linesOf(stack.id), 'END', '']);
  return [...head, ...power, ...blocks].join('\n');
}

/** Some browsers forbid a page that was opened from a file to keep anything: then there is no draft. */
function saveDraft() {
  try {
    const lines = Object.fromEntries([...boxes].map(([id, box]) => [id, box.value]));
    localStorage.setItem(DRAFT, JSON.stringify({ lines, campaign: element('campaign').value }));
    keepsDrafts = true;
  } catch {
    keepsDrafts = false;
  }
}

function readDraft() {
  try {
    const kept = JSON.parse(localStorage.getItem(DRAFT) ?? '{}');
    for (const [id, text] of Object.entries(kept.lines ?? {})) if (boxes.has(id)) boxes.get(id).value = text;
    element('campaign').value = kept.campaign ?? '';
  } catch {
    keepsDrafts = false;
  }
}

function choose(id) {
  chosen = id;
  say('');
  show();
}

function show() {
  saveDraft();
  const stack = STACKS.get(chosen);
  const next = stack ? nextOf(stack) : new Map();
  for (const { node, words } of SIGNS) {
    node.classList.toggle('next', words[0] !== 'stack' && next.has(words[1]));
    node.classList.toggle('chosen', words[0] === 'stack' && words[1] === chosen);
  }
  for (const one of DATA.stacks) showStack(one);
  showWays(stack, next);
  showLetter();
}

function showStack(stack) {
  const box = element(`s-${stack.id}`);
  box.classList.toggle('chosen', stack.id === chosen);
  box.querySelector('h3 button').setAttribute('aria-pressed', stack.id === chosen ? 'true' : 'false');
  const sum = points(stack);
  const note = box.querySelector('.note');
  note.textContent = sum ? `${sum} of ${stack.most} points, as far as the map says` : '';
  note.classList.toggle('wrong', sum > stack.most);
}

/** What the map shows in colour, for who uses the keyboard. */
function showWays(stack, next) {
  const ways = [...next].map(([place, cost]) => button(`${nameOf(place)} (${cost})`, () => step(stack, place)));
  const backwards = stack && wayOf(stack).length ? [button('One step back', () => back(stack))] : [];
  const lead = stack ? [make('span', { className: 'title' }, `${stack.id} from ${nameOf(endOf(stack))}:`)] : [];
  element('ways').replaceChildren(...lead, ...ways, ...backwards);
}

const showLetter = () => showLetterAs(letter(), `[${DATA.game} T${DATA.turn}] Orders`, keepsDrafts);

function button(words, does) {
  const one = make('button', { type: 'button' }, words);
  one.addEventListener('click', does);
  return one;
}

function stackBox(stack) {
  const title = make('h3', {}, button(`${stack.id} in ${stack.name}: ${stack.strength}`, () => choose(stack.id)));
  const text = make('textarea', { rows: 3, spellcheck: false });
  text.setAttribute('aria-label', `Orders of ${stack.id}, a line each`);
  text.addEventListener('input', show);
  text.addEventListener('focus', () => choose(stack.id));
  boxes.set(stack.id, text);
  const quick = [
    button('One step back', () => back(stack)),
    button('Empty it', () => write(stack.id, [])),
    ...stack.may.map((line) => button(line, () => toggle(stack.id, line))),
  ];
  const box = make(
    'section',
    { className: 'stack-box', id: `s-${stack.id}` },
    title,
    text,
    make('p', { className: 'note hint shown' }),
    make('div', { className: 'buttons' }, ...quick),
    adder(stack.id, `Another order of ${stack.id}`, (form) => fits(stack, form)),
  );
  return box;
}

/** Which rows of the language are a stack's of its kind. */
const ON_LAND = /^(SIEGE|LIFT SIEGE|ASSAULT|SORTIE|ATTACK NATIVES|SUPPRESS REVOLT|RETREAT AFTER FIRST DAY)/;
const IN_BLOCKS = /^(MOVING|FIGHTING)/;
function fits(stack, form) {
  if (stack.sails) return (IN_BLOCKS.test(form.section) || /^FLEETS/.test(form.section)) && !ON_LAND.test(form.words);
  return IN_BLOCKS.test(form.section) && !/^CARRY/.test(form.words);
}

/** Rows that leave a choice between words are as many rows: `FIRST LINE GALLEYS or WARSHIPS`. */
const ROWS = DATA.forms.flatMap((form) => {
  const choice = /^(.*?)([A-Z]+) or ([A-Z]+)(.*)$/.exec(form.words);
  return choice ? [2, 3].map((at) => ({ ...form, words: choice[1] + choice[at] + choice[4] })) : [form];
});

/** Fields by which an order is put together and added to the lines of a stack, or of the power. */
function adder(id, title, isMeant) {
  const rows = ROWS.filter(isMeant);
  const select = make('select', {});
  select.setAttribute('aria-label', title);
  select.append(new Option(`${title} ...`, ''), ...rows.map((form, at) => new Option(form.words, `${at}`)));
  const fields = make('div', { className: 'controls' });
  select.addEventListener('change', () => {
    const form = rows[Number(select.value)];
    if (select.value === '') return fields.replaceChildren();
    const wrong = make('p', { className: 'wrong', role: 'alert' });
    const [inputs, read] = gaps(partsOf(form.words));
    const add = button('Add', () => {
      const words = read();
      wrong.textContent = words ? '' : 'Something is still missing.';
      if (!words) return;
      write(id, [...linesOf(id), words.join(' ')]);
      select.value = '';
      fields.replaceChildren();
    });
    fields.replaceChildren(make('p', { className: 'hint shown' }, form.meaning), ...inputs, add, wrong);
  });
  return make('div', { className: 'row' }, select, fields);
}

/** The fields of a row's gaps, and how they are read: null where one that must be filled is not. */
function gaps(parts) {
  const read = parts.map((part) => {
    if (part.word) return [[], () => [part.word]];
    if (part.gap) return gap(part.gap);
    return optional(part.optional);
  });
  const all = () => {
    const words = read.map(([, one]) => one());
    return words.includes(null) ? null : words.flat();
  };
  return [read.flatMap(([inputs]) => inputs), all];
}

const LISTS = { place: 'places', port: 'places', sea: 'places', power: 'powers', stack: 'pieces', fleet: 'pieces' };

function gap(words) {
  const input = make('input', { type: 'text', autocomplete: 'off', spellcheck: false, size: 12 });
  const kind = words.split(' ')[0];
  if (LISTS[kind]) input.setAttribute('list', LISTS[kind]);
  const label = make('label', { className: 'field' }, words.replace(' ...', ', one or more'), ' ', input);
  return [[label], () => (input.value.trim() ? [placeWords(input.value.trim())] : null)];
}

/** A place as orders write it, whether its name or its word was written. */
const BY_NAME = new Map(Object.entries(DATA.places).map(([id, place]) => [place.name.toLowerCase(), id]));
const placeWords = (words) => BY_NAME.get(words.toLowerCase()) ?? words;

/** What may be left out: a box to tick where it is words alone, else it counts as soon as its fields are filled. */
function optional(parts) {
  if (parts.every((part) => part.word)) {
    const words = parts.map((part) => part.word);
    const box = make('input', { type: 'checkbox' });
    return [[make('label', { className: 'field' }, box, ` ${words.join(' ')}`)], () => (box.checked ? words : [])];
  }
  const [inputs, read] = gaps(parts);
  return [inputs, () => read() ?? []];
}

/** Signs of the map that are places or stacks. */
const SIGNS = [...document.querySelectorAll('#board [class]')]
  .map((node) => ({ node, words: node.getAttribute('class').split(' ') }))
  .filter(({ words }) => ['land', 'sea', 'stack'].includes(words[0]) && words.length === 2);

function wireMap() {
  for (const { node, words } of SIGNS) {
    node.addEventListener('click', () => {
      const own = words[0] === 'stack' && STACKS.get(words[1]);
      const stack = STACKS.get(chosen);
      const place = words[0] === 'stack' ? DATA.at[words[1]] : words[1];
      // A stack of one's own that stands where the way does not lead is chosen; any other sign is as the place below it.
      if (own && (own === stack || !(stack && nextOf(stack).has(place)))) choose(own.id);
      else if (stack) step(stack, place);
      else say('Choose a stack of yours first.');
    });
  }
}

function beginAnew() {
  for (const box of boxes.values()) box.value = '';
  element('campaign').value = '';
  show();
}

/** On a narrow screen one panel is seen at a time. */
function showPanel(name) {
  document.body.dataset.panel = name;
  for (const tab of document.querySelectorAll('nav button'))
    tab.setAttribute('aria-current', tab.dataset.panel === name ? 'true' : 'false');
}

function showHeading() {
  document.title = `${DATA.title}, turn ${DATA.turn}: ${DATA.player}`;
  element('title').textContent = DATA.title;
  element('about').textContent = `Turn ${DATA.turn} · ${DATA.player}, ${DATA.power}`;
  element('deadline').textContent = `Orders are due ${DATA.deadline}`;
  element('address').textContent = DATA.address;
  element('treasury').textContent = `of ${DATA.treasury} in your treasury`;
  element('forms').append(...DATA.forms.map((form) => make('p', {}, make('code', {}, form.words), `: ${form.meaning}`)));
  element('campaign').append(...DATA.campaigns.map(([words, cost]) => new Option(`${words} (${cost})`, words)));
  element('places').append(...Object.values(DATA.places).map((place) => new Option(place.name)));
  element('powers').append(...DATA.powers.map(([id, name]) => new Option(name, id)));
  element('pieces').append(...DATA.stacks.map((stack) => new Option(stack.name, stack.id)));
}

function begin() {
  showHeading();
  boxes.set('', element('power-lines'));
  element('power-lines').addEventListener('input', show);
  element('power-adds').append(
    adder('', 'Another order of the power', (form) => /^POWERS/.test(form.section) && !/^CAMPAIGN/.test(form.words)),
  );
  element('stacks').append(...DATA.stacks.map(stackBox));
  readDraft();
  wireMap();
  wireLetter(letter, showLetter, beginAnew);
  element('campaign').addEventListener('change', show);
  for (const tab of document.querySelectorAll('nav button'))
    tab.addEventListener('click', () => showPanel(tab.dataset.panel));
  showPanel('maps');
  show();
}

begin();

// What a test waits for, and the curious may call.
window.fieldpost = { letter, showNow: show, choose };
