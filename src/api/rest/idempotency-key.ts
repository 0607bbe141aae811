import type { JsonSchema } from '../inputs/extensions.js';
import type { RestOperation } from './operation.js';

/**
 * Reports whether an operation accepts an `Idempotency-Key`. Mutations with POST, PUT or PATCH accept one, because a
 * repeated request could have an effect twice.
 */
export function acceptsIdempotencyKey({ node, route }: RestOperation): boolean {
  return node.operation === 'mutation' && ['POST', 'PUT', 'PATCH'].includes(route.method);
}

/** Error statuses that an idempotency key adds to an operation. */
export const keyErrors = [409, 422];

/** OpenAPI components of the request parameter and the response header, by component name. */
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

/** Parameter of the operations that accept a key. */
export const keyParameter: JsonSchema = { $ref: '#/components/parameters/IdempotencyKey' };

/** Response headers of the operations that accept a key. */
export const keyHeaders = { 'Idempotent-Replayed': { $ref: '#/components/headers/IdempotentReplayed' } };
