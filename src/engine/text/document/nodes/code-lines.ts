import type { Block } from './nodes.js';
import { notedBlock, type Reading } from './reading.js';

/** Code of more lines is one code-line whose text has newlines: a block for each would take too much memory. */
export const maxCodeLines = 10_000;

/** The lines of some code as blocks; `first` is the line of the page where the code begins. */
export function codeLines(reading: Pick<Reading, 'makeKey' | 'lines'>, value: string, first: number): Block[] {
  const lines = value.split(/\r\n?|\n/);
  const sources = lines.length > maxCodeLines ? [lines.join('\n')] : lines;
  return sources.map((source, index) => {
    const from = first + index;
    const to = sources === lines ? from : first + lines.length - 1;
    const line = notedBlock(reading, { type: 'code-line', source, from, to });
    return {
      ...line,
      nodes: source ? [{ object: 'text', leaves: [{ object: 'leaf', text: source, marks: [] }] }] : [],
    };
  });
}
