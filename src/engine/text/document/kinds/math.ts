import type { Block } from '../nodes/nodes.js';
import { blockOf, type ReadState } from '../nodes/read-state.js';
import { dataAt, refuse, textAt } from '../nodes/shape.js';
import type { MathBlock } from '../syntax/math-syntax.js';
import type { WriteKind } from './kind.js';

/** Reads a formula between lines of `$$`. */
export function readMath(readState: ReadState, node: MathBlock): Block {
  return { ...blockOf(readState, node, 'math'), data: { formula: node.value }, isVoid: true };
}

/** Writes a formula. */
export const writeMath: WriteKind = ({ block, pointer }) => {
  const formula = textAt(dataAt(block, pointer, ['formula']).formula, `${pointer}/data/formula`);
  if (/^[ \t]*\$\$[ \t]*$/m.test(formula)) refuse(`${pointer}/data/formula`, 'must not have a line of "$$" alone');
  return [{ type: 'mathBlock', value: formula, closed: true }];
};
