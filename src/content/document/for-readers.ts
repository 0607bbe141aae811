import type { Heading, PhrasingContent } from 'mdast';
import { writtenId } from './heading-ids.js';
import type { Block } from './nodes.js';
import type { Reading } from './reading.js';

// A tree for readers is the tree of the document without markup that says nothing to them. The Markdown keeps it.

/** HTML without its comments, in time that grows with its length: one without an end stays. */
export function withoutComments(html: string): string {
  let shown = '';
  let at = 0;
  for (;;) {
    const start = html.indexOf('<!--', at);
    const end = start === -1 ? undefined : commentEnd(html, start);
    if (end === undefined) return shown + html.slice(at);
    shown += html.slice(at, start);
    at = end;
  }
}

/** Where a comment ends; `<!-->` and `<!--->` are whole comments. Undefined without an end. */
function commentEnd(html: string, start: number): number | undefined {
  const short = ['<!-->', '<!--->'].find((whole) => html.startsWith(whole, start));
  if (short) return start + short.length;
  const close = html.indexOf('-->', start + '<!--'.length);
  return close === -1 ? undefined : close + '-->'.length;
}

/** Whether a text is one tag of a dialect that is not known here: `{% version 2 %}`. */
export function isLoneTag(text: string): boolean {
  return /^\{%[^%{}]*%\}$/.test(text);
}

/** A block that readers do not see. Its key is taken all the same, so that the keys of the others are those of the document. */
export function unseen(reading: Reading, block: Block): Block | undefined {
  return reading.forReaders ? undefined : block;
}

/** The id in braces at the end of a heading, as mdBook writes it: `## Title {#id}`; for readers it is not a part of the title. */
export function bracedId(
  { forReaders }: Reading,
  { children }: Heading,
): { children: PhrasingContent[]; id: string } | undefined {
  const last = children.at(-1);
  const id = forReaders && last?.type === 'text' ? writtenId(last.value) : undefined;
  if (last?.type !== 'text' || id === undefined) return undefined;
  const value = last.value.slice(0, -`{#${id}}`.length).trimEnd();
  return { children: [...children.slice(0, -1), { ...last, value }], id };
}
