import { buildExpression } from './build-expression.js';
import { type Expression, ExpressionError, limits, type Outcome, outcomeOf } from './expression.js';
import { readSyntax } from './syntax.js';
import { pageVocabulary, type Vocabulary } from './vocabulary.js';

/**
 * Parses an expression. It has JavaScript's syntax for literals, members, operators, `? :`, lists, and calls of known
 * functions and methods. It may have at most 1,024 characters, 200 nodes and 64 levels of nested brackets.
 * @returns the expression, or a fault with the problem and its position
 */
export function parseExpression(source: string, vocabulary: Vocabulary = pageVocabulary): Outcome<Expression> {
  return outcomeOf(() => {
    if (source.length > limits.characters) {
      throw new ExpressionError(`an expression has at most ${limits.characters} characters, this one ${source.length}`);
    }
    if (source.trim() === '') throw new ExpressionError('the expression is empty');
    checkNesting(source);
    return buildExpression({ source, syntax: readSyntax(source), vocabulary });
  });
}

/** Checks nested brackets before parsing, because the parser recurses into each bracket but creates no node for it. */
function checkNesting(source: string): void {
  let depth = 0;
  for (const { 0: token, index } of source.matchAll(/"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|[()[\]]/g)) {
    if (token === '(' || token === '[') depth += 1;
    if (token === ')' || token === ']') depth -= 1;
    if (depth <= limits.nesting) continue;
    const rule = `an expression has at most ${limits.nesting} nested brackets`;
    throw new ExpressionError(`${rule}, this one has more at character ${index + 1}`);
  }
}
