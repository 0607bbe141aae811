import { GraphQLError, Lexer, Source, TokenKind } from 'graphql';
import { limits, tooComplex } from './limits.js';

/**
 * Refuses a query text with too many tokens or too many open brackets. It runs before the parser, which recurses for
 * each open bracket, so that thousands of brackets would overflow the stack. The lexer does not recurse. A text that
 * cannot be read passes, because the parser reports it.
 * @throws GraphQLError (QUERY_TOO_COMPLEX)
 */
export function checkTextLimits(text: string | Source): void {
  const lexer = new Lexer(typeof text === 'string' ? new Source(text) : text);
  let tokens = 0;
  let open = 0;
  for (let kind = nextKind(lexer); kind !== null; kind = nextKind(lexer)) {
    if (++tokens > limits.tokens) throw tooComplex(`The number of tokens must be at most ${limits.tokens}`);
    open += brackets.get(kind) ?? 0;
    if (open > limits.brackets)
      throw tooComplex(`Brackets must be nested at most ${limits.brackets} levels (got ${open})`);
  }
}

const brackets = new Map<TokenKind, 1 | -1>([
  [TokenKind.BRACE_L, 1],
  [TokenKind.BRACKET_L, 1],
  [TokenKind.PAREN_L, 1],
  [TokenKind.BRACE_R, -1],
  [TokenKind.BRACKET_R, -1],
  [TokenKind.PAREN_R, -1],
]);

/** Returns the kind of the next token; null at the end of the text and at a character that begins no token. */
function nextKind(lexer: Lexer): TokenKind | null {
  try {
    const { kind } = lexer.advance();
    return kind === TokenKind.EOF ? null : kind;
  } catch (error) {
    if (error instanceof GraphQLError) return null;
    throw error;
  }
}
