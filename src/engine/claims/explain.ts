import type { Expression, Node, ValueRecord } from '../text/expressions/expression.js';
import { isCondition, parseCondition, valueFor } from './condition.js';

/** Why a condition hides something. */
export interface Hidden {
  /** The smallest part of the condition that was false, or faulted, as its author wrote it. */
  part: string;
  /** Why that part has no value, where it has none. */
  fault?: string;
}

/** Steps that finding the part may take, beside the 2,000 of the condition itself. */
const searchSteps = 20_000;

/**
 * Why a condition hides something from a visitor with these claims; null where it shows it (`shows`). Of `a && b` it is the
 * one that was false first, of `a || b` both. Never throws.
 */
export function explain(condition: string | null, claims: ValueRecord): Hidden | null {
  if (!isCondition(condition)) return null;
  const parsed = parseCondition(condition);
  if ('fault' in parsed) return { part: condition.trim(), fault: parsed.fault };
  const why = whyFalse(parsed.value, claims);
  if (why === null) return null;
  const shared = { steps: searchSteps };
  const search: Search = { ask: (node) => whyFalse({ ...parsed.value, root: node }, claims, shared), shared };
  const { node, fault } = narrowed(search, { node: parsed.value.root, ...why });
  const { start, end } = parsed.value.spans.get(node)!;
  return { part: parsed.value.source.slice(start, end), ...(fault !== undefined && { fault }) };
}

interface Why {
  fault?: string;
}

interface Search {
  /** Why a part is false; null where it is true. */
  ask(node: Node): Why | null;
  shared: { steps: number };
}

interface Found extends Why {
  node: Node;
}

function whyFalse(expression: Expression, claims: ValueRecord, shared?: { steps: number }): Why | null {
  const outcome = valueFor(expression, claims, shared);
  if ('fault' in outcome) return { fault: outcome.fault };
  return outcome.value ? null : {};
}

/** Goes down for as long as one part alone made the whole false. */
function narrowed(search: Search, found: Found): Found {
  const part = culprit(search, found);
  // A part that could no longer be asked about says nothing.
  return part === null || search.shared.steps <= 0 ? found : narrowed(search, part);
}

function culprit({ ask }: Search, { node, fault }: Found): Found | null {
  const asked = (part: Node): Found | null => {
    const why = ask(part);
    return why && { node: part, ...why };
  };
  if (node.kind === 'binary' && node.operator === '&&') return asked(node.left) ?? asked(node.right);
  if (fault === undefined) return node.kind === 'choice' ? branch(asked, node) : null;
  // What has faulted did so in one of its parts, or in itself.
  return (
    partsOf(node)
      .map(asked)
      .find((part) => part?.fault === fault) ?? null
  );
}

/** The branch that was taken says why, unless it is a plain `false`. */
function branch(asked: (part: Node) => Found | null, node: Extract<Node, { kind: 'choice' }>): Found | null {
  const taken = asked(node.test) === null ? node.yes : node.no;
  return taken.kind === 'literal' ? null : asked(taken);
}

function partsOf(node: Node): Node[] {
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
