// Draws the strategic map. Nothing is told by colour alone: flags of friend and enemy differ in cut, terrains in signs.

const canvas = element('map');
/** Where the map stands: pixels of a square, and the place of the map's corner on the canvas. */
const camera = { size: 44, x: 0, y: 0 };
const SMALLEST = 5;
const LARGEST = 110;
/** The canvas's size, kept: to ask for it makes the browser lay the whole page out. */
const room = { width: 0, height: 0 };

function measure() {
  Object.assign(room, { width: canvas.clientWidth, height: canvas.clientHeight });
}
/** Room of the names of columns and rows. */
const RULER = 26;

const dark = matchMedia('(prefers-color-scheme: dark)');
const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
let ink = {};

/** What troops wear where nations have colours, whoever looks (rule 1.4 of ROTD-CWOL), by day and by night; neutrals are brown there. */
const CLOTHS = { blue: ['#1f4fa8', '#6d9bf0'], grey: ['#62686e', '#aab2ba'], brown: ['#8a5a1c', '#cf9c58'] };

function dress() {
  if (!DATA.wear) return;
  const [own, enemy] = DATA.wear;
  for (const [side, cloth] of Object.entries({ own, enemy, neutral: 'brown' })) {
    document.documentElement.style.setProperty(`--${side}`, CLOTHS[cloth][dark.matches ? 1 : 0]);
  }
}

function mixInks() {
  dress();
  const names = [
    'paper',
    'text',
    'soft',
    'river',
    'rail',
    'border',
    'own',
    'enemy',
    'neutral',
    'mark',
    'flagtext',
    'peak',
    'leaf',
  ];
  ink = Object.fromEntries(names.map((name) => [name, style(`--${name}`)]));
  for (const kind of [...DATA.terrains, ...DATA.grounds])
    kind.shade = dark.matches ? dimmed(kind.colour) : kind.colour;
}

/** A colour of the map at night. */
function dimmed(colour) {
  const parts = colour.match(/\w\w/g).map((part) => Math.round(parseInt(part, 16) * 0.42));
  return `rgb(${parts.join(' ')})`;
}

const corner = (col, row) => [
  camera.x + (col - GROUND.col) * camera.size,
  camera.y + (row - GROUND.row) * camera.size,
];
const middle = (key) => corner(...cellOf(key)).map((edge) => edge + camera.size / 2);

function paintMap() {
  const ratio = devicePixelRatio || 1;
  const { width, height } = room;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
  }
  const pen = canvas.getContext('2d');
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.fillStyle = ink.paper;
  pen.fillRect(0, 0, width, height);
  const squares = inWindow(width, height);
  for (const square of squares) paintGround(pen, square);
  paintLines(pen, squares);
  for (const square of squares) paintBorders(pen, square);
  for (const square of squares) paintHeld(pen, square);
  for (const square of squares) paintSites(pen, square);
  paintPaths(pen);
  for (const square of squares) paintFlags(pen, square);
  paintNames(pen, squares);
  paintCursor(pen);
  paintRulers(pen, width, height);
}

function inWindow(width, height) {
  const first = (offset) => Math.max(0, Math.floor(-offset / camera.size));
  const last = (offset, side, most) => Math.min(most - 1, Math.floor((side - offset) / camera.size));
  const squares = [];
  for (let y = first(camera.y); y <= last(camera.y, height, GROUND.height); y += 1) {
    for (let x = first(camera.x); x <= last(camera.x, width, GROUND.width); x += 1) {
      squares.push({ at: y * GROUND.width + x, key: keyOf(GROUND.col + x, GROUND.row + y), x, y });
    }
  }
  return squares;
}

const leftOf = (square) => camera.x + square.x * camera.size;
const topOf = (square) => camera.y + square.y * camera.size;

function paintGround(pen, square) {
  const [x, y, size] = [leftOf(square), topOf(square), camera.size];
  const kind = TERRAIN[square.at];
  pen.fillStyle = kind.shade;
  pen.fillRect(x, y, size + 0.5, size + 0.5);
  if (size >= 22) paintSigns(pen, kind.words, x, y, size);
  if (!NEAR[square.at]) {
    pen.globalAlpha = 0.34;
    pen.fillStyle = ink.paper;
    pen.fillRect(x, y, size + 0.5, size + 0.5);
    pen.globalAlpha = 1;
  }
  if (size < 16) return;
  pen.globalAlpha = 0.28;
  pen.strokeStyle = ink.soft;
  pen.lineWidth = 0.6;
  pen.strokeRect(x, y, size, size);
  pen.globalAlpha = 1;
}

