import { withoutComments } from '../html-comments.js';

/** Elements of which HTML reads all up to their end as text: one without an end would take in the rest of the page. */
const rawText =
  /<(\/?)(script|style|textarea|title|xmp|iframe|noembed|noframes|noscript|plaintext|template|select|svg|math|video|audio)(?=[\s/>])([^<>]*)>?/gi;

/** Of these elements nothing is shown, not even what stands in them. */
const hidden = new Set(['script', 'style', 'noscript', 'template', 'svg', 'math']);

/**
 * HTML as it can stand among other blocks: each of its tags has an end, none takes in what follows, and what loads something from
 * elsewhere is a link to it. Takes time in proportion to its length.
 */
export function placeableHtml(html: string): string {
  const text = withoutOpenTags(withoutComments(html));
  const lower = text.toLowerCase();
  let shown = '';
  let at = 0;
  for (const { 0: tag, 1: slash, 2: written = '', 3: attributes = '', index } of text.matchAll(rawText)) {
    if (index < at) continue;
    const name = written.toLowerCase();
    shown += text.slice(at, index) + (slash ? '' : linkTo(attributes));
    at = index + tag.length;
    if (slash || !hidden.has(name)) continue;
    const end = lower.indexOf(`</${name}`, at);
    if (end === -1) return shown;
    at = end;
  }
  return shown + text.slice(at);
}

/** HTML without tags that do not end, and without declarations and the like; what is behind the `<` of those is text. */
function withoutOpenTags(html: string): string {
  let shown = '';
  let at = 0;
  for (let start = html.indexOf('<'); start !== -1; start = html.indexOf('<', at)) {
    const end = /[a-z/]/i.test(html[start + 1] ?? '') ? tagEnd(html, start) : undefined;
    shown += html.slice(at, end === undefined ? start : end);
    at = end ?? start + 1;
  }
  return shown + html.slice(at);
}

/** Where the tag ends that begins at a place; undefined where another one begins before it ends. */
function tagEnd(html: string, start: number): number | undefined {
  for (let at = start + 1; at < html.length; at++) {
    const letter = html[at]!;
    if (letter === '>') return at + 1;
    if (letter === '<') return undefined;
    if (letter !== '"' && letter !== "'") continue;
    at = html.indexOf(letter, at + 1);
    if (at === -1) return undefined;
  }
  return undefined;
}

/** How many tags of some HTML are open at once, at most: a parser looks through all of them again and again. */
export function openTagsIn(html: string): number {
  const counts = new Map<string, number>();
  let [open, most] = [0, 0];
  for (const [, slash, written = ''] of html.matchAll(
    /<(\/?)(?!(?:br|img|hr|input|source|wbr|col)\b)([a-z][^\s/>]*)/gi,
  )) {
    const name = written.toLowerCase();
    const count = counts.get(name) ?? 0;
    if (slash && count === 0) continue;
    counts.set(name, count + (slash ? -1 : 1));
    open += slash ? -1 : 1;
    most = Math.max(most, open);
  }
  return most;
}

function linkTo(attributes: string): string {
  const [, ...values] = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/i.exec(attributes) ?? [];
  const address = values.find((value) => value !== undefined);
  return address ? `<a href="${address.replaceAll('"', '&quot;')}">${address.replaceAll('<', '&lt;')}</a>` : '';
}
