/** How often a token stands in the text, the headings and the title of a page. */
export interface Counts {
  body: number;
  heading: number;
  title: number;
}

/** Bytes that the distinct tokens of a page may take: half of what Postgres allows a `tsvector`. */
const maxBytes = 500_000;

/**
 * The distinct tokens of a page with their counts, from its lines of words, the title's first: ` ¶d §1 a b §2.1 c §1.0.1 d `.
 * Behind `§` stand the counts in text, headings and title of the tokens up to the next one; trailing zeros are left out.
 * Tokens of the title stand in front once more, behind `¶`. Tokens themselves have none of these signs.
 */
export function termsOf(words: string): string {
  const groups = new Map<number, string[]>();
  let left = maxBytes;
  for (const [token, packed] of countsOf(words)) {
    left -= Buffer.byteLength(token) + 2;
    if (left < 0) break;
    const group = groups.get(packed);
    if (group) group.push(token);
    else groups.set(packed, [token]);
  }
  const titled = [...groups].flatMap(([packed, tokens]) => (packed >= units.title ? tokens : []));
  const ordered = [...groups].sort(([one], [other]) => one - other);
  const counted = ordered.flatMap(([packed, tokens]) => [`§${written(packed)}`, ...tokens.sort()]);
  return ['', ...titled.sort().map((token) => `¶${token}`), ...counted, ''].join(' ');
}

/** The counts of one token; null where the page does not have it. */
export function countsIn(terms: string, token: string): Counts | null {
  const at = terms.indexOf(` ${token} `);
  return at === -1 ? null : countsAt(terms, at);
}

/** Tokens of a page that one prefix stands for, at most. */
const maxExpansions = 50;

/** The counts of the tokens that start with a prefix, itself left out, added up. */
export function countsOfPrefix(terms: string, prefix: string): Counts {
  const sum = { body: 0, heading: 0, title: 0 };
  let at = terms.indexOf(` ${prefix}`);
  for (let found = 0; at !== -1 && found < maxExpansions; at = terms.indexOf(` ${prefix}`, at + 1)) {
    if (terms[at + 1 + prefix.length] === ' ') continue;
    const { body, heading, title } = countsAt(terms, at);
    sum.body += body;
    sum.heading += heading;
    sum.title += title;
    found += 1;
  }
  return sum;
}

/** Three counts in one number, which is much cheaper than an object for every token: a page has fewer than 2^17 of them. */
const units = { body: 1, heading: 2 ** 17, title: 2 ** 34 };

function countsOf(words: string): Map<string, number> {
  const all = new Map<string, number>();
  for (const [index, line] of words.split('\n').entries()) {
    const unit = index === 0 ? units.title : line.startsWith('#') ? units.heading : units.body;
    for (const token of line.slice(line.indexOf(' ') + 1, -1).split(' ')) {
      if (token !== '') all.set(token, (all.get(token) ?? 0) + unit);
    }
  }
  return all;
}

function written(packed: number): string {
  const body = packed % units.heading;
  const heading = Math.floor((packed % units.title) / units.heading);
  const title = Math.floor(packed / units.title);
  if (title > 0) return `${body}.${heading}.${title}`;
  return heading > 0 ? `${body}.${heading}` : `${body}`;
}

function countsAt(terms: string, at: number): Counts {
  const start = terms.lastIndexOf('§', at) + 1;
  const [body = 0, heading = 0, title = 0] = terms.slice(start, terms.indexOf(' ', start)).split('.').map(Number);
  return { body, heading, title };
}
