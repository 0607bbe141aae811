import { splitFrontMatter } from '../text/markdown/front-matter.js';
import { headingsOf } from '../text/markdown/headings.js';
import { labelsOf, plainMarkdown } from '../text/markdown/plain-markdown.js';

/** A part of a page: a heading and what stands below it, up to the next heading of any level. */
export interface Section {
  /** Plain text of the heading; '' for what stands before the first. */
  title: string;
  /** What an address names behind `#`, as the page's document has it; '' for what stands before the first heading. */
  anchor: string;
  /** Plain text in one line. */
  body: string;
}

/** The sections of a page, given with its front matter, in reading order; parts without a word are left out. */
export function sectionsOf(text: string): Section[] {
  const { bodyStart } = splitFrontMatter(text);
  const headings = headingsOf(text, bodyStart);
  const labels = labelsOf(text);
  const first = { title: '', anchor: '', body: plainMarkdown(text.slice(bodyStart, headings[0]?.start), labels) };
  const others = headings.map(({ title, anchor, end }, index) => {
    const body = plainMarkdown(text.slice(end, headings[index + 1]?.start), labels);
    return { title, anchor, body };
  });
  return first.body === '' ? others : [first, ...others];
}
