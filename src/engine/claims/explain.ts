import type { Expression, Node, ValueRecord } from '../text/expressions/expression.js';
import { conditionValue, isCondition, parseCondition } from './condition.js';

/** Reason why a condition hides an object from a visitor. */
export interface HiddenReason {
  /** Smallest part of the condition that is false or cannot be evaluated, as its author wrote it. */
  part: string;
  /** Reason why that part cannot be evaluated; absent if it is false. */
  fault?: string;
}

/** Maximum number of steps to search for the part, in addition to the 2,000 steps of the condition itself. */
const searchSteps = 20_000;

/**
 * Explains why a condition hides an object from a visitor with these claims. Returns null if the object is shown (see
 * `isConditionMet`). If `a && b` is false, `part` is in its first false operand. If `a || b` is false, `part` is the
 * whole expression. Never throws.
 */
export function explainHidden(condition: string | null, claims: ValueRecord): HiddenReason | null {
  if (!isCondition(condition)) return null;
  const parsed = parseCondition(condition);
  if ('fault' in parsed) return { part: condition.trim(), fault: parsed.fault };
  const why = whyFalse(parsed.value, claims);
  if (why === null) return null;
  const shared = { steps: searchSteps };
  const search: Search = { whyFalse: (node) => whyFalse({ ...parsed.value, root: node }, claims, shared), shared };
  const { node, fault } = smallestFalsePart(search, { node: parsed.value.root, ...why });
  const { start, end } = parsed.value.spans.get(node)!;
  return { part: parsed.value.source.slice(start, end), ...(fault !== undefined && { fault }) };
}

interface Reason {
  fault?: string;
}

interface Search {
  /** Returns the reason why a part is false; null if it is true. */
  whyFalse(node: Node): Reason | null;
  shared: { steps: number };
}

interface FalsePart extends Reason {
  node: Node;
}

function whyFalse(expression: Expression, claims: ValueRecord, shared?: { steps: number }): Reason | null {
  const outcome = conditionValue(expression, claims, shared);
  if ('fault' in outcome) return { fault: outcome.fault };
  return outcome.value ? null : {};
}

/** Returns the smallest part that makes the whole expression false by itself. */
function smallestFalsePart(search: Search, found: FalsePart): FalsePart {
  const part = falsePartOf(search, found);
  // If no steps are left, the result for this part is not reliable.
  return part === null || search.shared.steps <= 0 ? found : smallestFalsePart(search, part);
}

function falsePartOf({ whyFalse: ask }: Search, { node, fault }: FalsePart): FalsePart | null {
  const explainPart = (part: Node): FalsePart | null => {
    const why = ask(part);
    return why && { node: part, ...why };
  };
  if (node.kind === 'binary' && node.operator === '&&') return explainPart(node.left) ?? explainPart(node.right);
  if (fault === undefined) return node.kind === 'choice' ? explainChoice(explainPart, node) : null;
  // The fault is in one of the child nodes, or in the node itself.
  return (
    childNodes(node)
      .map(explainPart)
      .find((part) => part?.fault === fault) ?? null
  );
}

/** Returns the branch that the evaluation took, unless it is a literal such as `false`. */
function explainChoice(
  explainPart: (part: Node) => FalsePart | null,
  node: Extract<Node, { kind: 'choice' }>,
): FalsePart | null {
  const chosenNode = explainPart(node.test) === null ? node.yes : node.no;
  return chosenNode.kind === 'literal' ? null : explainPart(chosenNode);
}

function childNodes(node: Node): Node[] {
  switch (node.kind) {
    case 'binary':
      return [node.left, node.right];
    case 'unary':
      return [node.operand];
    case 'choice':
      return [node.test, node.yes, node.no];
    default:
      return [];
  }
}
