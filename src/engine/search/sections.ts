import { splitFrontMatter } from '../text/markdown/front-matter.js';
import { headingsOf } from '../text/markdown/headings.js';
import { labelsOf, plainMarkdown } from '../text/markdown/plain-markdown.js';

/** A part of a page: a heading and the text below it, up to the next heading of any level. */
export interface Section {
  /** Plain text of the heading; '' for the text before the first heading. */
  title: string;
  /** Anchor of the heading in URLs; it equals that of the page's document. '' for the text before the first heading. */
  anchor: string;
  /** Plain text as one line. */
  body: string;
}

/**
 * Returns the sections of a page in reading order; `text` includes front matter. Omits the text before the first
 * heading if it has no words.
 */
export function sectionsOf(text: string): Section[] {
  const { bodyStart } = splitFrontMatter(text);
  const headings = headingsOf(text, bodyStart);
  const labels = labelsOf(text);
  const first = { title: '', anchor: '', body: plainMarkdown(text.slice(bodyStart, headings[0]?.start), labels) };
  const otherSections = headings.map(({ title, anchor, end }, index) => {
    const body = plainMarkdown(text.slice(end, headings[index + 1]?.start), labels);
    return { title, anchor, body };
  });
  return first.body === '' ? otherSections : [first, ...otherSections];
}
