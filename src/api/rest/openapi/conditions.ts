import type { JsonSchema } from '../../inputs/extensions.js';
import type { RestOperation } from '../operation.js';

type Described = Pick<RestOperation, 'route' | 'revision'>;

/** What conditional requests have among the components of OpenAPI. */
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

/** Parameters that an operation takes as headers of a condition. */
export function conditionParameters({ route, revision }: Described): JsonSchema[] {
  return [
    ...(revision ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
    ...(route.ifMatch ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
  ];
}

/** Headers of an answer that has a tag. */
export const tagHeaders = { ETag: { $ref: '#/components/headers/ETag' } };

/** The answer that an operation has beside its own where the client has that. */
export const notModified = { 304: { $ref: '#/components/responses/NotModified' } };