const SIGNS = {
  hills: (pen, x, y, u) => hump(pen, x, y, u),
  mountain: (pen, x, y, u) => peak(pen, x, y, u),
  'high mountain': (pen, x, y, u) => peak(pen, x, y, u * 1.35),
  forest: (pen, x, y, u) => tree(pen, x, y, u),
  'forested hills': (pen, x, y, u, place) => (place % 2 ? hump : tree)(pen, x, y, u),
  marsh: (pen, x, y, u) => reeds(pen, x, y, u),
  swamp: (pen, x, y, u) => reeds(pen, x, y, u * 1.2),
};

function paintSigns(pen, words, x, y, size) {
  const sign = SIGNS[words];
  if (!sign) return;
  pen.lineWidth = 1;
  pen.globalAlpha = 0.75;
  [
    [0.24, 0.26],
    [0.72, 0.4],
    [0.3, 0.76],
  ].forEach(([dx, dy], number) => {
    pen.beginPath();
    sign(pen, x + dx * size, y + dy * size, size / 11, number);
    pen.stroke();
  });
  pen.globalAlpha = 1;
}

function hump(pen, x, y, u) {
  pen.strokeStyle = ink.peak;
  pen.arc(x, y + u / 2, u, Math.PI, 0);
}
function peak(pen, x, y, u) {
  pen.strokeStyle = ink.peak;
  pen.moveTo(x - u, y + u);
  pen.lineTo(x, y - u);
  pen.lineTo(x + u, y + u);
}
function tree(pen, x, y, u) {
  pen.strokeStyle = ink.leaf;
  pen.moveTo(x, y + u);
  pen.lineTo(x, y);
  pen.arc(x, y - u * 0.4, u * 0.6, Math.PI / 2, Math.PI * 2.5);
}
function reeds(pen, x, y, u) {
  pen.strokeStyle = ink.leaf;
  for (const dx of [-0.7, 0, 0.7]) {
    pen.moveTo(x + dx * u, y + u * 0.6);
    pen.lineTo(x + dx * u, y - u * 0.5);
  }
  pen.moveTo(x - u, y + u * 0.6);
  pen.lineTo(x + u, y + u * 0.6);
}

/** Where a line meets a square's side. */
function armEnd(square, side, digit) {
  const along = ((parseInt(digit, 15) + 0.5) / LIMITS.side) * camera.size;
  const [x, y] = [leftOf(square), topOf(square)];
  if (side === 'n') return [x + along, y];
  if (side === 's') return [x + along, y + camera.size];
  return side === 'w' ? [x, y + along] : [x + camera.size, y + along];
}

function strokeArms(pen, square, arms) {
  const ends = arms.match(/[nesw][0-9a-e]/g).map(([side, digit]) => armEnd(square, side, digit));
  const centre = [leftOf(square) + camera.size / 2, topOf(square) + camera.size / 2];
  pen.beginPath();
  if (ends.length === 2) {
    pen.moveTo(...ends[0]);
    pen.quadraticCurveTo(...centre, ...ends[1]);
  } else {
    for (const end of ends) {
      pen.moveTo(...end);
      pen.lineTo(...centre);
    }
  }
  pen.stroke();
}

/** Signs of who holds a railway or river (rule 1.3), near where it comes into the square: a full disc for the own side, a
 * diamond for enemies, a pale disc for neutrals, a ring for nobody; a cross where the track is destroyed (8.5). */
