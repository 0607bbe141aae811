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
  const groups = new Map<string, string[]>();
  const titled: string[] = [];
  let left = maxBytes;
  for (const [token, counts] of countsOf(words)) {
    left -= Buffer.byteLength(token) + 2;
    if (left < 0) break;
    if (counts.title > 0) titled.push(`¶${token}`);
    const key = `§${keyOf(counts)}`;
    const group = groups.get(key);
    if (group) group.push(token);
    else groups.set(key, [token]);
  }
  const ordered = [...groups].sort(([one], [other]) => (one < other ? -1 : 1));
  return ['', ...titled.sort(), ...ordered.flatMap(([key, tokens]) => [key, ...tokens.sort()]), ''].join(' ');
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

function countsOf(words: string): Map<string, Counts> {
  const all = new Map<string, Counts>();
  for (const [index, line] of words.split('\n').entries()) {
    const field = index === 0 ? 'title' : line.startsWith('#') ? 'heading' : 'body';
    for (const token of line.slice(line.indexOf(' ')).split(' ')) {
      if (token === '') continue;
      const counts = all.get(token);
      if (counts) counts[field] += 1;
      else all.set(token, { body: 0, heading: 0, title: 0, [field]: 1 });
    }
  }
  return all;
}

function keyOf({ body, heading, title }: Counts): string {
  if (title > 0) return `${body}.${heading}.${title}`;
  return heading > 0 ? `${body}.${heading}` : `${body}`;
}

function countsAt(terms: string, at: number): Counts {
  const start = terms.lastIndexOf('§', at) + 1;
  const [body = 0, heading = 0, title = 0] = terms.slice(start, terms.indexOf(' ', start)).split('.').map(Number);
  return { body, heading, title };
}
