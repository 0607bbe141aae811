import type { Expression, Node } from '../text/expressions/expression.js';
import { formatExpression } from '../text/expressions/format-expression.js';
import { hasMethod } from '../text/expressions/methods.js';
import type { ClaimsSchema } from './claims-schema.js';
import { parseCondition } from './condition.js';
import { kindOfShape, literalShape, type Shape, shapeOfMember, shapeOfRoot, unknownShape } from './shapes.js';

/** A fault in a condition. */
export interface ConditionFault {
  /** Sentence that describes the fault, with the character position (from 1) if it is known. */
  fault: string;
  /** Position of the fault in the condition, in characters, from 1; absent if the condition cannot be parsed. */
  column?: number;
}

/**
 * Returns the faults of a condition on site visitors: a parse error, or violations of the site's claims schema if it
 * has one. A condition without faults may be stored.
 */
export function conditionFaults(condition: string, schema: ClaimsSchema | null): ConditionFault[] {
  const parsed = parseCondition(condition);
  if ('fault' in parsed) return [{ fault: parsed.fault }];
  return schema === null ? [] : checkAgainstSchema(parsed.value, schema);
}

/**
 * Checks a condition against a claims schema. It may use only claims that the schema defines, values that they can
 * have, and operations of their type. Expressions that depend on a value, such as a computed name, are not checked.
 */
function checkAgainstSchema(expression: Expression, schema: ClaimsSchema): ConditionFault[] {
  const checking: Checking = { expression, schema, faults: [] };
  shapeOf(checking, expression.root);
  return checking.faults;
}

interface Checking {
  expression: Expression;
  schema: ClaimsSchema;
  faults: ConditionFault[];
}

/** Returns the shape of a node's value. Adds the faults in the node to `checking`, in text order. */
function shapeOf(checking: Checking, node: Node): Shape {
  switch (node.kind) {
    case 'literal':
      return literalShape(node.value);
    case 'root':
      return shapeOfRoot(checking.schema);
    case 'member':
      return memberShape(checking, node);
    case 'method':
      return methodShape(checking, node);
    case 'binary':
      return binaryShape(checking, node);
    case 'unary':
      shapeOf(checking, node.operand);
      return { kind: node.operator === '!' ? 'boolean' : 'number' };
    case 'choice':
      for (const part of [node.test, node.yes, node.no]) shapeOf(checking, part);
      return unknownShape;
    case 'list':
      return { kind: 'list', items: node.items.map((item) => shapeOf(checking, item)) };
    case 'function':
      for (const argument of node.args) shapeOf(checking, argument);
      return unknownShape;
  }
}

function memberShape(checking: Checking, node: Extract<Node, { kind: 'member' }>): Shape {
  const { object, property } = node;
  const whole = shapeOf(checking, object);
  shapeOf(checking, property);
  if (property.kind !== 'literal') return unknownShape;
  const name = String(property.value);
  const part = shapeOfMember(whole, name);
  if (part) return part;
  const known = Object.keys(whole.members ?? {});
  if (whole.kind === 'record') {
    const there = known.length === 0 ? 'there is none' : `there is ${listed(known)}`;
    addFault(checking, property, (place) => `\`${formatExpression(node)}\` is unknown${place}; ${there}`);
  } else {
    addFault(
      checking,
      property,
      (place) => `\`${formatExpression(object)}\` is ${kindOfShape(whole)} and has no \`${name}\`${place}`,
    );
  }
  return unknownShape;
}

function methodShape(checking: Checking, node: Extract<Node, { kind: 'method' }>): Shape {
  const self = shapeOf(checking, node.object);
  const args = node.args.map((argument) => shapeOf(checking, argument));
  if (!canCall(self, node.name)) {
    const what = `\`${formatExpression(node.object)}\` is ${kindOfShape(self)} and has no method \`${node.name}\``;
    addFault(checking, node, (place) => `${what}${place}`);
    return unknownShape;
  }
  if (!booleanMethods.has(node.name)) return unknownShape;
  if (node.name === 'includes') compareItems(checking, node, { self, sought: args[0] });
  return { kind: 'boolean' };
}

/** Compares the argument of `includes` with each item of the list. */
function compareItems(
  checking: Checking,
  { object, args }: Extract<Node, { kind: 'method' }>,
  { self, sought }: { self: Shape; sought: Shape | undefined },
): void {
  if (self.kind !== 'list' || sought === undefined) return;
  const right = { node: args[0]!, shape: sought };
  for (const [index, shape] of (self.items ?? []).entries()) {
    const node = object.kind === 'list' ? object.items[index]! : object;
    compare(checking, { left: { node, shape }, right });
  }
}

/** Methods that return a boolean. */
const booleanMethods = new Set(['includes', 'startsWith', 'endsWith']);

function canCall({ kind }: Shape, name: string): boolean {
  if (kind === 'anything' || kind === 'nothing') return true;
  return kind !== 'record' && hasMethod(kind, name);
}

function binaryShape(checking: Checking, node: Extract<Node, { kind: 'binary' }>): Shape {
  const left = { node: node.left, shape: shapeOf(checking, node.left) };
  const right = { node: node.right, shape: shapeOf(checking, node.right) };
  if (equalities.has(node.operator)) compare(checking, { left, right });
  else if (orderings.has(node.operator)) checkKinds(checking, { left, right });
  else return unknownShape;
  return { kind: 'boolean' };
}

const equalities: ReadonlySet<string> = new Set(['==', '!=', '===', '!==']);
const orderings: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);

interface Side {
  node: Node;
  shape: Shape;
}

interface Sides {
  left: Side;
  right: Side;
}

function compare(checking: Checking, { left, right }: Sides): void {
  if (checkKinds(checking, { left, right })) return;
  checkValue(checking, left, right);
  checkValue(checking, right, left);
}

/**
 * Adds a fault if the two sides of a comparison have different kinds.
 * @returns whether a fault was added
 */
function checkKinds(checking: Checking, { left, right }: Sides): boolean {
  if (isComparableWithAll(left.shape) || isComparableWithAll(right.shape) || left.shape.kind === right.shape.kind)
    return false;
  const [one, other] = [kindOfShape(left.shape), kindOfShape(right.shape)];
  addFault(
    checking,
    left.node,
    (place) => `\`${formatExpression(left.node)}\` is ${one} and is compared with ${other}${place}`,
  );
  return true;
}

/**
 * Reports whether a shape may be compared with every other shape. An example is undefined, because `visitor.claims.x ==
 * undefined` is valid for every claim.
 */
function isComparableWithAll({ kind }: Shape): boolean {
  return kind === 'anything' || kind === 'nothing';
}

function checkValue(checking: Checking, claim: Side, value: Side): void {
  const { values } = claim.shape;
  const { literal } = value.shape;
  if (values === undefined || literal === undefined || values.includes(literal)) return;
  const known = values.length === 0 ? 'no value' : `one of ${listed(values.map((known) => JSON.stringify(known)))}`;
  const what = `\`${formatExpression(claim.node)}\` has ${known}, never ${formatExpression(value.node)}`;
  addFault(checking, value.node, (place) => `${what}${place}`);
}

function addFault({ expression, faults }: Checking, node: Node, say: (place: string) => string): void {
  const column = expression.spans.get(node)!.start + 1;
  faults.push({ fault: say(` at character ${column}`), column });
}

/** Returns at most ten names or values, separated by commas. */
function listed(items: readonly string[]): string {
  const firstTen = items.slice(0, 10).join(', ');
  return items.length > 10 ? `${firstTen} and ${items.length - 10} more` : firstTen;
}
