/**
 * Number of occurrences of a token in the text and the headings of a page. `title` is 1 if the title contains it,
 * otherwise 0.
 */
export interface Counts {
  body: number;
  heading: number;
  title: number;
}

/** Maximum size of a page's distinct tokens, in bytes: half the Postgres limit for a `tsvector`. */
const maxBytes = 500_000;

/**
 * Returns the distinct tokens of a page's text with their counts, from its lines of words: ` |1 a b |2.1 c `. After
 * each `|` come counts, which apply to the tokens up to the next `|`. The first count is for the text, the second one
 * for headings. The second one is absent if it is 0. Tokens contain neither `|` nor `.`.
 */
export function formatTerms(words: string): string {
  const groups = new Map<number, string[]>();
  let left = maxBytes;
  for (const [token, packed] of packedCounts(words)) {
    left -= Buffer.byteLength(token) + 2;
    if (left < 0) break;
    const group = groups.get(packed);
    if (group) group.push(token);
    else groups.set(packed, [token]);
  }
  const ordered = [...groups].sort(([left], [right]) => left - right);
  return ['', ...ordered.flatMap(([packed, tokens]) => [`|${formatCounts(packed)}`, ...tokens.sort()]), ''].join(' ');
}

/**
 * Returns the terms of a whole page: ` ^d |0 d |1 e |1 a b |2.1 c `. Tokens of the title come first, marked with `^`.
 * Tokens of title and description that are not in the text are added.
 */
export function formatPageTerms(parts: {
  title: readonly string[];
  description: readonly string[];
  text: string;
}): string {
  const [title, description] = [distinct(parts.title), distinct(parts.description)];
  const isNew = (token: string): boolean => !parts.text.includes(` ${token} `);
  const added = description.filter(isNew);
  const titleAlone = title.filter((token) => isNew(token) && !added.includes(token));
  const front = [...title.map((token) => `^${token}`), ...markedGroup('|0', titleAlone), ...markedGroup('|1', added)];
  return front.length > 0 ? ` ${front.join(' ')}${parts.text}` : parts.text;
}

/** Maximum number of tokens of a title or a description; real ones are shorter. */
const maxFront = 1_000;

function distinct(tokens: readonly string[]): string[] {
  return [...new Set(tokens.slice(0, maxFront))].sort();
}

function markedGroup(mark: string, tokens: string[]): string[] {
  return tokens.length > 0 ? [mark, ...tokens] : [];
}

/** Calls `use` with each token of a page and its counts. `terms` has the format of `formatPageTerms`. */
export function eachTerm(terms: string, use: (token: string, counts: Counts) => void): void {
  const title = new Set<string>();
  let [body, heading] = [0, 0];
  for (const piece of terms.split(' ')) {
    if (piece === '') continue;
    if (piece.startsWith('^')) title.add(piece.slice(1));
    else if (piece.startsWith('|')) [body, heading] = readCounts(piece.slice(1));
    else use(piece, { body, heading, title: title.has(piece) ? 1 : 0 });
  }
}

/** Returns the counts of one token; null if the page does not contain it. */
export function countsIn(terms: string, token: string): Counts | null {
  const at = nextToken(terms, `${token} `, 0);
  return at === -1 ? null : countsAt(terms, at, token);
}

/** Maximum number of tokens of a page that a prefix matches. */
export const maxExpansions = 50;

/** Returns the total counts of the tokens that start with a prefix, except the prefix itself. */
export function countsOfPrefix(terms: string, prefix: string): Counts {
  const sum = { body: 0, heading: 0, title: 0 };
  let at = nextToken(terms, prefix, 0);
  for (let found = 0; at !== -1 && found < maxExpansions; at = nextToken(terms, prefix, at + 1)) {
    if (terms[at + prefix.length] === ' ') continue;
    const token = terms.slice(at, terms.indexOf(' ', at));
    const { body, heading, title } = countsAt(terms, at, token);
    sum.body += body;
    sum.heading += heading;
    sum.title += title;
    found += 1;
  }
  return sum;
}

/**
 * Returns the offset of the next token in a list separated by spaces, beginning at an offset; -1 if there is none.
 * `start` is the beginning of the token, or the whole token followed by a space. The space before the token is checked
 * last, because a search that begins with a space would stop at every token.
 */
export function nextToken(tokens: string, start: string, from: number): number {
  let at = tokens.indexOf(start, from);
  while (at !== -1 && tokens[at - 1] !== ' ') at = tokens.indexOf(start, at + 1);
  return at;
}

/**
 * Packs two counts into one number, which is much cheaper than an object per token. A page has fewer than 2^20 tokens.
 */
const headingUnit = 2 ** 20;

function packedCounts(words: string): Map<string, number> {
  const all = new Map<string, number>();
  for (const line of words.split('\n')) {
    const unit = line.startsWith('#') ? headingUnit : 1;
    for (const token of line.slice(line.indexOf(' ') + 1, -1).split(' ')) {
      if (token !== '') all.set(token, (all.get(token) ?? 0) + unit);
    }
  }
  return all;
}

function formatCounts(packed: number): string {
  const heading = Math.floor(packed / headingUnit);
  return heading > 0 ? `${packed % headingUnit}.${heading}` : `${packed}`;
}

function readCounts(counts: string): [body: number, heading: number] {
  const point = counts.indexOf('.');
  return point === -1 ? [+counts, 0] : [+counts.slice(0, point), +counts.slice(point + 1)];
}

function countsAt(terms: string, at: number, token: string): Counts {
  const start = terms.lastIndexOf('|', at) + 1;
  const [body, heading] = readCounts(terms.slice(start, terms.indexOf(' ', start)));
  return { body, heading, title: isInTitle(terms, token) ? 1 : 0 };
}

/** Tokens of the title come before the first counts. */
function isInTitle(terms: string, token: string): boolean {
  return terms[1] === '^' && terms.slice(0, terms.indexOf('|')).includes(`^${token} `);
}
