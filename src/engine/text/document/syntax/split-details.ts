import type { Html, Nodes } from 'mdast';
import type { Tag } from './tag-syntax.js';
import { readTag } from './tag-text.js';

const detailsTag = /<\/?details\b[^<>]*>|<summary\b[^<>]*>(?:(?!<\/?summary\b).)*?<\/summary\s*>/gis;

/**
 * Splits HTML that begins with `<details>` or `<summary>` into its parts. In Markdown, text after such a tag and on the
 * lines after it belongs to the same HTML block, up to the next blank line.
 */
export function splitDetails<Node extends Nodes>(node: Node): Node[] {
  if (node.type !== 'html' || !/^<(?:details|summary)\b/i.test(node.value)) return [node];
  const { value } = node;
  const parts: Nodes[] = [];
  let offset = 0;
  for (const { 0: text, index } of value.matchAll(detailsTag)) {
    if (!readTag(text)) continue;
    parts.push(...htmlPart(node, offset, index), {
      type: 'tag',
      value: text,
      position: partPosition(node, index, index + text.length),
    } as Tag);
    offset = index + text.length;
  }
  return [...parts, ...htmlPart(node, offset, value.length)] as Node[];
}

function htmlPart(node: Html, from: number, to: number): Html[] {
  const written = node.value.slice(from, to);
  if (written.trim() === '') return [];
  const start = from + written.search(/\S/);
  const value = written.trim();
  return [{ type: 'html', value, position: partPosition(node, start, start + value.length) }];
}

/**
 * Returns the position of a part of some HTML. The line numbers are exact; the offsets are exact only outside of quotes
 * and lists.
 */
function partPosition(node: Html, from: number, to: number): NonNullable<Html['position']> {
  const { start } = node.position!;
  const point = (offset: number) => {
    const before = node.value.slice(0, offset).split(/\r\n?|\n/);
    const column = before.length === 1 ? start.column + offset : before.at(-1)!.length + 1;
    return { line: start.line + before.length - 1, column, offset: start.offset! + offset };
  };
  return { start: point(from), end: point(to) };
}
