import type { Text } from 'mdast';
import { type ReadState, sourceOf } from '../nodes/read-state.js';

/** A part of a text that readers see; `isCode` if it is shown as code. */
export interface VisiblePart {
  text: string;
  isCode?: boolean;
}

const tag = /(?<before>^|\n)?(?<tag>[ \t]*\{%[^%{}\n]*%\}[ \t]*)(?<after>\n|$)?/g;

/**
 * Returns the parts of a text that readers see. Removes unknown tags that are alone on a line. Unknown tags within a
 * line, or escaped by the author, are meant as text and are shown as code.
 */
export function visibleParts(readState: ReadState, node: Text, isFirst: boolean): VisiblePart[] {
  const { value } = node;
  if (!value.includes('{%')) return [{ text: value }];
  const isEscaped = node.position !== undefined && sourceOf(readState, node).includes('\\{');
  const parts: VisiblePart[] = [];
  let at = 0;
  for (const { 0: all, index, groups } of value.matchAll(tag)) {
    const begins = groups!.before === '\n' || (index === 0 && isFirst);
    const isAlone = begins && groups!.after !== undefined && !isEscaped;
    parts.push({ text: value.slice(at, index) });
    at = index + all.length;
    if (isAlone) parts.push({ text: '\n' });
    else parts.push({ text: groups!.before ?? '' }, ...asCode(groups!.tag!), { text: groups!.after ?? '' });
  }
  return [...parts, { text: value.slice(at) }].filter(({ text }) => text !== '');
}

function asCode(text: string): VisiblePart[] {
  const [, before = '', code = '', after = ''] = /^([ \t]*)(.*?)([ \t]*)$/s.exec(text)!;
  return [{ text: before }, { text: code, isCode: true }, { text: after }];
}
