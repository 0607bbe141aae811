/** A claim that is a plain value. */
export type PrimitiveSchema =
  | { type: 'boolean'; description: string }
  | { type: 'string'; description: string; enum?: string[] }
  | { type: 'number'; description: string };

/** What a claim of a visitor may be (`SiteAdaptiveJSONSchemaClaimsProperties` of the contract). */
export type ClaimSchema =
  | PrimitiveSchema
  | { type: 'array'; description: string; items: PrimitiveSchema }
  | { type: 'object'; description: string; properties: ClaimSchemas; additionalProperties: false };

/** Claims by their names, in the order of their author. */
export interface ClaimSchemas {
  [name: string]: ClaimSchema;
}

/** The claims that the visitors of a site may have, as draft-07 (`SiteAdaptiveJSONSchema` of the contract). */
export interface ClaimsSchema {
  $schema?: 'http://json-schema.org/draft-07/schema#';
  type: 'object';
  /** `unsigned` has those that a visitor may give itself. */
  properties: ClaimSchemas;
  additionalProperties: false;
}

/** Bounds of a schema beside its shape. */
export const schemaLimits = {
  /** Bytes of its JSON in UTF-8, without spaces. */
  bytes: 65_536,
  /** Claims in one another. */
  depth: 10,
  /** Claims, those in others included. */
  claims: 500,
  /** Values of all enums: each makes a template condition. */
  values: 1000,
} as const;

/** A schema as it is stored: as JSON, which keeps the order of the claims; null where there is none. */
export function storedSchema(json: string | null): ClaimsSchema | null {
  return json === null ? null : (JSON.parse(json) as ClaimsSchema);
}
