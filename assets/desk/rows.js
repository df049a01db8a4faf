// How an order is written, taken apart: words, gaps, and what may be left out.

/** The parts of `SUPPORT c-r RADIUS n [PHASES n-m]`: words, gaps, and what may be left out. */
function partsOf(words) {
  const lists = [[]];
  let gap = null;
  for (const token of words.match(/[[\]]|[^\s[\]]+/g)) {
    if (token === '[') {
      lists.push([]);
      gap = null;
    } else if (token === ']') {
      const optional = lists.pop();
      lists.at(-1).push({ optional });
      gap = null;
    } else if (gap && continues(gap.gap, token)) {
      gap.gap += ` ${token}`;
    } else if (/^[A-Z]+(-[A-Z]+)*$/.test(token)) {
      lists.at(-1).push({ word: token });
      gap = null;
    } else {
      gap = { gap: token };
      lists.at(-1).push(gap);
    }
  }
  return lists[0];
}

/** Whether a word goes on with a gap such as `c-r or ship`, `FIRST, SECOND or REAR`, `box box ...`. */
function continues(gap, token) {
  return /(,| or)$/.test(gap) || ['or', '...'].includes(token) || gap.split(' ').at(-1) === token;
}