function paintHeld(pen, square) {
  const held = GROUND.held[square.key];
  if (!held || camera.size < 16) return;
  const [rail, river, broken] = held;
  const u = Math.max(2, camera.size / 15);
  if (rail !== ' ') paintHolder(pen, rail, onLine(square, GROUND.rails[square.key], 0.55), u, ink.rail);
  if (river !== ' ') paintHolder(pen, river, onLine(square, GROUND.rivers[square.key], 0.55), u, ink.river);
  if (!broken) return;
  const [x, y] = onLine(square, GROUND.rails[square.key], 0.2);
  for (const [colour, width] of [
    [ink.paper, 4],
    [ink.enemy, 2],
  ]) {
    Object.assign(pen, { strokeStyle: colour, lineWidth: width });
    pen.beginPath();
    pen.moveTo(x - u * 1.4, y - u * 1.4);
    pen.lineTo(x + u * 1.4, y + u * 1.4);
    pen.moveTo(x + u * 1.4, y - u * 1.4);
    pen.lineTo(x - u * 1.4, y + u * 1.4);
    pen.stroke();
  }
}

/** A place between a square's middle (0) and where a line meets its side (1). */
function onLine(square, arms, share) {
  const [side, digit] = arms.match(/[nesw][0-9a-e]/)[0];
  const end = armEnd(square, side, digit);
  const centre = [leftOf(square) + camera.size / 2, topOf(square) + camera.size / 2];
  return centre.map((edge, axis) => edge + (end[axis] - edge) * share);
}

function paintHolder(pen, letter, [x, y], u, rim) {
  const fills = { o: ink.own, x: ink.enemy, n: ink.neutral, '-': ink.paper };
  Object.assign(pen, { fillStyle: fills[letter], strokeStyle: rim, lineWidth: 1.2 });
  pen.beginPath();
  if (letter === 'x') {
    pen.moveTo(x, y - u * 1.5);
    pen.lineTo(x + u * 1.5, y);
    pen.lineTo(x, y + u * 1.5);
    pen.lineTo(x - u * 1.5, y);
    pen.closePath();
  } else {
    pen.arc(x, y, letter === 'n' ? u * 0.75 : u, 0, 2 * Math.PI);
  }
  pen.fill();
  pen.stroke();
}

const WIDTHS = { f: 1.4, u: 2.6, b: 4 };

function paintLines(pen, squares) {
  pen.lineCap = 'round';
  const scale = Math.max(0.6, camera.size / 44);
  for (const square of squares) {
    const range = GROUND.ranges[square.key];
    if (!range) continue;
    Object.assign(pen, { strokeStyle: ink.peak, lineWidth: 4 * scale });
    pen.setLineDash([2 * scale, 5 * scale]);
    strokeArms(pen, square, range);
    pen.setLineDash([]);
  }
  for (const square of squares) {
    const river = GROUND.rivers[square.key];
    if (!river) continue;
    Object.assign(pen, { strokeStyle: ink.river, lineWidth: WIDTHS[river.match(/[fub]$/)[0]] * scale });
    strokeArms(pen, square, river.replace(/([nesw].)[fub]/g, '$1'));
  }
  for (const square of squares) {
    const rail = GROUND.rails[square.key];
    if (!rail) continue;
    Object.assign(pen, { strokeStyle: ink.rail, lineWidth: 1.2 * scale });
    strokeArms(pen, square, rail);
    Object.assign(pen, { lineWidth: 4 * scale });
    pen.lineCap = 'butt';
    pen.setLineDash([1 * scale, 6 * scale]);
    strokeArms(pen, square, rail);
    pen.setLineDash([]);
    pen.lineCap = 'round';
  }
}

/** Borders of nations are heavy, those of states dotted. */
function paintBorders(pen, square) {
  const [x, y, size] = [leftOf(square), topOf(square), camera.size];
  const land = LAND[square.at];
  const sides = [
    [square.x + 1 < GROUND.width ? square.at + 1 : -1, x + size, y, x + size, y + size],
    [square.y + 1 < GROUND.height ? square.at + GROUND.width : -1, x, y + size, x + size, y + size],
  ];
  for (const [next, ax, ay, bx, by] of sides) {
    const other = LAND[next];
    if (!other || !land.state || !other.state || other.state === land.state) continue;
    const abroad = other.nation !== land.nation;
    Object.assign(pen, { strokeStyle: ink.border, lineWidth: abroad ? 2.4 : 1 });
    pen.setLineDash(abroad ? [7, 3] : [2, 4]);
    pen.beginPath();
    pen.moveTo(ax, ay);
    pen.lineTo(bx, by);
    pen.stroke();
  }
  pen.setLineDash([]);
}

