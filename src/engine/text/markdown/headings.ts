import { headingIds, withoutWrittenId } from '../document/nodes/heading-ids.js';
import { leavesOf } from '../links/blocks.js';
import { joinSpans } from '../links/joined.js';
import { plainInline } from './plain-markdown.js';

/** A heading of a page. */
export interface PageHeading {
  /** Plain text. */
  title: string;
  /** What an address names behind `#`, as the page's document has it. */
  anchor: string;
  /** Where its first line starts. */
  start: number;
  /** Where the line behind it starts. */
  end: number;
}

/** Headings of a page that count; later ones are text. */
const maxHeadings = 5_000;

/** The headings of a Markdown text in reading order, from an offset on: the end of the front matter. */
export function headingsOf(text: string, from: number): PageHeading[] {
  const idOf = headingIds();
  const leaves = leavesOf(text, from)
    .filter(({ kind }) => kind === 'atx' || kind === 'setext')
    .slice(0, maxHeadings);
  return leaves.map(({ kind, spans }) => {
    const source = joinSpans(text, spans).text.trim();
    const title = plainInline(source);
    const lastLine = lineEnd(text, spans.at(-1)![1]);
    return {
      title: withoutWrittenId(title),
      anchor: idOf(title, explicitId.exec(source)?.[1]),
      start: text.lastIndexOf('\n', Math.max(0, spans[0]![0] - 1)) + 1,
      // The line below the title of a setext heading is its underline.
      end: kind === 'setext' ? lineEnd(text, lastLine) : lastLine,
    };
  });
}

/** An id that the author gave: `<a id="…"></a>` at the end of the heading, as GitBook writes it. */
const explicitId = /<a(?: href="#[^"]*")? id="([-a-z0-9.+_]+)"><\/a>$/;

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end + 1;
}
