// What the report knows, and how squares are named. A square is kept as "column/row" in numbers, as the program keeps it.

const DATA = JSON.parse(document.getElementById('data').textContent);
const { ground: GROUND, grid: GRID, limits: LIMITS, says: SAYS } = DATA;
const UNITS = new Map(DATA.units.map((unit) => [unit.id, unit]));
/** A unit's id, and its name where it has one. */
const calledUnit = (id) => [id, UNITS.get(id)?.block.name].filter(Boolean).join(' ');
/** Columns east and rows south of a step, north first and clockwise. */
const STEPS = [
  [0, -1],
  [1, -1],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
];
const element = (id) => document.getElementById(id);

const keyOf = (col, row) => `${col}/${row}`;
const cellOf = (key) => key.split('/').map(Number);

/** The square's name, such as D2-T2 (rule 1.1). */
function label(key) {
  const [col, row] = cellOf(key);
  return `${columnLabel(col)}-${rowLabel(row)}`;
}
const columnLabel = (col) => String.fromCharCode(65 + Math.floor(col / 10)) + (col % 10);
const rowLabel = (row) => GRID.row_letters[Math.floor(row / 10)] + (row % 10);

/** The square of a name, or null. */
function squareNamed(text) {
  const found = /^\s*([A-Z])(\d)\s*-\s*([A-Z])(\d)\s*$/.exec(text.toUpperCase());
  if (!found) return null;
  const col = (found[1].charCodeAt(0) - 65) * 10 + Number(found[2]);
  const tens = GRID.row_letters.indexOf(found[3]);
  const row = tens * 10 + Number(found[4]);
  return tens >= 0 && col < GRID.cols && row < GRID.rows ? keyOf(col, row) : null;
}

/** A name as names are compared: without accents, and with ae, oe, ue for ä, ö, ü. */
const bare = (name) =>
  name
    .replace(/ß/g, 'ss')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/([aou])e/g, '$1');
const CITY_NAMED = new Map(DATA.cities.map((city) => [bare(city.name), city]));
const cityNamed = (words) => CITY_NAMED.get(bare(words)) ?? null;

/** The square of a name or of a city's name, or null. */
const squareOrCity = (words) => squareNamed(words) ?? cityNamed(words)?.at ?? null;

/** Some squares one after the other, each by its name or a city's, a dot for none; undefined where one is neither. */
function squaresNamed(words) {
  const found = [];
  for (let rest = words.replace(/,/g, ' ').split(/\s+/).filter(Boolean); rest.length; ) {
    // Of two cities whose names begin alike the longer one.
    const counts = rest.map((_, at) => rest.length - at);
    const count = counts.find((some) => squareOrCity(rest.slice(0, some).join(' '))) ?? 1;
    const name = rest.slice(0, count).join(' ');
    found.push([name, name === '.' ? null : (squareOrCity(name) ?? undefined)]);
    rest = rest.slice(count);
  }
  return found;
}

/** What fields for squares show as long as they are empty. */
const EXAMPLE = `such as ${label(DATA.units[0]?.at ?? keyOf(GROUND.col, GROUND.row))}, or a city`;

/** A tactical square as orders write it, such as 7-11, or null. */
function tacticalNamed(text) {
  const found = /^\s*(\d{1,2})\s*-\s*(\d{1,2})\s*$/.exec(text);
  if (!found) return null;
  const [col, row] = [Number(found[1]), Number(found[2])];
  return col < LIMITS.side && row < LIMITS.side ? `${col}-${row}` : null;
}
const tacCell = (tac) => tac.split('-').map(Number);

/** Place in the lists below, or -1 beyond the page's piece of the map. */
function place(key) {
  const [col, row] = cellOf(key);
  const [x, y] = [col - GROUND.col, row - GROUND.row];
  return x >= 0 && y >= 0 && x < GROUND.width && y < GROUND.height ? y * GROUND.width + x : -1;
}

