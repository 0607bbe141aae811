import { getNamedType, isEnumType, Kind } from 'graphql';
import { errorTable } from '../../../platform/base/errors.js';
import { fieldText, type JsonSchema } from '../../inputs/extensions.js';
import { documentedValues } from '../documents/enums.js';
import type { Result } from '../documents/results.js';
import type { RestVariable } from '../documents/variables.js';
import { acceptsIdempotencyKey, keyComponents, keyErrors, keyHeaders, keyParameter } from '../idempotency-key.js';
import type { RestOperation } from '../operation.js';
import type { RestOperations } from '../operations.js';
import { anyOf, type Components, makeComponents, objectSchema, orNull } from './components.js';
import { conditionComponents, conditionParameters, etagHeaders, notModifiedResponse } from './conditions.js';
import { createRewriter, rewriteTexts } from './describe-words.js';
import { applyRules, inputSchema } from './input-schemas.js';
import { memberSchema, type OutputScope } from './output-schemas.js';
import { type Examples, exampleMember, noExamples, parameterExample } from './samples.js';
import { type ComponentGroups, usedComponents } from './used-components.js';

/** `info` of an OpenAPI document; `identifier` is an SPDX license expression. */
export interface OpenApiInfo {
  title: string;
  version: string;
  description?: string;
  contact?: { name: string };
  license?: { name: string; identifier: string };
}

/** A server for the paths of an OpenAPI document; `url` does not end with a slash. */
export interface OpenApiServer {
  url: string;
  description?: string;
}

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  openapi: '3.1.0';
  info: OpenApiInfo;
  servers?: readonly OpenApiServer[];
  security: Record<string, string[]>[];
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, JsonSchema>>;
  components: Record<string, Record<string, JsonSchema>>;
}

/** Parts of an OpenAPI document that are not derived from operations. */
export interface OpenApiAdditions {
  servers?: readonly OpenApiServer[];
  /** Descriptions of tags, by name. */
  tagTexts?: Readonly<Record<string, string>>;
  /** Descriptions of parameters that belong to no field of the GraphQL schema, by parameter name. */
  parameterTexts?: Readonly<Record<string, string>>;
  examples?: Examples;
}

/** Inputs for describing operations. */
type Scope = OutputScope & Required<Pick<OpenApiAdditions, 'parameterTexts' | 'examples'>>;

/** Creates the OpenAPI document of stored operations, from the same compiled operations that the server runs. */
export function describeApi(
  { operations, scope }: RestOperations,
  info: OpenApiInfo,
  { servers, tagTexts = {}, parameterTexts = {}, examples = noExamples }: OpenApiAdditions = {},
): OpenApiDocument {
  const components = makeComponents();
  const output = { ...scope, components, parameterTexts, examples };
  const paths: OpenApiDocument['paths'] = {};
  for (const operation of operations) {
    const { path, method } = operation.route;
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(operation, output) };
  }
  const tags = [...new Set(operations.flatMap(({ tag }) => tag ?? []))];
  const statuses = new Set([...commonErrors, ...operations.flatMap(errorStatuses)]);
  const keys = operations.some(acceptsIdempotencyKey) ? keyComponents : {};
  const conditions = operations.some((one) => conditionParameters(one).length > 0) ? conditionComponents : {};
  const refused = [...statuses].map((status) => [`Error${status}`, errorResponse(status)]);
  const refusals = { responses: Object.fromEntries(refused) };
  const bearer = { type: 'http', scheme: 'bearer' };
  const error = objectSchema({ code: { type: 'integer' }, message: { type: 'string' } }, ['code', 'message']);
  const schemas = { ...components.schemas, Error: objectSchema({ error }, ['error']) };
  const document: OpenApiDocument = {
    openapi: '3.1.0',
    info,
    ...(servers && { servers }),
    security: [{ bearer: [] }],
    tags: tags.map((name) => ({ name, ...(tagTexts[name] && { description: tagTexts[name] }) })),
    paths,
    components: {
      ...usedComponents(paths, joinComponents({ schemas }, refusals, keys, conditions)),
      securitySchemes: { bearer },
    },
  };
  return rewriteTexts(document, createRewriter(scope.schema, operations));
}

/** Merges groups of components from several sources. */
function joinComponents(...origins: ComponentGroups[]): ComponentGroups {
  const all: ComponentGroups = {};
  for (const origin of origins)
    for (const [kind, named] of Object.entries(origin)) all[kind] = { ...all[kind], ...named };
  return all;
}

const commonErrors = [400, 401, 403, 404, 429];

/** Returns the error statuses of an operation, except the common ones. */
function errorStatuses(operation: RestOperation): number[] {
  const { errors, ifMatch } = operation.route;
  return [...errors, ...(acceptsIdempotencyKey(operation) ? keyErrors : []), ...(ifMatch ? [412] : [])];
}

function errorResponse(status: number): JsonSchema {
  const row = Object.values(errorTable).find((one) => one.status === status);
  if (!row) throw new Error(`@route(errors:): ${status} is not a status of the error table`);
  return { description: row.title, ...jsonContent({ $ref: '#/components/schemas/Error' }) };
}

function jsonContent(schema: JsonSchema, sample?: unknown): JsonSchema {
  return { content: { 'application/json': { schema, ...exampleMember(sample) } } };
}

