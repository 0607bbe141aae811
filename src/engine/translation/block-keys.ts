import { createKeyMaker } from '../text/document/nodes/keys.js';
import type { Lines } from '../text/document/nodes/read-state.js';
import type { Body } from './body.js';
import type { BlockPosition } from './pieces.js';

/**
 * Returns a function that finds the key of the block that contains a text. Comments use the same keys. The function
 * must be called in page order. A text that is not a block, such as the title of a column, gets the key of the smallest
 * block around it.
 */
export function blockKeys(body: Body): (position: BlockPosition) => string {
  const { lines } = body.page();
  const byLine = new Map<number, string[]>();
  for (const [key, { from }] of lines) byLine.set(from, [...(byLine.get(from) ?? []), key]);
  const used = new Set<string>();
  return (position) => {
    const digest = createKeyMaker()(position.type, position.source);
    const own = (byLine.get(position.line) ?? []).filter((key) => key === digest || key.startsWith(`${digest}-`));
    const key = own.find((one) => !used.has(one)) ?? own[0] ?? smallestAround(lines, position.line);
    used.add(key);
    return key;
  };
}

function smallestAround(lines: ReadonlyMap<string, Lines>, line: number): string {
  let best = { key: '', size: Number.POSITIVE_INFINITY };
  for (const [key, { from, to }] of lines) {
    if (from <= line && line <= to && to - from < best.size) best = { key, size: to - from };
  }
  return best.key;
}
