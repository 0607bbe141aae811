import type { Nodes } from 'mdast';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { withoutIdInBraces } from '../document/nodes/heading-ids.js';

const parser = unified().use(remarkParse);

/**
 * Maximum length of a heading that is parsed, in characters; longer headings are not converted. No real title is that
 * long, and parsing malicious ones would take time.
 */
const maxHeadingLength = 1_000;

/**
 * Returns the text of a Markdown node without its markup, as one trimmed line. Includes code and alternative texts.
 * Omits HTML, expressions and icons.
 */
export function plainText(node: Nodes): string {
  return oneLine(textIn(node));
}

/** Returns the plain text of a heading's source, without its `#`; '' if there is no heading. */
export function plainHeading(source: string | undefined): string {
  if (!source) return '';
  if (source.length > maxHeadingLength) return oneLine(source.slice(0, maxHeadingLength));
  return withoutIdInBraces(plainText(parser.parse(`# ${source.replace(/[\r\n]+/g, ' ')}`)));
}

/** Replaces each run of white space by one space, and trims the text. No-break spaces do not change. */
export function oneLine(text: string): string {
  return text.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '');
}

function textIn(node: Nodes): string {
  if (node.type === 'html') return '';
  if (node.type === 'break') return ' ';
  if ('children' in node) return textOfAll(node.children);
  if ('alt' in node) return node.alt ?? '';
  return 'value' in node ? node.value : '';
}

/** Matches elements without readable content: GitBook's expressions and icons. */
const unreadableElement = /^<(code) class="expression">$|^<(i) class="fa-/;

function textOfAll(nodes: readonly Nodes[]): string {
  const texts: string[] = [];
  let open: { end: string; from: number } | undefined;
  for (const node of nodes) {
    const [, code, icon] = (node.type === 'html' && unreadableElement.exec(node.value)) || [];
    if (code || icon) open = { end: `</${code ?? icon}>`, from: texts.length };
    if (open && node.type === 'html' && node.value === open.end) {
      texts.length = open.from;
      open = undefined;
    }
    texts.push(textIn(node));
  }
  return texts.join('');
}
