/**
 * Data types of the expressions that authors write in pages (`<code class="expression">…</code>`) and conditions. The
 * engine has its own parser and interpreter; it never executes text as JavaScript.
 */

/** Operand or result of an expression. Only own members of records are readable. */
export type Value = undefined | null | boolean | number | string | readonly Value[] | ValueRecord;

/** Named values, such as `space.vars`. */
export interface ValueRecord {
  readonly [name: string]: Value;
}

/** Reason why an expression has no value: one sentence that names the problem and its position. */
interface Fault {
  fault: string;
}

/** A result, or the reason why there is none. The engine never throws. */
export type Outcome<Result> = { value: Result } | Fault;

/** Limits of an expression (docs/expressions.md). */
export const limits = {
  /** Maximum length of the source, in characters. */
  characters: 1024,
  /** Maximum number of nodes of the syntax tree. */
  nodes: 200,
  /** Maximum nesting depth of brackets. */
  nesting: 64,
  /** Maximum number of steps of an evaluation: one step per node, and more for long texts. */
  steps: 2000,
  /** Maximum length of an intermediate text, in UTF-16 code units. */
  text: 10_000,
  /** Maximum number of items of an intermediate list. */
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

/** A checked syntax tree: it contains only known names, methods and operators. */
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

/** A range of a source, in UTF-16 code units from 0; the end is exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** An expression that can be evaluated. */
export interface Expression {
  root: Node;
  /** Source in the form that its author wrote. */
  source: string;
  /** Range of each node in the source, including brackets around the node. */
  spans: ReadonlyMap<Node, Span>;
  /** Distinct external names that the expression uses: roots (`space`) and functions (`now`). */
  inputs: readonly string[];
  /**
   * Whether equal variables always result in an equal value: the expression does not use the clock, random numbers or
   * the visitor.
   */
  deterministic: boolean;
}

/** Thrown only within the engine, and caught by its entry points `parseExpression` and `evaluate`. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
}

/** Runs a part of the engine. Returns an `ExpressionError` as a fault. Other errors are bugs and are thrown. */
export function outcomeOf<Result>(run: () => Result): Outcome<Result> {
  try {
    return { value: run() };
  } catch (error) {
    if (error instanceof ExpressionError) return { fault: error.message };
    throw error;
  }
}
