import type { Code } from 'mdast';
import { writeInfoString } from '../nodes/info-string.js';
import { dataAt, listAt, type Members, refuse, textAt } from '../nodes/shape.js';
import { attributesAt } from './attributes.js';
import { type CodeLine, codeLineAt, lineText } from './code-line.js';

/** Members of a code block's data that are written as attributes of a `{% code %}` tag around the fence. */
export const codeAttributes = {
  title: 'text',
  overflow: 'text',
  lineNumbers: 'flag',
  fullWidth: 'flag',
  expandable: 'flag',
  collapsedLineCount: 'count',
} as const;

/** Writes a code block: the fence, its lines, and the attributes of the tag around it. */
export function writeCode(
  block: Members,
  pointer: string,
): { code: Code; lines: CodeLine[]; attributes: ReturnType<typeof attributesAt> } {
  const data = dataAt(block, pointer, ['syntax', 'info', ...Object.keys(codeAttributes)]);
  const attributes = attributesAt(data, `${pointer}/data`, codeAttributes);
  const { overflow } = attributes;
  if (overflow !== undefined && overflow !== 'scroll' && overflow !== 'wrap') {
    refuse(`${pointer}/data/overflow`, 'must be scroll or wrap', overflow);
  }
  const lines = listAt(block.nodes, `${pointer}/nodes`).map((entry, index) =>
    codeLineAt(entry, `${pointer}/nodes/${index}`),
  );
  const { text, saysTitle } = infoStringAt(data, `${pointer}/data`);
  const [, lang, meta] = /^(\S*) *(.*)$/.exec(text)!;
  const value = lines.map(lineText).join('\n');
  const code: Code = { type: 'code', lang: lang || null, meta: meta || null, value };
  return { code, lines, attributes: saysTitle ? { ...attributes, title: undefined } : attributes };
}

function infoStringAt(data: Members, pointer: string): ReturnType<typeof writeInfoString> {
  const member = (name: string) => (data[name] ? textAt(data[name], `${pointer}/${name}`) : undefined);
  const given = Object.entries({ syntax: member('syntax'), info: member('info'), title: member('title') });
  return writeInfoString(Object.fromEntries(given.filter(([, text]) => text !== undefined)));
}
