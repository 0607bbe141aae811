import type { Code } from 'mdast';
import { codeLines } from '../nodes/code-lines.js';
import { readInfoString } from '../nodes/info-string.js';
import type { Block } from '../nodes/nodes.js';
import { blockOf, type ReadState, sourceOf } from '../nodes/read-state.js';

/** Reads a code block. `noted` creates the block; pass it if the block's source includes more than the fence. */
export function readCode(readState: ReadState, node: Code, noted = () => blockOf(readState, node, 'code')): Block {
  const code = noted();
  const fenced = /^[`~]/.test(sourceOf(readState, node));
  const data = { ...readInfoString([node.lang, node.meta].filter(Boolean).join(' ')) };
  const nodes = codeLines(readState, node.value, node.position!.start.line + (fenced ? 1 : 0));
  return { ...code, data, nodes };
}
