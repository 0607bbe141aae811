import { describedScalar } from '../../../api/graphql/schema/declare-scalars.js';
import type { Json } from '../../../engine/base/types.js';
import type { ClaimsSchema } from '../../../engine/claims/claims-schema.js';

const claims = { $ref: '#/components/schemas/SiteAdaptiveJSONSchemaClaimsProperties' };
const primitive = { $ref: '#/components/schemas/SiteAdaptiveJSONSchemaPrimitives' };

/** Returns the schema of an object with only these members, all of them required. */
function closedObject(properties: Record<string, Json>): { [keyword: string]: Json } {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

const constant = (value: string) => ({ type: 'string', enum: [value] });
const text = { type: 'string' };
const noOtherMembers = { type: 'boolean', enum: [false] };
const claimsByName = { type: 'object', additionalProperties: claims };

const components = {
  SiteAdaptiveJSONSchemaClaimsProperties: {
    description: 'A claim of visitors.',
    anyOf: [
      primitive,
      closedObject({ type: constant('array'), description: text, items: primitive }),
      closedObject({
        type: constant('object'),
        description: text,
        properties: claimsByName,
        additionalProperties: noOtherMembers,
      }),
    ],
  },
  SiteAdaptiveJSONSchemaPrimitives: {
    description: 'A claim that is a plain value.',
    anyOf: [
      closedObject({ type: constant('boolean'), description: text }),
      closedObject({ type: constant('string'), enum: { type: 'array', items: text }, description: text }),
      closedObject({ type: constant('string'), description: text }),
      closedObject({ type: constant('number'), description: text }),
    ],
  },
};

const unsigned = {
  type: 'object',
  properties: {
    type: constant('object'),
    description: constant('Unsigned claims of the site visitor.'),
    properties: claimsByName,
    additionalProperties: noOtherMembers,
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
      $schema: constant('http://json-schema.org/draft-07/schema#'),
      type: constant('object'),
      // Two schemas in `allOf`, because clients generate TypeScript types. In one object type, the optional member
      // `unsigned` would not fit the index signature of the other members.
      properties: { allOf: [{ type: 'object', properties: { unsigned } }, claimsByName] },
      additionalProperties: noOtherMembers,
    },
    required: ['type', 'properties', 'additionalProperties'],
    additionalProperties: false,
  },
  components,
});