const spread = (rows) =>
  rows.flatMap((row) => {
    const all = [];
    for (let i = 0; i < row.length; i += 2) for (let n = 0; n < row[i + 1]; n += 1) all.push(row[i]);
    return all;
  });
const TERRAIN = GROUND.terrain
  .flatMap((row) => [...row])
  .map((mark) => DATA.terrains.find((kind) => kind.mark === mark));
/** A bit for each of STEPS in which no ground beside the way bars it. */
const WAYS = spread([DATA.travel.ways]);
/** By travellers: for each square the place of what bars it, counted from one, or 0. */
const ENTRY = DATA.travel.entry.map((bars) => spread([bars]));
const LAND = spread(GROUND.land).map((number) => GROUND.lands[number]);
const NEAR = GROUND.near.flatMap((row) => row.flatMap((count, turn) => Array(count).fill(turn % 2 === 1)));

/** All that carries the key of a square, by square. */
function bySquare(list) {
  const squares = new Map();
  for (const one of list) squares.set(one.at, [...(squares.get(one.at) ?? []), one]);
  return squares;
}
const CITY_AT = new Map(DATA.cities.map((city) => [city.at, city]));
const DEPOTS_AT = bySquare(DATA.depots);
const FLAGS_AT = bySquare(DATA.flags);
const RUMOURS_AT = bySquare(DATA.rumours);
const SPOTS_AT = bySquare(DATA.spots);
const OWN_AT = bySquare(DATA.units);

const SHEETS = new Map(DATA.sheets.map((sheet) => [sheet.at, sheet]));
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The tactical map of a square: 225 squares with ground, rating, track and bridge; null where the page has none. */
function sheetOf(key) {
  const sheet = SHEETS.get(key);
  if (!sheet) return null;
  sheet.cells ??= cellsOf(sheet);
  return sheet.cells;
}

function cellsOf(sheet) {
  const all = sheet.squares.replace(/(\d+)(\D)/g, (_, count, letter) => letter.repeat(Number(count)));
  const [rail, bridge] = [new Set(sheet.rail), new Set(sheet.bridge)];
  return [...all].map((letter, at) => {
    const number = LETTERS.indexOf(letter);
    const ground = DATA.grounds[Math.floor(number / 5)];
    const crossed = bridge.has(at);
    return {
      ground,
      rating: number % 5,
      rail: rail.has(at),
      bridge: crossed,
      passable: ground.passable || crossed,
    };
  });
}
const cellAt = (key, tac) => {
  const [col, row] = tacCell(tac);
  return sheetOf(key)?.[row * LIMITS.side + col] ?? null;
};

/** What a square is, in words: terrain, river, railway, whose land (rules 1.2 to 1.4). */
function groundWords(key) {
  const at = place(key);
  if (at < 0) return 'beyond this map';
  const words = [TERRAIN[at].words];
  const river = GROUND.rivers[key];
  const [railHeld, riverHeld, broken] = GROUND.held[key] ?? '';
  if (river) words.push(`${riverWords(river)} river${heldWords(riverHeld)}`);
  if (GROUND.ranges[key]) words.push('mountain range');
  if (GROUND.rails[key]) words.push(`railway${heldWords(railHeld)}${broken ? ', track destroyed' : ''}`);
  const land = LAND[at];
  if (land.state) words.push(land.state + (land.closed ? ' (closed)' : ''));
  return words.join(', ');
}

/** Who controls a railway or river (rule 1.3), as far as the report's map reaches. */
const HOLDERS = { o: 'your own side', x: 'enemies', n: 'neutrals', '-': 'nobody' };
const heldWords = (letter) => (HOLDERS[letter] ? ` held by ${HOLDERS[letter]}` : '');

/** Of each arm the third letter is its class; the second is a place in base 15, which may be any of the same letters. */
function riverWords(arms) {
  const classes = [...arms].filter((_, at) => at % 3 === 2);
  if (classes.includes('b')) return 'unbridgeable';
  return classes.includes('u') ? 'unfordable' : 'fordable';
}
