import type { Nodes } from 'mdast';
import { splitDetails } from './split-details.js';
import { readTag, type TagText } from './tag-text.js';

/** Sibling blocks, with their tags parsed and matched. */
export interface Siblings<Node> {
  nodes: readonly Node[];
  /** Tag at each index; undefined for other blocks. */
  tags: readonly (TagText | undefined)[];
  /** Index of the closing tag, by index of the opening tag; undefined if there is none. */
  ends: readonly (number | undefined)[];
}

/**
 * Matches opening and closing tags among sibling blocks. Each closing tag matches the last open tag with its name. Open
 * tags in between stay unmatched. The time is proportional to the number of blocks.
 */
export function siblingsOf<Node extends Nodes>(written: readonly Node[]): Siblings<Node> {
  const nodes = written.flatMap(splitDetails);
  const tags = nodes.map((node) => (node.type === 'tag' ? readTag(node.value) : undefined));
  const ends: (number | undefined)[] = nodes.map(() => undefined);
  const open: number[] = [];
  const counts = new Map<string, number>();
  for (const [index, tag] of tags.entries()) {
    if (!tag) continue;
    const count = counts.get(tag.name) ?? 0;
    if (!tag.closing) {
      open.push(index);
      counts.set(tag.name, count + 1);
    } else if (count > 0) {
      ends[popUntil(tag.name)] = index;
    }
  }
  return { nodes, tags, ends };

  function popUntil(name: string): number {
    for (;;) {
      const start = open.pop()!;
      const opened = tags[start]!.name;
      counts.set(opened, counts.get(opened)! - 1);
      if (opened === name) return start;
    }
  }
}
