import { createHeadingIds, withoutIdInBraces } from '../document/nodes/heading-ids.js';
import { readLeaves } from '../links/blocks.js';
import { joinSpans } from '../links/join-spans.js';
import { plainInline } from './plain-markdown.js';

/** A heading of a page. */
export interface PageHeading {
  /** Title as plain text. */
  title: string;
  /** Anchor of the heading in URLs, after `#`; it equals that in the page's document. */
  anchor: string;
  /** Offset of the start of the heading's first line. */
  start: number;
  /** Offset of the start of the line after the heading. */
  end: number;
}

/** Maximum number of headings in a page; further headings are ignored. */
const maxHeadings = 5_000;

/**
 * Returns the headings of a Markdown text in reading order, starting at an offset, such as the end of the front matter.
 */
export function headingsOf(text: string, from: number): PageHeading[] {
  const idOf = createHeadingIds();
  const leaves = readLeaves(text, from)
    .filter(({ kind }) => kind === 'atx' || kind === 'setext')
    .slice(0, maxHeadings);
  return leaves.map(({ kind, spans }) => {
    const source = joinSpans(text, spans).text.trim();
    const title = plainInline(source);
    const lastLine = lineEnd(text, spans.at(-1)![1]);
    return {
      title: withoutIdInBraces(title),
      anchor: idOf(title, explicitId.exec(source)?.[1]),
      start: text.lastIndexOf('\n', Math.max(0, spans[0]![0] - 1)) + 1,
      // The line after the title of a setext heading is its underline.
      end: kind === 'setext' ? lineEnd(text, lastLine) : lastLine,
    };
  });
}

/** Matches the id that an author gave a heading. GitBook writes it as `<a id="…"></a>` at the end of the heading. */
const explicitId = /<a(?: href="#[^"]*")? id="([-a-z0-9.+_]+)"><\/a>$/;

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end + 1;
}
