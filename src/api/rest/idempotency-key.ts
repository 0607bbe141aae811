import type { JsonSchema } from '../inputs/extensions.js';
import type { RestOperation } from './operation.js';

/** Whether an operation is done once for the `Idempotency-Key` of its request: what changes something, and could twice. */
export function takesKey({ node, route }: RestOperation): boolean {
  return node.operation === 'mutation' && ['POST', 'PUT', 'PATCH'].includes(route.method);
}

/** Statuses that a key adds to the errors of an operation. */
export const keyErrors = [409, 422];

/** The parameter and the header of the answer, by their names among the components of OpenAPI. */
export const keyComponents: Record<'parameters' | 'headers', Record<string, JsonSchema>> = {
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'With it the request is done once, however often it is sent within a day; a repeat is answered alike.',
      schema: { type: 'string', minLength: 1, maxLength: 257, pattern: '^("[!-~]{1,255}"|[!#-~][!-~]{0,254})$' },
    },
  },
  headers: {
    IdempotentReplayed: {
      description: 'Is `true` where the request was done before and nothing was done now.',
      schema: { type: 'string', enum: ['true'] },
    },
  },
};

/** What an operation that takes a key has among its parameters. */
export const keyParameter: JsonSchema = { $ref: '#/components/parameters/IdempotencyKey' };

/** What its answers have among their headers. */
export const keyHeaders = { 'Idempotent-Replayed': { $ref: '#/components/headers/IdempotentReplayed' } };
