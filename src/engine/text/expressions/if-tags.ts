import { escapeMarkdown } from './escape.js';
import { type Evaluation, evaluateCondition } from './render-expression.js';

/** A range of a text and its replacement. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** A line that opens or closes a conditional block. */
interface Tag {
  start: number;
  /** Offset after the line ending of the tag's line. */
  end: number;
  /** Absent for a closing line. */
  condition?: string;
}

/** Matches a line that contains only a tag. */
const tagLine = /^[ \t]*\{%(.*)%\}[ \t]*(?:\r\n|\n|\r|$(?![\s\S]))/gm;

/**
 * Applies edits to a text, and evaluates the conditions of its `{% if %}` lines. If a condition is true, its two lines
 * are removed. If it is false, the text between them is also removed. If it cannot be evaluated, a line with the reason
 * replaces the whole block. Lines without a counterpart are text.
 */
export function applyEditsAndIfs(
  text: string,
  { edits, literal, evaluation }: { edits: Edit[]; literal: [number, number][]; evaluation: Evaluation },
): string {
  const blocks = pairTags(tagsIn(text, literal)).flatMap(([open, close]) => editsForIf(open, close, evaluation));
  return apply(text, [...edits, ...blocks]);
}

function tagsIn(text: string, literal: [number, number][]): Tag[] {
  const tags: Tag[] = [];
  let next = 0;
  for (const match of text.matchAll(tagLine)) {
    const tag = match[1]!.trim();
    if (tag !== 'endif' && !/^if\s/.test(tag)) continue;
    const [start, end] = [match.index, match.index + match[0].length];
    while (next < literal.length && literal[next]![1] <= start) next++;
    if (next < literal.length && literal[next]![0] < end) continue;
    tags.push({ start, end, ...(tag === 'endif' ? {} : { condition: tag.slice(2).trim() }) });
  }
  return tags;
}

function pairTags(tags: Tag[]): [Tag, Tag][] {
  const open: Tag[] = [];
  const found: [Tag, Tag][] = [];
  for (const tag of tags) {
    if (tag.condition !== undefined) open.push(tag);
    else if (open.length > 0) found.push([open.pop()!, tag]);
  }
  return found;
}

function editsForIf(open: Tag, close: Tag, evaluation: Evaluation): Edit[] {
  const held = evaluateCondition(open.condition!, evaluation);
  if (held === null) return [];
  if (held !== true)
    return [{ start: open.start, end: close.end, text: held === false ? '' : `${escapeMarkdown(held)}\n` }];
  return [open, close].map(({ start, end }) => ({ start, end, text: '' }));
}

/** Applies edits to a text. Edits must be nested or disjoint. An edit inside of a replaced range is dropped. */
function apply(text: string, edits: Edit[]): string {
  const ordered = edits.toSorted((left, right) => left.start - right.start || right.end - left.end);
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, text: replacement } of ordered) {
    if (start < from) continue;
    parts.push(text.slice(from, start), replacement);
    from = end;
  }
  return parts.join('') + text.slice(from);
}
