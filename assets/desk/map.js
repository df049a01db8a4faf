// The strategic map as input: panned, zoomed, and clicked; with a cursor for those who use the keyboard.

/** What the map is asked for: `march`, or a field that wants one square; see form.js. */
const isStrategicPick = () => view.pick?.on === 'strategic';

function squareAt(x, y) {
  const col = Math.floor((x - camera.x) / camera.size);
  const row = Math.floor((y - camera.y) / camera.size);
  return col >= 0 && row >= 0 && col < GROUND.width && row < GROUND.height
    ? keyOf(GROUND.col + col, GROUND.row + row)
    : null;
}

/** A square was clicked, or Enter pressed on it. */
function clickSquare(key) {
  view.cursor = key;
  if (isStrategicPick()) say(view.pick.take(key) || squareWords(key));
  else {
    if (OWN_AT.has(key) && !(view.unit && UNITS.get(view.unit).at === key)) openUnit(OWN_AT.get(key)[0].id);
    if (SHEETS.has(key)) view.sheet = key;
    view.cursor = key;
    say(squareWords(key));
  }
  show();
}

/** Says something to whoever cannot see it, and shows it. */
function say(text) {
  element('said').textContent = text;
}

/** All that is in a square, in one paragraph (rules 1.4, 1.5). */
function squareWords(key) {
  const words = [`${label(key)}: ${groundWords(key)}`];
  const city = CITY_AT.get(key);
  if (city) words.push(cityWords(city));
  for (const depot of DEPOTS_AT.get(key) ?? [])
    words.push(`${capital(depot.kind)} of ${depot.nation} at ${depot.tac}, ${depot.supplies} supplies`);
  for (const flag of FLAGS_AT.get(key) ?? []) words.push(flagWords(flag));
  for (const rumour of RUMOURS_AT.get(key) ?? []) words.push(`Hearsay: ${rumour.what} of ${rumour.nation}`);
  const own = (OWN_AT.get(key) ?? []).map((unit) => calledUnit(unit.id));
  if (own.length) words.push(`Yours: ${own.join(', ')}`);
  return `${words.join('. ')}.`;
}

function cityWords(city) {
  if (!city.known) return `${city.name} at ${city.tac}, of which nothing is known`;
  const { control, side, supplies, fort, besieged } = city.known;
  const walls = fort ? `, fort ${fort[0]} for ${fort[1]} men` : '';
  return `${city.name} at ${city.tac}: ${control} (${side}), ${supplies} supplies${walls}${besieged ? ', besieged' : ''}`;
}

function flagWords(flag) {
  const arms = [...flag.arms].map((letter) => ARMS[letter] ?? letter).join(', ');
  return `${flag.name} (${flag.side}): ${flag.about ? roughly(flag.count) : flag.count}${arms ? ` (${arms})` : ''}${flag.state}`;
}

const ARMS = { I: 'infantry', C: 'cavalry', A: 'artillery', H: 'headquarters' };

/** Numbers of others are about right only: about a division, some brigades, about 2 corps. */
function roughly(count) {
  if (/^\d/.test(count)) return `about ${count}`;
  return /[^p]s$/.test(count) ? `some ${count}` : `about a ${count}`;
}

function zoom(factor, x = room.width / 2, y = room.height / 2) {
  const size = Math.min(LARGEST, Math.max(SMALLEST, camera.size * factor));
  const grown = size / camera.size;
  Object.assign(camera, { size, x: x - (x - camera.x) * grown, y: y - (y - camera.y) * grown });
  holdMap();
  show();
}

/** A piece of the map always stays on the canvas. */
function holdMap() {
  const hold = (at, side, squares) => Math.min(side * 0.6, Math.max(at, side * 0.4 - squares * camera.size));
  camera.x = hold(camera.x, room.width, GROUND.width);
  camera.y = hold(camera.y, room.height, GROUND.height);
}

