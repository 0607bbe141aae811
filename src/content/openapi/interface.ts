import { isMembers, type Members, membersOf } from '../members.js';
import type { Json } from '../types.js';
import { methods } from './methods.js';
import { resolved } from './resolve.js';

/** A parameter of an operation. */
export interface Parameter {
  name: string;
  /** query, path, header or cookie. */
  place: string;
  isRequired: boolean;
  description: string;
  schema: Json;
}

/** What is sent, or answered, by media type. */
export type Contents = ReadonlyMap<string, Json>;

/** The body of requests. */
export interface RequestBody {
  isRequired: boolean;
  contents: Contents;
}

/** One answer, by its status. */
export interface Response {
  description: string;
  contents: Contents;
}

/** An operation as callers see it, however its document is written. */
export interface Operation {
  kind: 'operation' | 'webhook';
  /** Path of an operation, name of a webhook. */
  path: string;
  method: string;
  summary: string;
  description: string;
  isDeprecated: boolean;
  /** By place and name. */
  parameters: ReadonlyMap<string, Parameter>;
  body: RequestBody | null;
  /** By status. */
  responses: ReadonlyMap<string, Response>;
  /** Whether it can be called without a credential. */
  isOpen: boolean;
  /** As the document has it. */
  source: Members;
}

/** What two operations with the same are one of: the names of parameters in paths make no difference. */
export function operationKey({ kind, path, method }: Pick<Operation, 'kind' | 'path' | 'method'>): string {
  return `${kind} ${method} ${kind === 'operation' ? path.replace(/\{[^}]*\}/g, '{}') : path}`;
}

/** All operations and webhooks of a document, by their keys. What is of another shape is left out. */
export function operationsOf(document: Members): Map<string, Operation> {
  const found = new Map<string, Operation>();
  for (const [kind, items] of [
    ['operation', document.paths],
    ['webhook', document.webhooks],
  ] as const) {
    for (const [path, value] of Object.entries(membersOf(items))) {
      const item = resolved(document, value);
      for (const method of methods) {
        if (!isMembers(item[method])) continue;
        const operation = readOperation(document, item, { kind, path, method });
        found.set(operationKey(operation), operation);
      }
    }
  }
  return found;
}

/** One operation or webhook; null where the document has none. Methods are told apart whatever their case. */
export function findOperation(
  document: Members,
  { kind, path, method }: Pick<Operation, 'kind' | 'path' | 'method'>,
): Operation | null {
  const items = membersOf(kind === 'operation' ? document.paths : document.webhooks);
  const item = Object.hasOwn(items, path) ? resolved(document, items[path]) : {};
  const name = method.toLowerCase();
  const isThere = methods.some((known) => known === name) && isMembers(item[name]);
  return isThere ? readOperation(document, item, { kind, path, method: name }) : null;
}

function readOperation(
  document: Members,
  item: Members,
  place: Pick<Operation, 'kind' | 'path' | 'method'>,
): Operation {
  const source = membersOf(item[place.method]);
  const given = [...list(item.parameters), ...list(source.parameters)].map((one) => resolved(document, one));
  const security = source.security ?? document.security;
  return {
    ...place,
    summary: text(source.summary) || text(item.summary),
    description: text(source.description) || text(item.description),
    isDeprecated: source.deprecated === true,
    parameters: parametersOf(given),
    body: bodyOf(document, source, given),
    responses: new Map(
      Object.entries(membersOf(source.responses)).map(([status, one]) => [status, responseOf(document, source, one)]),
    ),
    isOpen: list(security).length === 0 || list(security).some((one) => Object.keys(membersOf(one)).length === 0),
    source,
  };
}

function parametersOf(given: readonly Members[]): Map<string, Parameter> {
  const found = new Map<string, Parameter>();
  for (const one of given) {
    const [name, place] = [text(one.name), text(one.in)];
    if (!['query', 'path', 'header', 'cookie'].includes(place)) continue;
    const content = Object.values(membersOf(one.content))[0];
    // Swagger 2.0 has the members of the schema beside those of the parameter.
    const schema = one.schema ?? membersOf(content).schema ?? one;
    const isRequired = one.required === true || place === 'path';
    found.set(`${place} ${name}`, { name, place, isRequired, description: text(one.description), schema });
  }
  return found;
}

function bodyOf(document: Members, source: Members, given: readonly Members[]): RequestBody | null {
  if (source.requestBody !== undefined) {
    const body = resolved(document, source.requestBody);
    return { isRequired: body.required === true, contents: contentsOf(body.content) };
  }
  const types = list(source.consumes ?? document.consumes).map(text);
  const whole = given.find((one) => one.in === 'body');
  if (whole) return { isRequired: whole.required === true, contents: all(types, whole.schema ?? {}) };
  const fields = given.filter((one) => one.in === 'formData');
  if (fields.length === 0) return null;
  const required = fields.filter((one) => one.required === true).map((one) => text(one.name));
  const properties = Object.fromEntries(fields.map((one) => [text(one.name), withoutPlace(one)]));
  const form = types.length > 0 ? types : ['application/x-www-form-urlencoded'];
  return { isRequired: required.length > 0, contents: all(form, { type: 'object', properties, required }) };
}

function responseOf(document: Members, source: Members, value: Json): Response {
  const response = resolved(document, value);
  const description = text(response.description);
  if (response.schema === undefined) return { description, contents: contentsOf(response.content) };
  return { description, contents: all(list(source.produces ?? document.produces).map(text), response.schema) };
}

function contentsOf(content: Json | undefined): Contents {
  return new Map(Object.entries(membersOf(content)).map(([type, one]) => [type, membersOf(one).schema ?? {}]));
}

function all(types: readonly string[], schema: Json): Contents {
  return new Map((types.length > 0 ? types : ['application/json']).map((type) => [type, schema]));
}

function withoutPlace({ name: _, in: __, required: ___, ...schema }: Members): Members {
  return schema;
}

function list(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
