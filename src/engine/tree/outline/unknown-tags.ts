import { isKnownTag } from '../../text/document/syntax/tag-text.js';

/** A tag that pages cannot show, and the line of its first occurrence, from 1. */
export interface UnknownTag {
  name: string;
  line: number;
}

const tagLine = /^[ \t>]*(?:[-*+][ \t]+)?\{%[ \t]*(?:end)?([a-z][\w-]*)[^\n]*%\}[ \t]*$/i;

const fence = /^[ \t>]*(?:[-*+][ \t]+)?(`{3,}|~{3,})/;

/**
 * Returns the tags that are alone on a line, outside of code, and that are not part of the Markdown dialect. Each name
 * occurs once.
 */
export function unknownTagsIn(text: string, from: number): UnknownTag[] {
  if (!text.includes('{%', from)) return [];
  const first = text.slice(0, from).split('\n').length;
  const found = new Map<string, number>();
  let open: string | undefined;
  for (const [index, line] of text.slice(from).split(/\r?\n/).entries()) {
    const mark = fence.exec(line)?.[1]?.slice(0, 3);
    if (mark && (open === undefined || open === mark)) open = open === undefined ? mark : undefined;
    const name = open === undefined ? tagLine.exec(line)?.[1] : undefined;
    if (name !== undefined && !isKnownTag(name) && !found.has(name)) found.set(name, first + index);
  }
  return [...found].map(([name, line]) => ({ name, line }));
}
