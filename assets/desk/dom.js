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
