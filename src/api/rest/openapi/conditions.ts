import type { JsonSchema } from '../../inputs/extensions.js';
import type { RestOperation } from '../operation.js';

type Described = Pick<RestOperation, 'route' | 'revision'>;

/** OpenAPI components of conditional requests. */
export const conditionComponents: Record<'parameters' | 'headers' | 'responses', Record<string, JsonSchema>> = {
  parameters: {
    IfNoneMatch: {
      name: 'If-None-Match',
      in: 'header',
      required: false,
      description: 'The `ETag` of an earlier answer: where it would be the same again, the answer is 304.',
      schema: { type: 'string' },
    },
    IfMatch: {
      name: 'If-Match',
      in: 'header',
      required: false,
      description:
        'The `ETag` of what was read of it, or `"<revision>"`: with another revision nothing is done, and the answer is 412.',
      schema: { type: 'string' },
    },
  },
  headers: {
    ETag: {
      description: 'Names the answer: `"<revision>.<hash of the answer>"`.',
      schema: { type: 'string' },
    },
  },
  responses: {
    NotModified: { description: 'As it was; no body', headers: { ETag: { $ref: '#/components/headers/ETag' } } },
  },
};

/** Returns the conditional request headers that an operation accepts, as parameters. */
export function conditionParameters({ route, revision }: Described): JsonSchema[] {
  return [
    ...(revision ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
    ...(route.ifMatch ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
  ];
}

/** Headers of a response that has an `ETag`. */
export const etagHeaders = { ETag: { $ref: '#/components/headers/ETag' } };

/** The 304 response, for a client whose cached response is current. */
export const notModifiedResponse = { 304: { $ref: '#/components/responses/NotModified' } };
