import { headingIds } from '../document/heading-ids.js';
import { splitFrontMatter } from '../front-matter.js';
import { leavesOf } from '../links/blocks.js';
import { joinSpans } from '../links/joined.js';
import { plainInline, plainMarkdown } from './plain-markdown.js';

/** A part of a page: a heading and what stands below it, up to the next heading of any level. */
export interface Section {
  /** Plain text of the heading; '' for what stands before the first. */
  title: string;
  /** What an address names behind `#`, as the page's document has it; '' for what stands before the first heading. */
  anchor: string;
  /** Plain text in one line. */
  body: string;
}

/** Headings of a page that begin a section; what stands below later ones belongs to the last. */
const maxHeadings = 5_000;

/** The sections of a page, given with its front matter, in reading order; parts without a word are left out. */
export function sectionsOf(text: string): Section[] {
  const { bodyStart } = splitFrontMatter(text);
  const headings = headingsOf(text, bodyStart);
  const idOf = headingIds();
  const first = { title: '', anchor: '', body: plainMarkdown(text.slice(bodyStart, headings[0]?.start)) };
  const others = headings.map(({ source, end }, index) => {
    const title = plainInline(source);
    const body = plainMarkdown(text.slice(end, headings[index + 1]?.start));
    return { title, anchor: idOf(title, explicitId.exec(source)?.[1]), body };
  });
  return first.body === '' ? others : [first, ...others];
}

/** An id that the author gave: `<a id="…"></a>` at the end of the heading, as GitBook writes it. */
const explicitId = /<a(?: href="#[^"]*")? id="([-a-z0-9.+_]+)"><\/a>$/;

interface FoundHeading {
  source: string;
  /** Where its first line starts. */
  start: number;
  /** Where the line behind it starts. */
  end: number;
}

function headingsOf(text: string, from: number): FoundHeading[] {
  const leaves = leavesOf(text, from)
    .filter(({ kind }) => kind === 'atx' || kind === 'setext')
    .slice(0, maxHeadings);
  return leaves.map(({ kind, spans }) => {
    const lastLine = lineEnd(text, spans.at(-1)![1]);
    return {
      source: joinSpans(text, spans).text.trim(),
      start: text.lastIndexOf('\n', Math.max(0, spans[0]![0] - 1)) + 1,
      // The line below the title of a setext heading is its underline.
      end: kind === 'setext' ? lineEnd(text, lastLine) : lastLine,
    };
  });
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end + 1;
}
