import { AppError } from '../../../platform/base/errors.js';

/**
 * Maximum depth of nested arrays and objects in a body, so that code which recurses into the parsed body cannot
 * overflow the stack.
 */
export const maxDepth = 64;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a body. An empty body counts as absent, a byte order mark is skipped, and if keys are equal, the last one
 * counts.
 * @throws BAD_USER_INPUT for bytes that are not UTF-8, text that is not JSON, nesting over 64 and the key `__proto__`
 * @throws BAD_USER_INPUT for numbers beyond the range of a double, and for strings with NUL or lone surrogates, which a
 * database could not return
 */
export function parseJson(body: Uint8Array): unknown {
  if (body.length === 0) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(body));
  } catch (error) {
    throw badJson(
      error instanceof SyntaxError ? `The body must be JSON: ${error.message}` : 'The body must be UTF-8 text',
    );
  }
  check(value);
  return value;
}

/**
 * Returns the error of a request whose client disconnected before the end of the body; null for any other error. The
 * client does not receive the error.
 */
export function abortedBodyError({
  code,
  statusCode,
}: Error & { code?: string; statusCode?: number }): AppError | null {
  // This is the only socket error on which Fastify sets a status.
  const isBroken = code === 'ECONNRESET' && statusCode === 400;
  return isBroken ? badJson('The body broke off before its end') : null;
}

/** Checks a value level by level, without recursion. */
function check(root: unknown): void {
  let level = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === 'string') checkText(value);
      else if (typeof value === 'number') checkNumber(value);
      else if (typeof value === 'object' && value !== null) {
        if (depth === maxDepth) throw badJson(`The body must nest at most ${maxDepth} levels`);
        addMembers(value, next);
      }
    }
    level = next;
  }
}

function addMembers(value: object, next: unknown[]): void {
  if (Array.isArray(value)) {
    for (const item of value) next.push(item);
    return;
  }
  for (const [key, member] of Object.entries(value)) {
    if (key === '__proto__') throw badJson('The body must not have the key `__proto__`');
    checkText(key);
    next.push(member);
  }
}

/**
 * Refuses JSON numbers outside of the range of a double: JavaScript reads them as infinite, which JSON cannot express.
 */
function checkNumber(number: number): void {
  if (!Number.isFinite(number)) throw badJson('Numbers must be between -1.8e308 and 1.8e308');
}

function checkText(text: string): void {
  if (text.includes('\0')) throw badJson('Text must not contain the character NUL (\\u0000)');
  if (!text.isWellFormed()) throw badJson('Text must not contain half of a surrogate pair (\\ud800 to \\udfff)');
}

/** Returns the refusal of a body, with the reason. */
function badJson(message: string): AppError {
  return new AppError('BAD_USER_INPUT', message, { reason: 'BAD_JSON' });
}
