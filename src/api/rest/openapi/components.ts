import type { JsonSchema } from '../../inputs/extensions.js';

/** The named schemas of an OpenAPI document while it is made. */
export interface Components {
  schemas: Record<string, JsonSchema>;
  /**
   * A reference to a component. The first call for a `key` builds it (references to itself are fine); another key that
   * wants a taken name gets a number.
   */
  refer: (key: string, name: string, build: () => JsonSchema) => JsonSchema;
  /** The schema itself where it is a reference, without what stands beside the reference. */
  resolve: (schema: JsonSchema) => JsonSchema;
}

/** Starts an empty set of components. */
export function makeComponents(): Components {
  const schemas: Record<string, JsonSchema> = {};
  const names = new Map<string, string>();
  return {
    schemas,
    refer: (key, wanted, build) => {
      const known = names.get(key);
      if (known) return { $ref: prefix + known };
      let name = wanted;
      for (let number = 2; Object.hasOwn(schemas, name); number++) name = wanted + number;
      names.set(key, name);
      schemas[name] = {};
      schemas[name] = build();
      return { $ref: prefix + name };
    },
    resolve: (schema) => (schema.$ref ? schemas[(schema.$ref as string).slice(prefix.length)]! : schema),
  };
}

const prefix = '#/components/schemas/';

/** The schema, or null. */
export function orNull(schema: JsonSchema): JsonSchema {
  if (typeof schema.type === 'string' && !schema.enum) return { ...schema, type: [schema.type, 'null'] };
  const { description, ...rest } = schema;
  return { ...(description ? { description } : {}), anyOf: [rest, nothing] };
}

/** Null, written the way the contract writes it. */
const nothing = { type: ['string', 'null'], enum: [null] };

/** Any of some schemas; equal ones count once. */
export function anyOf(schemas: readonly JsonSchema[]): JsonSchema {
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  return distinct.length === 1 ? distinct[0]! : { anyOf: distinct };
}

/** An object schema without empty keywords. */
export function objectSchema(properties: Record<string, JsonSchema>, required: readonly string[]): JsonSchema {
  return { type: 'object', properties, ...(required.length ? { required } : {}) };
}
