import type { Block } from './nodes.js';
import { createBlock, type ReadState } from './read-state.js';

/**
 * Maximum number of lines of code that become separate blocks. Longer code becomes one `code-line` with newlines,
 * because a block per line would take too much memory.
 */
export const maxCodeLines = 10_000;

/** Returns the lines of code as blocks; `first` is the line number of the first one in the page. */
export function codeLines(readState: Pick<ReadState, 'makeKey' | 'lines'>, value: string, first: number): Block[] {
  const lines = value.split(/\r\n?|\n/);
  const sources = lines.length > maxCodeLines ? [lines.join('\n')] : lines;
  return sources.map((source, index) => {
    const from = first + index;
    const to = sources === lines ? from : first + lines.length - 1;
    const line = createBlock(readState, { type: 'code-line', source, from, to });
    return {
      ...line,
      nodes: source ? [{ object: 'text', leaves: [{ object: 'leaf', text: source, marks: [] }] }] : [],
    };
  });
}
