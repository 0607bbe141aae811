import { hiddenElements } from '../inlines/allowed-html.js';
import { withoutComments } from '../syntax/html-comments.js';

const hidden = new Set<string>(hiddenElements);

/** Elements that are replaced by links to the content that they load. */
const loading = new Set(['iframe', 'video', 'audio']);

/**
 * Tags that are omitted. HTML treats the content of some of them as text up to the end tag. Without an end tag, the
 * text would include the rest of the page.
 */
const omittedTags = new Set([
  ...hidden,
  ...loading,
  ...['textarea', 'title', 'xmp', 'noembed', 'noframes', 'plaintext', 'select'],
]);

/**
 * Returns HTML that can be joined with other blocks: it contains only complete tags, and no tag turns the blocks after
 * it into text. The time is proportional to its length.
 */
export function placeableHtml(html: string): string {
  const text = withoutComments(html);
  const lower = text.toLowerCase();
  let output = '';
  let at = 0;
  for (let start = text.indexOf('<'); start !== -1; start = text.indexOf('<', at)) {
    output += text.slice(at, start);
    const end = /^<\/?[a-z]/i.test(text.slice(start, start + 3)) ? tagEnd(text, start) : undefined;
    at = end ?? start + 1;
    if (end === undefined) continue;
    const tag = text.slice(start, end);
    const name = /^<\/?([a-z][^\s/>]*)/i.exec(tag)![1]!.toLowerCase();
    const isOpening = tag[1] !== '/';
    if (!omittedTags.has(name)) output += tag;
    else if (isOpening && loading.has(name)) output += linkTo(tag);
    if (!isOpening || !hidden.has(name)) continue;
    at = lower.indexOf(`</${name}`, at);
    if (at === -1) return output;
  }
  return output + text.slice(at);
}

/** Returns the end of the tag that begins at `start`; undefined if another tag begins before it ends. */
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

/**
 * Returns the maximum number of tags that are open at the same time in some HTML. The number matters because parsers
 * search all open tags repeatedly.
 */
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

function linkTo(tag: string): string {
  const [, ...values] = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/i.exec(tag) ?? [];
  const address = values.find((value) => value !== undefined);
  return address ? `<a href="${address.replaceAll('"', '&quot;')}">${address.replaceAll('<', '&lt;')}</a>` : '';
}
