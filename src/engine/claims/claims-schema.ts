/** Schema of a primitive claim. */
export type PrimitiveSchema =
  | { type: 'boolean'; description: string }
  | { type: 'string'; description: string; enum?: string[] }
  | { type: 'number'; description: string };

/** Schema of one visitor claim (`SiteAdaptiveJSONSchemaClaimsProperties` in openapi.json). */
export type ClaimSchema =
  | PrimitiveSchema
  | { type: 'array'; description: string; items: PrimitiveSchema }
  | { type: 'object'; description: string; properties: ClaimSchemas; additionalProperties: false };

/** Claims by name, in the order in which the author wrote them. */
export interface ClaimSchemas {
  [name: string]: ClaimSchema;
}

/** Schema of the claims of a site's visitors, in draft-07 of JSON Schema (`SiteAdaptiveJSONSchema` in openapi.json). */
export interface ClaimsSchema {
  $schema?: 'http://json-schema.org/draft-07/schema#';
  type: 'object';
  /** Schemas of the claims by name. The claim `unsigned` contains the claims that visitors may set themselves. */
  properties: ClaimSchemas;
  additionalProperties: false;
}

/** Limits of a schema, in addition to the rules for its structure. */
export const schemaLimits = {
  /** Maximum size of the schema in bytes, as JSON in UTF-8 without spaces. */
  bytes: 65_536,
  /** Maximum number of levels of nested claims. */
  depth: 10,
  /** Maximum number of claims, including nested ones. */
  claims: 500,
  /** Maximum number of values in all enums together. Each value results in a template condition. */
  values: 1000,
} as const;

/** Parses a stored schema; null if there is none. It is stored as JSON, which preserves the order of the claims. */
export function storedSchema(json: string | null): ClaimsSchema | null {
  return json === null ? null : (JSON.parse(json) as ClaimsSchema);
}
