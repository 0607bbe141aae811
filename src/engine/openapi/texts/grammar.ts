import { methods } from '../methods.js';

/**
 * Names of the members that are strings or contain strings, for one kind of object. Each value is a list of names
 * separated by spaces.
 */
export interface Rule {
  /** Members that are strings. */
  texts?: string;
  /** Members that are required strings. An explicit null becomes the string "null". */
  required?: string;
  /** Members that are lists of strings, and members that are maps of strings. */
  lists?: string;
  maps?: string;
  /** Members whose values have the type in the member `type`; they are strings if that type is `string`. */
  values?: string;
  /** Kinds of nested objects by member name: of single members, of the items of lists, and of the values of maps. */
  one?: Readonly<Record<string, Kind>>;
  listOf?: Readonly<Record<string, Kind>>;
  mapOf?: Readonly<Record<string, Kind>>;
}

/** A kind of object. */
export type Kind = keyof typeof kinds;

const schemaWords = 'format pattern $ref $id $schema $anchor $dynamicRef $dynamicAnchor contentMediaType';

const parameters = { parameters: 'parameter', servers: 'server' } as const;

/**
 * Members of each kind of object in OpenAPI 3.0, 3.1 and 3.2, and in Swagger 2.0. A member that is a string in one
 * version is a string in all of them.
 */
const kinds = {
  document: {
    texts: 'openapi swagger jsonSchemaDialect $self host basePath',
    lists: 'consumes produces schemes',
    one: { info: 'info', externalDocs: 'externalDocs', components: 'components' },
    listOf: { tags: 'tag', servers: 'server' },
    mapOf: {
      paths: 'item',
      webhooks: 'item',
      'x-webhooks': 'item',
      definitions: 'schema',
      parameters: 'parameter',
      responses: 'response',
      securityDefinitions: 'securityScheme',
    },
  },
  info: {
    texts: 'summary description termsOfService',
    required: 'title version',
    one: { contact: 'contact', license: 'license' },
  },
  contact: { texts: 'name url email' },
  license: { texts: 'name url identifier' },
  externalDocs: { texts: 'description url' },
  server: { texts: 'url description name', mapOf: { variables: 'variable' } },
  variable: { texts: 'default description', lists: 'enum' },
  tag: { texts: 'summary description parent kind', required: 'name', one: { externalDocs: 'externalDocs' } },
  components: {
    mapOf: {
      schemas: 'schema',
      responses: 'response',
      parameters: 'parameter',
      examples: 'example',
      requestBodies: 'body',
      headers: 'header',
      securitySchemes: 'securityScheme',
      links: 'link',
      pathItems: 'item',
      mediaTypes: 'media',
    },
  },
  item: {
    texts: '$ref summary description',
    one: Object.fromEntries(methods.map((method) => [method, 'operation'])) as Record<string, 'operation'>,
    listOf: parameters,
    mapOf: { additionalOperations: 'operation' },
  },
  callback: {},
  operation: {
    texts: 'summary description operationId',
    lists: 'tags consumes produces schemes',
    one: { requestBody: 'body', externalDocs: 'externalDocs' },
    listOf: parameters,
    mapOf: { responses: 'response', callbacks: 'callback' },
  },
  parameter: {
    texts: `description style collectionFormat type ${schemaWords}`,
    required: 'name in',
    values: 'enum default',
    one: { schema: 'schema', items: 'schema' },
    mapOf: { content: 'media', examples: 'example' },
  },
  header: {
    texts: `description style collectionFormat type ${schemaWords}`,
    values: 'enum default',
    one: { schema: 'schema', items: 'schema' },
    mapOf: { content: 'media', examples: 'example' },
  },
  body: { texts: '$ref description', mapOf: { content: 'media' } },
  media: {
    texts: '$ref',
    one: { schema: 'schema', itemSchema: 'schema' },
    mapOf: { examples: 'example', encoding: 'encoding' },
  },
  encoding: { texts: 'contentType style', mapOf: { headers: 'header' } },
  response: {
    texts: '$ref summary description',
    one: { schema: 'schema' },
    mapOf: { headers: 'header', content: 'media', links: 'link' },
  },
  example: { texts: '$ref summary description externalValue' },
  link: { texts: '$ref operationId operationRef description', one: { server: 'server' } },
  securityScheme: {
    texts: '$ref type description name in scheme bearerFormat openIdConnectUrl authorizationUrl tokenUrl flow',
    maps: 'scopes',
    mapOf: { flows: 'flow' },
  },
  flow: { texts: 'authorizationUrl tokenUrl refreshUrl deviceAuthorizationUrl', maps: 'scopes' },
  schema: {
    texts: `title description type contentEncoding ${schemaWords}`,
    lists: 'required',
    values: 'enum const default',
    one: {
      items: 'schema',
      not: 'schema',
      if: 'schema',
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: 'schema',
      else: 'schema',
      additionalProperties: 'schema',
      propertyNames: 'schema',
      contains: 'schema',
      unevaluatedItems: 'schema',
      unevaluatedProperties: 'schema',
      contentSchema: 'schema',
      externalDocs: 'externalDocs',
      discriminator: 'discriminator',
      xml: 'xml',
    },
    listOf: { allOf: 'schema', anyOf: 'schema', oneOf: 'schema', prefixItems: 'schema' },
    mapOf: {
      properties: 'schema',
      patternProperties: 'schema',
      dependentSchemas: 'schema',
      $defs: 'schema',
      definitions: 'schema',
    },
  },
  discriminator: { texts: 'propertyName defaultMapping', maps: 'mapping' },
  xml: { texts: 'name namespace prefix nodeType' },
} as const satisfies Record<string, object>;

/** Returns the rule of a kind. */
export const ruleForKind = (kind: Kind): Rule => kinds[kind];
