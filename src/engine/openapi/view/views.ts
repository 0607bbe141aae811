/** What of a specification is shown. */
export type SpecificationPart =
  | { type: 'operation'; method: string; path: string }
  | { type: 'webhook'; method: string; name: string }
  | { type: 'schemas'; names: readonly string[] };

/** What is shown of a specification. */
export type SpecificationView = OperationView | SchemasView;

/** What is said of a schema. */
export interface SchemaView {
  /** `string<uuid>`, `array of Pet`, `Dog or Cat`. */
  type: string;
  /** Markdown. */
  description?: string;
  /** Rules, each as a text: `One of: a, b`, `maxLength: 10`. */
  facts: string[];
  /** Properties, or variants; none below five levels, and where it stands within itself. */
  members: MemberView[];
}

/** What a schema has in it. */
export interface MemberView extends SchemaView {
  /** Name of a property, of a variant; `*` of all that are not named. */
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

/** A body of a media type. */
export interface BodyView {
  mediaType: string;
  schema: SchemaView;
}

/** A response. */
export interface ResponseView {
  status: string;
  /** Markdown. */
  description?: string;
  headers: MemberView[];
  bodies: BodyView[];
}

/** An operation or a webhook. */
export interface OperationView {
  kind: 'operation' | 'webhook';
  /** In upper case. */
  method: string;
  /** With the path of the server before it; of a webhook its name. */
  path: string;
  /** Its summary, or what else it is called; empty where it has no name. */
  title: string;
  /** Markdown. */
  description?: string;
  isDeprecated: boolean;
  servers: string[];
  /** Ways to be let in, one of which is enough: `http bearer`, `oauth2 (read, write)`. */
  security: string[];
  parameters: ParameterView[];
  request: { isRequired: boolean; description?: string; bodies: BodyView[] } | null;
  responses: ResponseView[];
  /** There is more than can be shown. */
  isCut: boolean;
}

/** Schemas by their names. */
export interface SchemasView {
  kind: 'schemas';
  schemas: (SchemaView & { name: string })[];
  isCut: boolean;
}