function describeOperation(operation: RestOperation, scope: Scope): JsonSchema {
  const { route, tag, variables } = operation;
  const description = descriptionOf(operation, scope);
  const own = variables.filter(({ place }) => place === 'path' || place === 'query');
  const parameters = [
    ...own.map((one) => describeParameter(one, route.id, scope)),
    ...(acceptsIdempotencyKey(operation) ? [keyParameter] : []),
    ...conditionParameters(operation),
  ];
  const body = requestBody(operation, scope);
  return {
    operationId: route.id,
    ...(tag ? { tags: [tag] } : {}),
    ...(description ? { summary: description.split(/(?<=\.)\s/)[0], description } : {}),
    ...(isDeprecated(operation, scope) ? { deprecated: true } : {}),
    ...(parameters.length ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: describeResponses(operation, scope),
  };
}

/** Returns the comment above the operation, otherwise the description of the result field or of the mutation. */
function descriptionOf(operation: RestOperation, scope: OutputScope): string | undefined {
  const { comment, node, results } = operation;
  const answer = node.operation === 'query' && results[0] ? fieldText(results[0].member.field) : undefined;
  return comment ?? answer ?? rootField(operation, scope)?.description ?? undefined;
}

function rootField({ node }: RestOperation, { schema }: OutputScope) {
  const field = node.selectionSet.selections.find((selection) => selection.kind === Kind.FIELD);
  return field && schema.getRootType(node.operation)!.getFields()[field.name.value];
}

function isDeprecated(operation: RestOperation, scope: OutputScope): boolean {
  return Boolean(rootField(operation, scope)?.deprecationReason);
}

function describeParameter(
  variable: RestVariable,
  id: string,
  { components, parameterTexts, examples }: Scope,
): JsonSchema {
  const { wireName, place, required } = variable;
  const known = variable.description ?? parameterTexts[wireName];
  // The path already determines which of the alternative fields is used, so the mention of the other one is removed.
  const description = place === 'path' ? known?.replace(/; this or `\w+`/, '') : known;
  const schema = variableSchema(variable, components);
  return {
    name: wireName,
    in: place,
    required: required || place === 'path',
    ...(description ? { description } : {}),
    schema,
    ...exampleMember(parameterExample(examples, id, variable)),
  };
}

function variableSchema(variable: RestVariable, components: Components): JsonSchema {
  const schema = applyRules(inputSchema(variable.type, components), variable.rules, components);
  if (variable.defaultValue === undefined) return schema;
  // `default` is next to the `$ref`, so that generated code keeps the name of the type.
  return { ...schema, default: documentedDefault(variable) };
}

function documentedDefault({ type, defaultValue }: RestVariable): unknown {
  const named = getNamedType(type);
  if (!isEnumType(named)) return defaultValue;
  const values = documentedValues(named);
  const documented = [defaultValue].flat().map((name) => values.get(name as string) ?? null);
  return Array.isArray(defaultValue) ? documented : documented[0];
}

function requestBody({ variables, route }: RestOperation, { components, examples }: Scope): JsonSchema | undefined {
  const sample = examples.samples[route.id]?.body;
  const whole = variables.find(({ place }) => place === 'whole-body');
  if (whole) return { required: whole.required, ...jsonContent(wholeSchema(whole, components), sample) };
  const members = variables.filter(({ place }) => place === 'body');
  if (!members.length && !route.freeProperties) return undefined;
  const properties = Object.fromEntries(members.map((one) => [one.wireName, bodySchema(one, components)]));
  const required = members.filter((one) => one.required).map(({ wireName }) => wireName);
  const schema = { ...objectSchema(properties, required), additionalProperties: route.freeProperties };
  return { required: required.length > 0, ...jsonContent(schema, sample) };
}

function wholeSchema(variable: RestVariable, components: Components): JsonSchema {
  const schema = variableSchema(variable, components);
  return schema.type === 'array' ? anyOf([schema.items as JsonSchema, schema]) : schema;
}

function bodySchema(variable: RestVariable, components: Components): JsonSchema {
  const { description, nullable } = variable;
  const schema = { ...variableSchema(variable, components), ...(description ? { description } : {}) };
  return nullable ? orNull(schema) : schema;
}

function describeResponses(operation: RestOperation, scope: Scope): JsonSchema {
  const { route, results, switches, revision } = operation;
  const sample = scope.examples.samples[route.id];
  const statuses = [...new Set([route.status, ...switches.map(({ status }) => status)])];
  const body = route.status === 204 ? undefined : anyOf(results.map((result) => resultSchema(result, scope)));
  const own = { ...(acceptsIdempotencyKey(operation) && keyHeaders), ...(revision && etagHeaders) };
  const headers = Object.keys(own).length > 0 && { headers: own };
  const success = statuses.map((status) => [
    status,
    { description: titles[status] ?? 'Done', ...headers, ...(body && jsonContent(body, sample?.answer)) },
  ]);
  const errors = [...new Set([...commonErrors, ...errorStatuses(operation)])];
  const refused = errors.map((status) => [status, { $ref: `#/components/responses/Error${status}` }]);
  return { ...Object.fromEntries([...success, ...refused]), ...(revision && notModifiedResponse) };
}

const titles: Record<number, string | undefined> = { 200: 'OK', 201: 'Created', 202: 'Accepted', 204: 'Done; no body' };

function resultSchema({ member, as }: Result, scope: OutputScope): JsonSchema {
  const schema = member.nullable ? orNull(memberSchema(member, scope)) : memberSchema(member, scope);
  return as === undefined ? schema : objectSchema({ [as]: schema }, [as]);
}
