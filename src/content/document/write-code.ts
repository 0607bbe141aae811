import type { Code } from 'mdast';
import { plainTextAt } from './plain-text.js';
import { dataAt, listAt, type Members, membersAt, refuse, textAt } from './shape.js';

/** A code block; its `syntax` is the whole info string, words apart by one space, so that what follows the language is kept. */
export function writeCode(block: Members, pointer: string): Code {
  const { syntax } = dataAt(block, pointer, ['syntax']);
  const lines = listAt(block.nodes, `${pointer}/nodes`).map((entry, index) =>
    codeLine(entry, `${pointer}/nodes/${index}`),
  );
  const [lang, ...meta] = syntax ? textAt(syntax, `${pointer}/data/syntax`).trim().split(/\s+/) : [];
  return { type: 'code', lang: lang || null, meta: meta.join(' ') || null, value: lines.join('\n') };
}

function codeLine(entry: unknown, pointer: string): string {
  const line = membersAt(entry, pointer);
  if (line.type !== 'code-line') refuse(pointer, 'must be a code-line', line.type);
  dataAt(line, pointer, []);
  return plainTextAt(line.nodes, `${pointer}/nodes`, 'must be text without marks: Markdown has nothing else in code');
}
