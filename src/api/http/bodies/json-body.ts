import { AppError } from '../../../platform/base/errors.js';

/** How many arrays and objects a body may nest: what walks or prints it again must not overflow the stack (safety, trap 10). */
export const maxDepth = 64;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a body; an empty one counts as absent, a byte order mark is skipped, and of two equal keys the last counts.
 * @throws BAD_USER_INPUT for bytes that are no UTF-8, text that is no JSON, nesting over 64, the key `__proto__`,
 * numbers beyond a double, and strings with NUL or lone surrogates, which a database could not give back.
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

/** What a client is told, could it still hear it, that went away before the end of its body; null for any other error. */
export function brokenOff({ code, statusCode }: Error & { code?: string; statusCode?: number }): AppError | null {
  // Fastify gives no other error of a socket a status.
  const isBroken = code === 'ECONNRESET' && statusCode === 400;
  return isBroken ? badJson('The body broke off before its end') : null;
}

/** Walks the value level by level, without recursion. */
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

/** JSON knows numbers that a double does not hold; they become infinite, which cannot be printed again. */
function checkNumber(number: number): void {
  if (!Number.isFinite(number)) throw badJson('Numbers must be between -1.8e308 and 1.8e308');
}

function checkText(text: string): void {
  if (text.includes('\0')) throw badJson('Text must not contain the character NUL (\\u0000)');
  if (!text.isWellFormed()) throw badJson('Text must not contain half of a surrogate pair (\\ud800 to \\udfff)');
}

/** Refuses a body, with a sentence that says why. */
function badJson(message: string): AppError {
  return new AppError('BAD_USER_INPUT', message, { reason: 'BAD_JSON' });
}