function paintSites(pen, square) {
  const city = CITY_AT.get(square.key);
  const [x, y] = middle(square.key);
  const u = Math.max(3, camera.size / 9);
  if (city) {
    pen.fillStyle = city.known ? ink[sideInk(city.known.side)] : ink.paper;
    Object.assign(pen, { strokeStyle: ink.text, lineWidth: city.known?.fort ? 2.4 : 1.2 });
    pen.beginPath();
    if (city.known?.fort) pen.rect(x - u, y - u, 2 * u, 2 * u);
    else pen.arc(x, y, u, 0, 2 * Math.PI);
    pen.fill();
    pen.stroke();
    if (city.known?.besieged) {
      pen.beginPath();
      pen.setLineDash([2, 2]);
      pen.arc(x, y, u * 1.9, 0, 2 * Math.PI);
      pen.stroke();
      pen.setLineDash([]);
    }
  }
  if (DEPOTS_AT.has(square.key) && camera.size >= 16) {
    const [left, top] = [leftOf(square) + camera.size * 0.8, topOf(square) + camera.size * 0.78];
    Object.assign(pen, { fillStyle: ink.paper, strokeStyle: ink.text, lineWidth: 1 });
    pen.fillRect(left - u, top - u, 2 * u, 2 * u);
    pen.strokeRect(left - u, top - u, 2 * u, 2 * u);
    words(pen, 'D', left, top, u * 1.8, ink.text);
  }
}

const sideInk = (side) => (side === 'enemy' ? 'enemy' : side === 'neutral' ? 'neutral' : 'own');

function words(pen, text, x, y, size, colour) {
  Object.assign(pen, {
    font: `600 ${Math.round(size)}px system-ui, sans-serif`,
    textAlign: 'center',
    textBaseline: 'middle',
    fillStyle: colour,
  });
  pen.fillText(text, x, y);
}

/** Flags (rule 1.5) in a row: a rectangle for the own side, a pennant for enemies, a shield for neutrals. */
function paintFlags(pen, square) {
  const flags = FLAGS_AT.get(square.key) ?? [];
  const rumours = RUMOURS_AT.get(square.key) ?? [];
  if (!flags.length && !rumours.length) return;
  const u = Math.max(4, camera.size / 4.2);
  const shown = flags.slice(0, 3);
  shown.forEach((flag, number) => {
    const x = leftOf(square) + camera.size * (0.5 + (number - (shown.length - 1) / 2) * 0.32);
    paintFlag(pen, flag, x, topOf(square) + camera.size * 0.3, u);
  });
  if (rumours.length && camera.size >= 18)
    words(pen, '?', leftOf(square) + u * 0.6, topOf(square) + camera.size - u * 0.6, u * 1.1, ink.enemy);
}

function paintFlag(pen, flag, x, y, u) {
  Object.assign(pen, {
    fillStyle: ink[sideInk(flag.side)],
    strokeStyle: ink.flagtext,
    lineWidth: camera.size < 16 ? 0.5 : 1,
  });
  const [w, h] = [u * 0.95, u * 0.75];
  pen.beginPath();
  if (flag.mark === 'tent') {
    pen.moveTo(x - w, y + h);
    pen.lineTo(x, y - h);
    pen.lineTo(x + w, y + h);
  } else if (flag.side === 'enemy' && flag.mark === 'flag') {
    pen.moveTo(x - w, y - h);
    pen.lineTo(x + w * 1.2, y);
    pen.lineTo(x - w, y + h);
  } else if (flag.side === 'neutral' && flag.mark === 'flag') {
    pen.arc(x, y, h, 0, 2 * Math.PI);
  } else {
    pen.rect(x - w, y - h, 2 * w, 2 * h);
  }
  pen.closePath();
  pen.fill();
  pen.stroke();
  if (camera.size < 24) return;
  const text = flag.mark === 'shattered' ? 'S' : flag.about ? '' : `${flag.shown}`;
  words(pen, text, flag.side === 'enemy' ? x - w * 0.3 : x, y + 0.5, u * 0.95, ink.flagtext);
}

/** Names of cities, with a halo so that they can be read on any ground: below the city, or beside it where another name
 * is in the way; none where there is no room. A click tells the name in any case. */
