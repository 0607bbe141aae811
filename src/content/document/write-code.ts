import type { Code } from 'mdast';
import { attributesAt } from './kinds/attributes.js';
import type { CodeLine } from './kinds/pre.js';
import { plainTextAt } from './plain-text.js';
import { dataAt, listAt, type Members, membersAt, refuse, textAt } from './shape.js';

/** Members of a code block's data that a `{% code %}` tag around the fence says. */
export const codeAttributes = {
  title: 'text',
  overflow: 'text',
  lineNumbers: 'flag',
  fullWidth: 'flag',
  expandable: 'flag',
  collapsedLineCount: 'count',
} as const;

/**
 * A code block as a fence, and what a tag around it has to say; its `syntax` is the whole info string, words apart by
 * one space, so that what follows the language is kept.
 */
export function writeCode(
  block: Members,
  pointer: string,
): { code: Code; lines: CodeLine[]; attributes: ReturnType<typeof attributesAt> } {
  const data = dataAt(block, pointer, ['syntax', ...Object.keys(codeAttributes)]);
  const attributes = attributesAt(data, `${pointer}/data`, codeAttributes);
  const { overflow } = attributes;
  if (overflow !== undefined && overflow !== 'scroll' && overflow !== 'wrap') {
    refuse(`${pointer}/data/overflow`, 'must be scroll or wrap', overflow);
  }
  const lines = listAt(block.nodes, `${pointer}/nodes`).map((entry, index) =>
    codeLine(entry, `${pointer}/nodes/${index}`),
  );
  const [lang, ...meta] = data.syntax ? textAt(data.syntax, `${pointer}/data/syntax`).trim().split(/\s+/) : [];
  const value = lines.map((line) => line.text).join('\n');
  return { code: { type: 'code', lang: lang || null, meta: meta.join(' ') || null, value }, lines, attributes };
}

function codeLine(entry: unknown, pointer: string): CodeLine {
  const line = membersAt(entry, pointer);
  if (line.type !== 'code-line') refuse(pointer, 'must be a code-line', line.type);
  const { highlighted } = dataAt(line, pointer, ['highlighted']);
  const rule = 'must be text without marks: Markdown has nothing else in code';
  return { text: plainTextAt(line.nodes, `${pointer}/nodes`, rule), highlighted: highlighted === true };
}
