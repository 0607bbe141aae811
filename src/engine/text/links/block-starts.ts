import { type Cursor, indentOf } from './lines.js';

/**
 * Start of a quote or of a list item. `at` is the offset of the quote's `>`; `columns` is the width up to the item's
 * content, including the marker.
 */
export type Opener = { kind: 'quote'; at: number } | { kind: 'item'; columns: number; marker: number };

const thematicBreak = /([-*_])[ \t]*(?:\1[ \t]*){2,}$/my;
const listMarker = /(?:[-+*]|(\d{1,9})[.)])(?=[ \t\r\n]|$)/y;

/**
 * Returns the quote or list item that starts at the cursor; null if there is none.
 * @param interrupts whether the start would interrupt a paragraph: in this case, a list must have text, and an ordered
 * list must start with 1
 */
export function openerAt(cursor: Cursor, interrupts: boolean): Opener | null {
  const { columns, next } = indentOf(cursor);
  if (columns > 3 || next >= cursor.end) return null;
  if (cursor.text[next] === '>') return { kind: 'quote', at: next };
  listMarker.lastIndex = next;
  const match = listMarker.exec(cursor.text);
  if (!match || isBreak(cursor.text, next)) return null;
  const marker = match[0].length;
  const contentIndent = indentOf({ ...cursor, at: next + marker, column: cursor.column + columns + marker, spare: 0 });
  const empty = contentIndent.next >= cursor.end;
  if (interrupts && (empty || (match[1] !== undefined && Number(match[1]) !== 1))) return null;
  const padding = empty || contentIndent.columns > 4 ? 1 : contentIndent.columns;
  return { kind: 'item', columns: columns + marker + padding, marker };
}

function isBreak(text: string, at: number): boolean {
  thematicBreak.lastIndex = at;
  return thematicBreak.test(text);
}

/** End conditions of HTML blocks; `blank` is a blank line. */
export const htmlEnd = { blank: /^$/, raw: /<\/(?:script|pre|style|textarea)>/i };

const blockTags =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|' +
  'fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|' +
  'menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul';

/** CommonMark's start conditions of HTML blocks, each with its end condition. The seventh is `loneTag`. */
const htmlStarts: [start: RegExp, end: RegExp][] = [
  [/^<(?:script|pre|style|textarea)(?:[\s>]|$)/i, htmlEnd.raw],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<![A-Za-z]/, />/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [new RegExp(`^</?(?:${blockTags})(?:\\s|/?>|$)`, 'i'), htmlEnd.blank],
];

const loneTag =
  /^<(?:[A-Za-z][A-Za-z0-9-]*(?:\s+[A-Za-z_:][\w:.-]*(?:\s*=\s*(?:[^\s"'=<>`]+|"[^"]*"|'[^']*'))?)*\s*\/?|\/[A-Za-z][A-Za-z0-9-]*\s*)>\s*$/;

/** Returns the end condition of the HTML block that starts on this line; null if none starts. */
export function htmlStart(line: string, inParagraph: boolean): RegExp | null {
  if (line[0] !== '<') return null;
  for (const [start, end] of htmlStarts) if (start.test(line)) return end;
  return !inParagraph && line.length < 10_000 && loneTag.test(line) ? htmlEnd.blank : null;
}
