import type jsep from 'jsep';
import { ownMember } from '../../base/own-member.js';
import {
  type BinaryOperator,
  type Expression,
  ExpressionError,
  limits,
  type Node,
  type Span,
  type UnaryOperator,
} from './expression.js';
import { functions } from './functions.js';
import { methodNames } from './methods.js';
import { binaryOperators, unaryOperators } from './operators.js';
import type { Syntax } from './syntax.js';
import { isForbidden, type Vocabulary } from './vocabulary.js';

/** State of converting a tree. */
interface Reading extends ReadSource {
  nodes: number;
  inputs: Set<string>;
  spans: Map<Node, Span>;
}

/** Constants that the parser treats as names. */
const constants = new Map<string, undefined | number>([
  ['undefined', undefined],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
]);

/** A parsed expression before its nodes are checked. */
export interface ReadSource {
  source: string;
  syntax: Syntax;
  /** Names that the expression may use. */
  vocabulary: Vocabulary;
}

/**
 * Converts the parser's tree to the engine's tree. Accepts only known constructs.
 * @throws ExpressionError for an unknown node, name, method or operator, and for over 200 nodes
 */
export function buildExpression(read: ReadSource): Expression {
  const { source, syntax, vocabulary } = read;
  const reading: Reading = { ...read, nodes: 0, inputs: new Set(), spans: new Map() };
  const root = nodeOf(reading, syntax.root);
  const inputs = [...reading.inputs];
  const isSame = (name: string) =>
    ownMember(vocabulary.roots, name)?.deterministic ?? functions.get(name)?.deterministic ?? false;
  return { root, source, spans: reading.spans, inputs, deterministic: inputs.every(isSame) };
}

function nodeOf(reading: Reading, syntax: unknown): Node {
  const node = buildNode(reading, syntax as jsep.CoreExpression | null);
  return recordSpan(reading, node, syntax as object);
}

function recordSpan({ spans, syntax }: Reading, node: Node, place: object): Node {
  spans.set(node, syntax.spanOf(place));
  return node;
}

function buildNode(reading: Reading, node: jsep.CoreExpression | null): Node {
  if (++reading.nodes > limits.nodes) {
    throw new ExpressionError(`an expression has at most ${limits.nodes} parts, this one has more`);
  }
  switch (node?.type) {
    case 'Literal':
      return literalNode(node);
    case 'Identifier':
      return identifierNode(reading, node.name);
    case 'MemberExpression':
      return memberNode(reading, node);
    case 'CallExpression':
      return callNode(reading, node);
    case 'UnaryExpression':
      return unaryNode(reading, node);
    case 'BinaryExpression':
      return binaryNode(reading, node);
    case 'ConditionalExpression':
      return {
        kind: 'choice',
        test: nodeOf(reading, node.test),
        yes: nodeOf(reading, node.consequent),
        no: nodeOf(reading, node.alternate),
      };
    case 'ArrayExpression':
      return { kind: 'list', items: node.elements.map((item) => nodeOf(reading, item)) };
    default:
      throw new ExpressionError(refusals.get(node?.type ?? '') ?? 'this kind of expression is not supported');
  }
}

const refusals = new Map<string, string>([
  ['Compound', 'an expression is one value, this has several'],
  ['SequenceExpression', 'an expression is one value, this has several'],
  ['ThisExpression', '`this` is unknown here'],
  ['', 'a list has a value at each place, this one has a hole'],
]);

