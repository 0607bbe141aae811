import { describedScalar } from '../../../api/graphql/schema/declare-scalars.js';
import type { Json } from '../../../engine/base/types.js';
import type { ClaimsSchema } from '../../../engine/claims/claims-schema.js';

const claims = { $ref: '#/components/schemas/SiteAdaptiveJSONSchemaClaimsProperties' };
const primitive = { $ref: '#/components/schemas/SiteAdaptiveJSONSchemaPrimitives' };

/** Returns the schema of an object with only these members, all of them required. */
function closed(properties: Record<string, Json>): { [keyword: string]: Json } {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

const one = (value: string) => ({ type: 'string', enum: [value] });
const text = { type: 'string' };
const nothingElse = { type: 'boolean', enum: [false] };
const claimsByName = { type: 'object', additionalProperties: claims };

const components = {
  SiteAdaptiveJSONSchemaClaimsProperties: {
    description: 'A claim of visitors.',
    anyOf: [
      primitive,
      closed({ type: one('array'), description: text, items: primitive }),
      closed({ type: one('object'), description: text, properties: claimsByName, additionalProperties: nothingElse }),
    ],
  },
  SiteAdaptiveJSONSchemaPrimitives: {
    description: 'A claim that is a plain value.',
    anyOf: [
      closed({ type: one('boolean'), description: text }),
      closed({ type: one('string'), enum: { type: 'array', items: text }, description: text }),
      closed({ type: one('string'), description: text }),
      closed({ type: one('number'), description: text }),
    ],
  },
};

const unsigned = {
  type: 'object',
  properties: {
    type: one('object'),
    description: one('Unsigned claims of the site visitor.'),
    properties: claimsByName,
    additionalProperties: nothingElse,
  },
  required: ['type', 'description', 'properties', 'additionalProperties'],
};

/**
 * JSON Schema of the claims of visitors (`SiteAdaptiveJSONSchema`); `checkSchema` checks the limits of size and
 * nesting.
 */
export const SiteAdaptiveJSONSchema = describedScalar<Json, ClaimsSchema>('SiteAdaptiveJSONSchema', {
  described: {
    type: 'object',
    description:
      'JSON Schema (draft-07) of the claims of visitors: booleans, texts, texts of some values, numbers, arrays of these, and objects. At most 64 KiB, 500 claims, 10 in one another, and 1,000 values in enums.',
    properties: {
      $schema: one('http://json-schema.org/draft-07/schema#'),
      type: one('object'),
      // Two schemas in `allOf`, because clients generate TypeScript types. In one object type, the optional member
      // `unsigned` would not fit the index signature of the other members.
      properties: { allOf: [{ type: 'object', properties: { unsigned } }, claimsByName] },
      additionalProperties: nothingElse,
    },
    required: ['type', 'properties', 'additionalProperties'],
    additionalProperties: false,
  },
  components,
});
