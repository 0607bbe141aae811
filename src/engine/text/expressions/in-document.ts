import { isMembers, type Members } from '../../base/members.js';
import type { Json } from '../../base/types.js';
import { type Evaluation, evaluateCondition, renderExpression } from './render-expression.js';

/**
 * Evaluates the expressions of a block document. An expression becomes its text, with the marks that the text on both
 * sides has. An `if` block becomes its blocks or is removed; if its condition cannot be evaluated, a paragraph gives
 * the reason. All other parts stay, and the given document is not changed.
 */
export function evaluateDocument(document: Json, evaluation: Evaluation): Json {
  return isMembers(document) ? evaluateNode(document, evaluation) : document;
}

function evaluateNode(node: Members, evaluation: Evaluation): Members {
  const { nodes, fragments } = node;
  return {
    ...node,
    ...(Array.isArray(nodes) && { nodes: evaluatedNodes(nodes, evaluation) }),
    ...(Array.isArray(fragments) && { fragments: evaluatedNodes(fragments, evaluation) }),
  };
}

function evaluatedNodes(nodes: Json[], evaluation: Evaluation): Json[] {
  const evaluated = nodes.flatMap((node, index): Json[] => {
    if (!isMembers(node)) return [node];
    if (node.type === 'expression') return [expressionText(node, { nodes, index, evaluation })];
    if (node.type === 'if') return evaluateConditional(node, evaluation);
    return [evaluateNode(node, evaluation)];
  });
  return mergeTexts(evaluated);
}

function expressionText(
  inline: Members,
  { nodes, index, evaluation }: { nodes: Json[]; index: number; evaluation: Evaluation },
): Json {
  const shown = renderExpression(expressionSource(inline), evaluation);
  if (shown === null) return inline;
  const after = edgeMarks(nodes[index + 1], 0);
  const marks = edgeMarks(nodes[index - 1], -1).filter(({ type }) => after.some((mark) => mark.type === type));
  return textNode(
    shown,
    marks.filter(({ type }) => type !== 'code'),
  );
}

function evaluateConditional(block: Members, evaluation: Evaluation): Json[] {
  const held = evaluateCondition(expressionSource(block), evaluation);
  if (held === null) return [evaluateNode(block, evaluation)];
  if (held === true) return (evaluateNode(block, evaluation).nodes as Json[] | undefined) ?? [];
  if (held === false) return [];
  const paragraph: Members = { object: 'block', type: 'paragraph', data: {}, nodes: [textNode(held, [])] };
  return [block.key === undefined ? paragraph : { ...paragraph, key: block.key }];
}

function expressionSource({ data }: Members): string {
  const expression = isMembers(data) ? data.expression : undefined;
  return typeof expression === 'string' ? expression : '';
}

function textNode(text: string, marks: Members[]): Members {
  return { object: 'text', leaves: text === '' ? [] : [{ object: 'leaf', text, marks }] };
}

/** Returns the marks of the first or last leaf of a text; none for other nodes. */
function edgeMarks(node: Json | undefined, at: 0 | -1): Members[] {
  const leaf = leavesOf(node)?.at(at);
  return isMembers(leaf) && Array.isArray(leaf.marks) ? leaf.marks.filter(isMembers) : [];
}

/** Merges adjacent text into the normal form of documents: one node, one leaf per run of equal marks, no empty text. */
function mergeTexts(nodes: Json[]): Json[] {
  const result: Json[] = [];
  for (const node of nodes) {
    const leaves = leavesOf(node);
    const last = leavesOf(result.at(-1));
    if (!leaves || !last) result.push(leaves ? { ...(node as Members), leaves: [...leaves] } : node);
    else for (const leaf of leaves) appendLeaf(last, leaf as Members);
  }
  return result.filter((node) => leavesOf(node)?.length !== 0);
}

function appendLeaf(leaves: Json[], leaf: Members): void {
  const last = leaves.at(-1) as Members | undefined;
  if (last && JSON.stringify(last.marks) === JSON.stringify(leaf.marks)) {
    leaves[leaves.length - 1] = { ...last, text: `${last.text}${leaf.text}` };
  } else leaves.push(leaf);
}

function leavesOf(node: Json | undefined): Json[] | undefined {
  return isMembers(node) && node.object === 'text' && Array.isArray(node.leaves) ? node.leaves : undefined;
}
