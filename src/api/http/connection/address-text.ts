import type { FastifyRequest } from 'fastify';
import { assertText } from '../../inputs/scalars.js';

/**
 * Refuses a path or query parameter with NUL or half of a surrogate pair, because Postgres cannot compare such text. It
 * is a hook of every route. Paths without a route pass, because nothing reads them.
 * @throws BAD_USER_INPUT that names the parameter
 */
export async function checkAddressText({ is404, params, query }: FastifyRequest): Promise<void> {
  if (is404) return;
  for (const [name, value] of Object.entries(params as object)) assertText(value, name === '*' ? 'path' : name);
  assertQueryText(query as object);
}

/**
 * Refuses query parameters with such text.
 * @throws BAD_USER_INPUT that names the parameter
 */
export function assertQueryText(query: object): void {
  for (const [name, value] of Object.entries(query)) {
    assertText(name, 'query');
    assertText(value, name);
  }
}
