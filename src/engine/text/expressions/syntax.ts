import jsep from 'jsep';
import { ExpressionError, type Span } from './expression.js';

/** Syntax tree of a source, in the parser's format, and the ranges of its nodes. */
export interface Syntax {
  root: jsep.Expression;
  spanOf(node: object): Span;
}

/**
 * Parses a source.
 * @throws ExpressionError for invalid syntax
 */
export function readSyntax(source: string): Syntax {
  try {
    const reader = new Reader(source);
    const root = reader.parse();
    return { root, spanOf: (node) => spanOf(reader, node as jsep.CoreExpression) };
  } catch (error) {
    // The parser is recursive, so thousands of open brackets can exhaust the stack.
    if (error instanceof RangeError) throw new ExpressionError('the expression is nested too deeply');
    throw new ExpressionError(faultSentence(error as Error & { description?: string; index?: number }));
  }
}

function faultSentence({ message, description, index }: Error & { description?: string; index?: number }): string {
  const what = (description ?? message).slice(0, 120);
  return index === undefined ? what : `${what} at character ${index + 1}`;
}

/** Members of the parser's class that are missing from its type declarations. */
interface Parser {
  index: number;
  readonly expr: string;
  parse(): jsep.Expression;
  gobbleSpaces(): void;
  gobbleToken(): jsep.Expression | false;
  gobbleIdentifier(): jsep.Expression;
  gobbleArguments(until: number): jsep.Expression[];
}

const { Jsep } = jsep as unknown as { Jsep: new (source: string) => Parser };

/**
 * Records the ranges of operands, names and argument lists, including brackets around them. The parser itself records
 * no positions.
 */
class Reader extends Jsep {
  readonly spans = new WeakMap<object, Span>();

  override gobbleToken(): jsep.Expression | false {
    this.gobbleSpaces();
    return this.#noted(() => super.gobbleToken());
  }

  override gobbleIdentifier(): jsep.Expression {
    return this.#noted(() => super.gobbleIdentifier());
  }

  override gobbleArguments(until: number): jsep.Expression[] {
    return this.#noted(() => super.gobbleArguments(until));
  }

  #noted<Read extends object | false>(read: () => Read): Read {
    const start = this.index;
    const node = read();
    if (node) this.spans.set(node, { start, end: start + this.expr.slice(start, this.index).trimEnd().length });
    return node;
  }
}

/** Returns the range of a node. If its range was not recorded, it extends from its first to its last part. */
function spanOf({ spans, expr }: Reader, node: jsep.CoreExpression): Span {
  const span = (part: object): Span => spans.get(part) ?? composed(part as jsep.CoreExpression);
  const composed = (whole: jsep.CoreExpression): Span => {
    switch (whole.type) {
      case 'BinaryExpression':
        return { start: span(whole.left).start, end: span(whole.right).end };
      case 'ConditionalExpression':
        return { start: span(whole.test).start, end: span(whole.alternate).end };
      case 'CallExpression':
        return { start: span(whole.callee).start, end: span(whole.arguments).end };
      case 'MemberExpression': {
        const { end } = span(whole.property);
        return { start: span(whole.object).start, end: whole.computed ? expr.indexOf(']', end) + 1 : end };
      }
      default:
        return { start: 0, end: expr.length };
    }
  };
  return span(node);
}