/** Brings a square to the middle, unless it is well in sight and need not move. */
function lookAt(key, always = false) {
  const [x, y] = middle(key);
  const { width, height } = room;
  if (!width) return;
  const edge = camera.size;
  if (!always && x > RULER + edge && y > 18 + edge && x < width - edge && y < height - edge) return;
  camera.x += width / 2 - x;
  camera.y += height / 2 - y;
  show();
}

function wholeMap() {
  const { width, height } = room;
  camera.size = Math.max(SMALLEST, Math.min(60, (width - RULER) / GROUND.width, (height - 18) / GROUND.height));
  camera.x = RULER + (width - RULER - GROUND.width * camera.size) / 2;
  camera.y = 18 + (height - 18 - GROUND.height * camera.size) / 2;
  show();
}

/** Fingers and buttons that are down, by id: one drags, two zoom. */
const fingers = new Map();
let dragged = false;

function fingerDown(event) {
  canvas.setPointerCapture(event.pointerId);
  fingers.set(event.pointerId, [event.offsetX, event.offsetY]);
  if (fingers.size === 1) dragged = false;
}

function fingerMoves(event) {
  const before = fingers.get(event.pointerId);
  if (!before) return;
  const now = [event.offsetX, event.offsetY];
  const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
  if (other) {
    dragged = true;
    const span = (point) => Math.hypot(point[0] - other[0], point[1] - other[1]);
    zoom(span(now) / Math.max(1, span(before)), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
  } else if (dragged || Math.hypot(now[0] - before[0], now[1] - before[1]) > 5) {
    dragged = true;
    camera.x += now[0] - before[0];
    camera.y += now[1] - before[1];
    holdMap();
    show();
  } else return;
  fingers.set(event.pointerId, now);
}

function fingerUp(event) {
  const was = fingers.delete(event.pointerId);
  if (!was || dragged || fingers.size || event.type === 'pointercancel') return;
  const key = squareAt(event.offsetX, event.offsetY);
  if (key) clickSquare(key);
}

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0], Home: null };

function mapKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { key } = event;
  if (key in ARROWS) moveCursor(ARROWS[key]);
  else if (key === 'Enter' || key === ' ') clickSquare(cursor());
  else if (key === '+' || key === '=') zoom(1.25);
  else if (key === '-') zoom(0.8);
  else if (key === 'm' && view.unit && campaign) startPick(marchPick(element('pick-march')));
  else if (key === 'Backspace' && view.unit) takeLastBox();
  else if (key === '.' && view.unit) addBox(null);
  else return;
  event.preventDefault();
}

/** Where the cursor stands; at first on the open unit, else in the middle of what the page shows. */
function cursor() {
  view.cursor ??= view.unit ? UNITS.get(view.unit).at : (DATA.units[0]?.at ?? keyOf(GROUND.col, GROUND.row));
  return view.cursor;
}

function moveCursor(step) {
  const [col, row] = cellOf(cursor());
  const next = step ? keyOf(col + step[0], row + step[1]) : view.unit ? UNITS.get(view.unit).at : cursor();
  if (place(next) < 0) return;
  view.cursor = next;
  lookAt(next);
  say(squareWords(next));
  show();
}

function wireMap() {
  canvas.addEventListener('pointerdown', fingerDown);
  canvas.addEventListener('pointermove', fingerMoves);
  canvas.addEventListener('pointerup', fingerUp);
  canvas.addEventListener('pointercancel', fingerUp);
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      zoom(event.deltaY < 0 ? 1.15 : 0.87, event.offsetX, event.offsetY);
    },
    { passive: false },
  );
  canvas.addEventListener('keydown', mapKey);
  element('nearer').addEventListener('click', () => zoom(1.3));
  element('farther').addEventListener('click', () => zoom(0.77));
  element('whole').addEventListener('click', wholeMap);
  element('find').addEventListener('click', () => lookAt(cursor(), true));
  dark.addEventListener('change', () => {
    mixInks();
    show();
  });
  new ResizeObserver(() => {
    measure();
    show();
  }).observe(canvas);
}