function paintNames(pen, squares) {
  const size = Math.max(10, Math.min(15, camera.size / 3.4));
  if (camera.size < 16) return;
  Object.assign(pen, {
    font: `600 ${size}px Georgia, serif`,
    textAlign: 'center',
    textBaseline: 'middle',
    lineWidth: 3,
    strokeStyle: ink.paper,
    fillStyle: ink.text,
    lineJoin: 'round',
  });
  const taken = [];
  for (const square of squares) {
    const city = CITY_AT.get(square.key);
    if (!city) continue;
    const [x, y] = middle(square.key);
    const name = city.written ?? city.name;
    const wide = pen.measureText(name).width / 2;
    const places = [
      [x, y + camera.size / 2 - size * 0.7],
      [x, y + camera.size / 2 + size * 0.5],
      [x + wide + size, y],
      [x - wide - size, y],
    ];
    const free = places.find((spot) =>
      taken.every(([a, b, width]) => Math.abs(a - spot[0]) > width + wide || Math.abs(b - spot[1]) > size),
    );
    if (!free) continue;
    taken.push([...free, wide]);
    pen.strokeText(name, ...free);
    pen.fillText(name, ...free);
  }
}

/** Marches: those of other units faint, that of the open unit with the numbers of its boxes. */
function paintPaths(pen) {
  for (const [id, order] of orders) {
    if (order !== 'none' && id !== view.unit) paintPath(pen, UNITS.get(id), order, false);
  }
  if (view.unit) paintPath(pen, UNITS.get(view.unit), ordersOf(view.unit), true);
}

function paintPath(pen, unit, order, open) {
  Object.assign(pen, {
    strokeStyle: ink.mark,
    lineWidth: open ? 4 : 2,
    globalAlpha: open ? 0.9 : 0.5,
    lineJoin: 'round',
  });
  let [here, made] = [unit.at, 0];
  order.path.forEach((box) => {
    if (box === null) return;
    made += 1;
    pen.setLineDash(made > allowance(unit, order) ? [6, 5] : []);
    pen.beginPath();
    pen.moveTo(...middle(here));
    pen.lineTo(...middle(box));
    pen.stroke();
    here = box;
  });
  pen.setLineDash([]);
  if (open) order.path.forEach((box, number) => box !== null && paintBox(pen, box, number + 1));
  if (order.rail) {
    pen.setLineDash([2, 6]);
    pen.beginPath();
    pen.moveTo(...middle(unit.at));
    if (order.rail.via) pen.lineTo(...middle(order.rail.via));
    pen.lineTo(...middle(order.rail.to));
    pen.stroke();
    pen.setLineDash([]);
  }
  pen.globalAlpha = 1;
}

function paintBox(pen, key, number) {
  const [x, y] = middle(key);
  const u = Math.max(8, camera.size / 6);
  Object.assign(pen, { fillStyle: ink.mark });
  pen.beginPath();
  pen.arc(x, y, u, 0, 2 * Math.PI);
  pen.fill();
  words(pen, `${number}`, x, y + 0.5, u * 1.3, ink.paper);
}

function paintCursor(pen) {
  if (view.unit) outline(pen, UNITS.get(view.unit).at, ink.own, 3);
  if (view.cursor) outline(pen, view.cursor, ink.mark, 3);
}

function outline(pen, key, colour, width) {
  const [x, y] = corner(...cellOf(key));
  Object.assign(pen, { strokeStyle: ink.paper, lineWidth: width + 2 });
  pen.strokeRect(x + 1, y + 1, camera.size - 2, camera.size - 2);
  Object.assign(pen, { strokeStyle: colour, lineWidth: width });
  pen.strokeRect(x + 1, y + 1, camera.size - 2, camera.size - 2);
}

/** Names of columns above and of rows at the left; they stay in sight. */
function paintRulers(pen, width, height) {
  pen.fillStyle = ink.paper;
  pen.fillRect(0, 0, width, 18);
  pen.fillRect(0, 0, RULER, height);
  const every = Math.ceil(26 / camera.size);
  for (let x = 0; x < GROUND.width; x += every)
    words(pen, columnLabel(GROUND.col + x), camera.x + (x + 0.5) * camera.size, 10, 11, ink.soft);
  for (let y = 0; y < GROUND.height; y += every) {
    const at = camera.y + (y + 0.5) * camera.size;
    if (at > 22) words(pen, rowLabel(GROUND.row + y), 13, at, 11, ink.soft);
  }
}
