import { withoutComments } from '../html-comments.js';

/** Elements of which HTML reads all up to their end as text: one without an end would take in the rest of the page. */
const rawText =
  /<(\/?)(script|style|textarea|title|xmp|iframe|noembed|noframes|noscript|plaintext|template|select|svg|math|video|audio)(?=[\s/>])([^<>]*)>?/gi;

/** Of these elements nothing is shown, not even what stands in them. */
const hidden = new Set(['script', 'style', 'noscript', 'template', 'svg', 'math']);

/** HTML as it can stand among other blocks: what loads something from elsewhere is a link to it. Takes time in proportion to its length. */
export function placeableHtml(html: string): string {
  const text = withoutComments(html);
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

/** Elements that stand in one another in some HTML, at most; more than there are where some are not closed. */
export function depthOf(html: string): number {
  let [depth, deepest] = [0, 0];
  for (const [, slash] of html.matchAll(/<(\/?)(?!(?:br|img|hr|input|source|wbr|col)\b)[a-z]/gi)) {
    depth = slash ? Math.max(0, depth - 1) : depth + 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function linkTo(attributes: string): string {
  const [, ...values] = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/i.exec(attributes) ?? [];
  const address = values.find((value) => value !== undefined);
  return address ? `<a href="${address.replaceAll('"', '&quot;')}">${address.replaceAll('<', '&lt;')}</a>` : '';
}
