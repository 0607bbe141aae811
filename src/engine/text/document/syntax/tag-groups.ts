import type { Nodes } from 'mdast';
import { splitDetails } from './split-details.js';
import { readTag, type TagText } from './tag-text.js';

/** Blocks that stand next to one another, with their tags taken apart and matched. */
export interface Siblings<Node> {
  nodes: readonly Node[];
  /** The tag at each place; undefined for other blocks. */
  tags: readonly (TagText | undefined)[];
  /** For the place of an opening tag, that of its closing one; undefined where there is none. */
  ends: readonly (number | undefined)[];
}

/**
 * Matches opening and closing tags among blocks that stand next to one another, each close with the last open one of
 * its name; what was opened in between and not closed has no end. Takes time in proportion to their number.
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