function literalNode({ value, raw }: jsep.Literal): Node {
  // An escaped backslash does not escape the next character.
  if (/^['"](?:[^\\]|\\[^ux0-9])*\\[ux0-9]/.test(raw)) {
    throw new ExpressionError(`write the character itself instead of its number in ${raw.slice(0, 40)}`);
  }
  return { kind: 'literal', value: value as null | boolean | number | string };
}

function identifierNode({ source, vocabulary, inputs }: Reading, name: string): Node {
  if (constants.has(name)) return { kind: 'literal', value: constants.get(name) };
  if (!Object.hasOwn(vocabulary.roots, name)) {
    const known = Object.keys(vocabulary.roots).join(', ');
    throw new ExpressionError(`\`${name}\` is unknown here${positionOfWord(name, source)}; there is ${known}`);
  }
  inputs.add(name);
  return { kind: 'root', name };
}

function memberNode(reading: Reading, node: jsep.MemberExpression): Node {
  const property = propertyNode(reading, node);
  if (property.kind === 'literal') refuseForbidden(reading, String(property.value));
  return { kind: 'member', object: nodeOf(reading, node.object), property, optional: node.optional === true };
}

function propertyNode(reading: Reading, { computed, property }: jsep.MemberExpression): Node {
  if (computed) return nodeOf(reading, property);
  return recordSpan(reading, { kind: 'literal', value: (property as jsep.Identifier).name }, property);
}

function callNode(reading: Reading, { callee, arguments: list, optional }: jsep.CallExpression): Node {
  if (optional) throw new ExpressionError('`?.(` is unknown here; functions and methods always exist');
  const name = functionName(callee as jsep.CoreExpression);
  const args = () => list.map((item) => nodeOf(reading, item));
  if (name !== null && !startsAtRoot(name, reading.vocabulary)) {
    if (!reading.vocabulary.functions || !functions.has(name)) {
      throw new ExpressionError(`the function \`${name}\` is unknown here${positionOfWord(name, reading.source)}`);
    }
    reading.inputs.add(name);
    return { kind: 'function', name, args: args() };
  }
  const method = callee as jsep.MemberExpression;
  if (method.type !== 'MemberExpression' || method.computed) {
    throw new ExpressionError('only functions and methods can be called, by their names');
  }
  const called = (method.property as jsep.Identifier).name;
  refuseForbidden(reading, called);
  if (!methodNames.has(called)) {
    throw new ExpressionError(`the method \`${called}\` is unknown here${positionOfWord(called, reading.source)}`);
  }
  const object = nodeOf(reading, method.object);
  return { kind: 'method', object, name: called, args: args(), optional: method.optional === true };
}

/** Returns the name of a called function, such as `now` or `Math.round`; null for a method of a value. */
function functionName(callee: jsep.CoreExpression): string | null {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type !== 'MemberExpression' || callee.computed || callee.optional) return null;
  const object = callee.object as jsep.CoreExpression;
  return object.type === 'Identifier' ? `${object.name}.${(callee.property as jsep.Identifier).name}` : null;
}

function startsAtRoot(name: string, { roots }: Vocabulary): boolean {
  return name.includes('.') && Object.hasOwn(roots, name.slice(0, name.indexOf('.')));
}

function unaryNode(reading: Reading, { operator, argument }: jsep.UnaryExpression): Node {
  if (!Object.hasOwn(unaryOperators, operator)) throw unknownOperator(reading, operator);
  return { kind: 'unary', operator: operator as UnaryOperator, operand: nodeOf(reading, argument) };
}

function binaryNode(reading: Reading, { operator, left, right }: jsep.BinaryExpression): Node {
  const isLogic = operator === '&&' || operator === '||' || operator === '??';
  if (!isLogic && !Object.hasOwn(binaryOperators, operator)) throw unknownOperator(reading, operator);
  return {
    kind: 'binary',
    operator: operator as BinaryOperator,
    left: nodeOf(reading, left),
    right: nodeOf(reading, right),
  };
}

function unknownOperator({ source }: Reading, operator: string): ExpressionError {
  return new ExpressionError(`the operator \`${operator}\` is unknown here${positionOfWord(operator, source)}`);
}

function refuseForbidden({ source }: Reading, name: string): void {
  if (isForbidden(name))
    throw new ExpressionError(`the member \`${name}\` may not be read${positionOfWord(name, source)}`);
}

/**
 * Returns the position of a word's first occurrence in the source, for use in a message. Returns '' if the word is
 * written differently, for example with spaces around its dot.
 */
function positionOfWord(word: string, source: string): string {
  const isName = /^\w/.test(word);
  for (let at = source.indexOf(word); at !== -1; at = source.indexOf(word, at + 1)) {
    const around = [source[at - 1] ?? '', source[at + word.length] ?? ''];
    if (!isName || !around.some((letter) => /[\w$]/.test(letter))) return ` at character ${at + 1}`;
  }
  return '';
}
