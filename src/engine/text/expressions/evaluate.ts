import { ownMember } from '../../base/own-member.js';
import { type EvaluationBudget, searchSteps, spend, spendForSize } from './budget.js';
import {
  type Expression,
  ExpressionError,
  limits,
  type Node,
  type Outcome,
  outcomeOf,
  type Value,
  type ValueRecord,
} from './expression.js';
import { formatExpression } from './format-expression.js';
import { callFunction, type RuntimeInputs } from './functions.js';
import { callMethod } from './methods.js';
import { binaryOperators, describeKind, unaryOperators } from './operators.js';
import { isForbidden } from './vocabulary.js';

/** Input of an evaluation. */
export interface Scope extends RuntimeInputs {
  /** Values of the top-level names, such as `space`. */
  roots: ValueRecord;
  /**
   * Whether a member of a missing value is also missing, as with `?.`. Conditions use this, because it is not the
   * author's mistake if a visitor lacks a claim.
   */
  isLenient?: boolean;
  /**
   * Remaining steps that all evaluations with this scope share, in addition to the limit of 2,000 steps for each
   * evaluation.
   */
  shared?: EvaluationBudget;
}

/**
 * Evaluates an expression with JavaScript's semantics.
 * @returns its value, or a fault with the reason and the part of the expression
 */
export function evaluate({ root }: Expression, scope: Scope): Outcome<Value> {
  const granted = Math.min(limits.steps, scope.shared?.steps ?? limits.steps);
  const budget = { steps: granted };
  const outcome = outcomeOf(() => compute(root, { scope, meter: budget }));
  if (scope.shared) scope.shared.steps -= granted - Math.max(budget.steps, 0);
  return outcome;
}

interface Run {
  scope: Scope;
  meter: EvaluationBudget;
}

/** Result of a chain of members in which a `?.` found null or undefined. */
const shortCircuited = Symbol('nothing');

function compute(node: Node, run: Run): Value {
  const value = step(node, run);
  return value === shortCircuited ? undefined : value;
}

function step(node: Node, run: Run): Value | typeof shortCircuited {
  spend(run.meter, 1);
  switch (node.kind) {
    case 'literal':
      return node.value;
    case 'root':
      return ownMember(run.scope.roots, node.name);
    case 'member':
      return computeChain(node, run, (object) => readMember(node, object, compute(node.property, run)));
    case 'method':
      return computeChain(node, run, (object) =>
        computeCall(node, run, (args) => {
          spend(run.meter, searchSteps(object, args[0]));
          return callMethod(object, node.name, args);
        }),
      );
    case 'function':
      return computeCall(node, run, (args) => callFunction(node.name, args, run.scope));
    case 'unary': {
      const operand = compute(node.operand, run);
      return withLocation(node, run, () => unaryOperators[node.operator](operand));
    }
    case 'binary':
      return computeBinary(node, run);
    case 'choice':
      return compute(compute(node.test, run) ? node.yes : node.no, run);
    case 'list':
      return computeAll(node.items, run);
  }
}

type Chain = Extract<Node, { kind: 'member' | 'method' }>;

/** Evaluates the rest of a chain after its object, unless a `?.` in the chain has found null or undefined. */
function computeChain(node: Chain, run: Run, next: (object: Value) => Value): Value | typeof shortCircuited {
  const { object } = node;
  const value = object.kind === 'member' || object.kind === 'method' ? step(object, run) : compute(object, run);
  if (value === shortCircuited) return shortCircuited;
  if (value !== undefined && value !== null) return next(value);
  if (node.optional || run.scope.isLenient) return shortCircuited;
  throw new ExpressionError(
    `\`${formatExpression(object)}\` is ${value}, so \`${formatExpression(node)}\` cannot be read`,
  );
}

function readMember(node: Node, object: Value, property: Value): Value {
  if (typeof property !== 'string' && typeof property !== 'number') {
    throw new ExpressionError(
      `in \`${formatExpression(node)}\`: a member has a name or a number (got ${describeKind(property)})`,
    );
  }
  const name = String(property);
  if (isForbidden(name))
    throw new ExpressionError(`in \`${formatExpression(node)}\`: the member \`${name}\` may not be read`);
  if (typeof object === 'string' || Array.isArray(object)) return itemAt(object, name);
  return typeof object === 'object' ? ownMember(object as ValueRecord, name) : undefined;
}

function itemAt(object: string | readonly Value[], name: string): Value {
  if (name === 'length') return object.length;
  return /^(?:0|[1-9]\d*)$/.test(name) ? object[Number(name)] : undefined;
}

function computeAll(nodes: readonly Node[], run: Run): Value[] {
  return nodes.map((node) => compute(node, run));
}

function computeBinary(node: Extract<Node, { kind: 'binary' }>, run: Run): Value {
  const left = compute(node.left, run);
  const right = () => compute(node.right, run);
  switch (node.operator) {
    case '&&':
      return left ? right() : left;
    case '||':
      return left ? left : right();
    case '??':
      return left ?? right();
    default: {
      const operate = binaryOperators[node.operator];
      const rightValue = right();
      return withLocation(node, run, () => operate(left, rightValue));
    }
  }
}

function computeCall(node: Extract<Node, { args: Node[] }>, run: Run, call: (args: Value[]) => Value): Value {
  const args = computeAll(node.args, run);
  return withLocation(node, run, () => call(args));
}

/** Runs one operation on evaluated operands. Its errors name the part of the expression. */
function withLocation(node: Node, { meter: budget }: Run, operate: () => Value): Value {
  try {
    const value = operate();
    spendForSize(budget, value);
    return value;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new ExpressionError(`in \`${formatExpression(node)}\`: ${error.message}`);
  }
}
