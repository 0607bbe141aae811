/**
 * The vocabulary of expressions: what authors write into pages (`<code class="expression">…</code>`) and conditions.
 * The engine is a parser and an interpreter of its own: nothing here makes code out of text.
 */

/** What an expression works on and answers. Members of records are read by their own names only. */
export type Value = undefined | null | boolean | number | string | readonly Value[] | ValueRecord;

/** Named values, such as `space.vars`. */
export interface ValueRecord {
  readonly [name: string]: Value;
}

/** Why an expression has no value: one sentence that says what and where. */
interface Fault {
  fault: string;
}

/** A result, or why there is none. Nothing of the engine throws. */
export type Outcome<Result> = { value: Result } | Fault;

/** Bounds of an expression (docs/expressions.md). */
export const limits = {
  /** Characters of the source. */
  characters: 1024,
  /** Nodes of the syntax tree. */
  nodes: 200,
  /** Brackets in one another. */
  nesting: 64,
  /** Steps of an evaluation: one a node, more for long texts. */
  steps: 2000,
  /** UTF-16 code units of a text made on the way. */
  text: 10_000,
  /** Items of a list made on the way. */
  items: 1000,
} as const;

/** Operators with one operand. */
export type UnaryOperator = '-' | '+' | '!';

/** Operators with two operands. */
export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '**'
  | '=='
  | '!='
  | '==='
  | '!=='
  | '<'
  | '<='
  | '>'
  | '>='
  | '&&'
  | '||'
  | '??';

/** A checked syntax tree: every name, method and operator in it is one that the engine knows. */
export type Node =
  | { kind: 'literal'; value: undefined | null | boolean | number | string }
  | { kind: 'root'; name: string }
  | { kind: 'member'; object: Node; property: Node; optional: boolean }
  | { kind: 'method'; object: Node; name: string; args: Node[]; optional: boolean }
  | { kind: 'function'; name: string; args: Node[] }
  | { kind: 'unary'; operator: UnaryOperator; operand: Node }
  | { kind: 'binary'; operator: BinaryOperator; left: Node; right: Node }
  | { kind: 'choice'; test: Node; yes: Node; no: Node }
  | { kind: 'list'; items: Node[] };

/** Where something stands in a source, in UTF-16 code units from 0; the end is not part of it. */
export interface Span {
  start: number;
  end: number;
}

/** An expression that can be evaluated. */
export interface Expression {
  root: Node;
  /** What its author wrote. */
  source: string;
  /** Where each node stands in it, brackets around it included. */
  spans: ReadonlyMap<Node, Span>;
  /** Names that it reads from outside: roots (`space`) and functions (`now`), each once. */
  inputs: readonly string[];
  /** Whether equal variables always give an equal value: it asks neither the clock, nor chance, nor the visitor. */
  deterministic: boolean;
}

/** Thrown inside the engine and caught at its two doors, `parseExpression` and `evaluate`. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
}

/** Runs a part of the engine; its error becomes a fault, any other is a defect and passes. */
export function outcomeOf<Result>(run: () => Result): Outcome<Result> {
  try {
    return { value: run() };
  } catch (error) {
    if (error instanceof ExpressionError) return { fault: error.message };
    throw error;
  }
}
