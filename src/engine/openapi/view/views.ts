/** Part of a specification to show. */
export type SpecificationPart =
  | { type: 'operation'; method: string; path: string }
  | { type: 'webhook'; method: string; name: string }
  | { type: 'schemas'; names: readonly string[] };

/** View of a part of a specification. */
export type SpecificationView = OperationView | SchemasView;

/** View of a schema. */
export interface SchemaView {
  /** Displayed type, such as `string<uuid>`, `array of Pet` or `Dog or Cat`. */
  type: string;
  /** Description in Markdown. */
  description?: string;
  /** Constraints as texts, such as `One of: a, b` or `maxLength: 10`. */
  facts: string[];
  /** Properties or variants. Empty below five levels, and for a schema nested in itself. */
  members: MemberView[];
}

/** A property or variant of a schema. */
export interface MemberView extends SchemaView {
  /** Name of a property or variant; `*` for all properties that are not named. */
  name: string;
  kind: 'property' | 'variant';
  isRequired: boolean;
  isDeprecated: boolean;
}

/** A parameter. */
export interface ParameterView extends Omit<SchemaView, 'members'> {
  in: string;
  name: string;
  isRequired: boolean;
  isDeprecated: boolean;
}

/** A body, for one media type or for several with the same schema. */
export interface BodyView {
  mediaType: string;
  schema: SchemaView;
}

/** A response. */
export interface ResponseView {
  status: string;
  /** Description in Markdown. */
  description?: string;
  headers: MemberView[];
  bodies: BodyView[];
}

/** An operation or a webhook. */
export interface OperationView {
  kind: 'operation' | 'webhook';
  /** HTTP method in upper case. */
  method: string;
  /** For an operation, its path, including the path of its server; for a webhook, its name. */
  path: string;
  /** Summary, otherwise the operation id; empty if it has neither. */
  title: string;
  /** Description in Markdown. */
  description?: string;
  isDeprecated: boolean;
  servers: string[];
  /** Alternative security requirements, such as `http bearer` or `oauth2 (read, write)`. One of them is sufficient. */
  security: string[];
  parameters: ParameterView[];
  request: { isRequired: boolean; description?: string; bodies: BodyView[] } | null;
  responses: ResponseView[];
  /** Whether content was omitted because the view is full. */
  isCut: boolean;
}

/** View of named schemas. */
export interface SchemasView {
  kind: 'schemas';
  schemas: (SchemaView & { name: string })[];
  isCut: boolean;
}
