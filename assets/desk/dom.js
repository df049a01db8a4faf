// Making and filling elements. Text is only ever set as text: a name with markup in it stays a name.

function make(tag, properties = {}, ...inside) {
  const one = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in one && name !== 'role') one[name] = value;
    else one.setAttribute(name, value);
  }
  one.append(...inside);
  return one;
}

/** Titles with their words, two columns of them where there is room. */
const pairs = (rows) =>
  make(
    'dl',
    {},
    ...rows.map(([title, words]) =>
      make(
        'div',
        { className: `${title} ${words}`.length > 19 ? 'wide' : '' },
        make('dt', {}, title),
        make('dd', {}, words),
      ),
    ),
  );

/** Fills a list of choices where they have changed, and chooses. */
function refill(select, choices, chosen) {
  const written = JSON.stringify(choices);
  if (select.dataset.choices !== written) {
    select.dataset.choices = written;
    select.replaceChildren(...choices.map(([value, text]) => new Option(text, value)));
  }
  if (select.value !== chosen) select.value = chosen ?? '';
}

const numbers = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => [`${from + at}`, `${from + at}`]);

/** Makes a list one stop of the Tab key: arrows, Home and End go on in it. */
function stepThrough(box) {
  const buttons = () => [...box.querySelectorAll('button')];
  box.addEventListener('keydown', (event) => {
    const all = buttons();
    const at = all.indexOf(document.activeElement);
    const last = all.length - 1;
    const to = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: last }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    const next = all[Math.max(0, Math.min(last, to))];
    // Not by the focus alone: a window that is not in front tells of none.
    oneStop(box, next);
    next.focus();
  });
  box.addEventListener('focusin', (event) => oneStop(box, event.target));
}

/** The one button of a list at which the Tab key stops: the one that is wanted, else the one that is open, else the first. */
function oneStop(box, wanted) {
  const buttons = [...box.querySelectorAll('button')];
  const stop = buttons.find((one) => one === wanted) ?? box.querySelector('[aria-current=true]') ?? buttons[0];
  for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
}
