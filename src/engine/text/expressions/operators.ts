import { type BinaryOperator, ExpressionError, type UnaryOperator, type Value } from './expression.js';

/** A value that JavaScript's operators use without calling one of its methods. */
export type Plain = undefined | null | boolean | number | string;

/** Implementations of the operators with one operand. */
export const unaryOperators: { [Operator in UnaryOperator]: (operand: Value) => Value } = {
  '-': (operand) => -plain(operand, '-')!,
  '+': (operand) => +plain(operand, '+')!,
  '!': (operand) => !operand,
};

type Eager = Exclude<BinaryOperator, '&&' | '||' | '??'>;

/**
 * Implementations of the operators with two operands, as in JavaScript for plain values. `&&`, `||` and `??` are
 * missing, because they may skip their second operand.
 */
export const binaryOperators: { [Operator in Eager]: (left: Value, right: Value) => Value } = {
  '+': arithmetic('+', (left, right) => left + right),
  '-': arithmetic('-', (left, right) => left - right),
  '*': arithmetic('*', (left, right) => left * right),
  '/': arithmetic('/', (left, right) => left / right),
  '%': arithmetic('%', (left, right) => left % right),
  '**': arithmetic('**', (left, right) => left ** right),
  '<': arithmetic('<', (left, right) => left < right),
  '<=': arithmetic('<=', (left, right) => left <= right),
  '>': arithmetic('>', (left, right) => left > right),
  '>=': arithmetic('>=', (left, right) => left >= right),
  '===': (left, right) => left === right,
  '!==': (left, right) => left !== right,
  '==': looselyEqual,
  '!=': (left, right) => !looselyEqual(left, right),
};

/** Returns the name of a value's type, for messages. */
export function describeKind(value: Value): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'a list';
  return { string: 'text', number: 'a number', boolean: 'a yes or no' }[typeof value as string] ?? 'a record';
}

/** Reports whether a value is neither a list nor a record. */
export function isPlain(value: Value): value is Plain {
  return value === null || typeof value !== 'object';
}

/**
 * Wraps an operator so that it accepts only plain values. JavaScript converts operands of other types, which could call
 * their methods.
 */
function arithmetic(operator: Eager, run: (left: number, right: number) => Value) {
  return (left: Value, right: Value) => run(plain(left, operator) as number, plain(right, operator) as number);
}

function looselyEqual(left: Value, right: Value): boolean {
  const isEmpty = (value: Value) => value === null || value === undefined;
  if (!isPlain(left) || !isPlain(right)) {
    if (left === right) return true;
    if (isEmpty(left) || isEmpty(right) || (!isPlain(left) && !isPlain(right))) return false;
    plain(left, '==');
    plain(right, '==');
  }
  // biome-ignore lint/suspicious/noDoubleEquals: the language's `==` is JavaScript's, for plain values.
  return left == right;
}

function plain(value: Value, operator: string): Plain {
  if (isPlain(value)) return value;
  throw new ExpressionError(`\`${operator}\` needs text, numbers or booleans (got ${describeKind(value)})`);
}
