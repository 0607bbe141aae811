import type { JsonSchema } from '../../inputs/extensions.js';

/** The named schemas of an OpenAPI document under construction. */
export interface Components {
  schemas: Record<string, JsonSchema>;
  /**
   * Returns a reference to a component. The first call for a `key` builds the component, which may reference itself. If
   * another key has the same name, a number is appended.
   */
  refer: (key: string, name: string, build: () => JsonSchema) => JsonSchema;
  /**
   * Returns the schema that a reference names, without the keywords next to the reference. Returns other schemas
   * unchanged.
   */
  resolve: (schema: JsonSchema) => JsonSchema;
}

/** Creates an empty set of components. */
export function makeComponents(): Components {
  const schemas: Record<string, JsonSchema> = {};
  const names = new Map<string, string>();
  return {
    schemas,
    refer: (key, preferredName, build) => {
      const known = names.get(key);
      if (known) return { $ref: prefix + known };
      let name = preferredName;
      for (let number = 2; Object.hasOwn(schemas, name); number++) name = preferredName + number;
      names.set(key, name);
      schemas[name] = {};
      schemas[name] = build();
      return { $ref: prefix + name };
    },
    resolve: (schema) => (schema.$ref ? schemas[(schema.$ref as string).slice(prefix.length)]! : schema),
  };
}

const prefix = '#/components/schemas/';

/** Returns a schema that also allows null. */
export function orNull(schema: JsonSchema): JsonSchema {
  if (typeof schema.type === 'string' && !schema.enum) return { ...schema, type: [schema.type, 'null'] };
  const { description, ...rest } = schema;
  return { ...(description ? { description } : {}), anyOf: [rest, nothing] };
}

/** JSON Schema of null. It has the same form as in the documented API. */
const nothing = { type: ['string', 'null'], enum: [null] };

/** Returns a schema that accepts a value of any of the given schemas; duplicate schemas are removed. */
export function anyOf(schemas: readonly JsonSchema[]): JsonSchema {
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  return distinct.length === 1 ? distinct[0]! : { anyOf: distinct };
}

/** Returns an object schema without empty keywords. */
export function objectSchema(properties: Record<string, JsonSchema>, required: readonly string[]): JsonSchema {
  return { type: 'object', properties, ...(required.length ? { required } : {}) };
}
