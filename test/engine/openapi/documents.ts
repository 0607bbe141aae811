import { parse } from 'yaml';
import type { Json } from '../../../src/engine/base/types.js';
import { readSharedText } from '../../support/shared-data.js';

/** A JSON object in a test. */
export type JsonObject = { [name: string]: Json };

/** Returns an OpenAPI 3.1 document with one operation, `POST /pets`. */
export function api(operation: JsonObject, more: JsonObject = {}): Json {
  return { openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths: { '/pets': { post: operation } }, ...more };
}

/** Responses of an operation in tests that do not depend on them. */
const defaultResponses: JsonObject = { '200': { description: 'OK' } };

/** Returns a document with one operation whose request body has the schema. */
export function documentWithRequestSchema(schema: Json, more: JsonObject = {}): Json {
  return api({ requestBody: { content: { 'application/json': { schema } } }, responses: defaultResponses }, more);
}

/** Returns a document with one operation whose response has the schema. */
export function documentWithResponseSchema(schema: Json, more: JsonObject = {}): Json {
  return api({ responses: { '200': { description: 'OK', content: { 'application/json': { schema } } } } }, more);
}

/** Returns a document with one operation that has the parameters. */
export function documentWithParameters(...parameters: JsonObject[]): Json {
  return api({ parameters, responses: defaultResponses });
}

/** Returns components with the schemas. */
export function schemas(all: JsonObject): JsonObject {
  return { components: { schemas: all } };
}

/** Returns an object schema. */
export function object(properties: JsonObject, required: string[] = []): JsonObject {
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

/** The real documents next to the project, parsed; absent ones are left out. */
export const realDocuments: readonly (readonly [file: string, document: Json])[] = [
  'small-petstore-3.0.yaml',
  'medium-box-3.0.json',
  'large-github-3.0.min.json',
  'v3.1-discord.json',
  'swagger2.0-slack.json',
].flatMap((file) => {
  const text = readSharedText(`openapi/${file}`);
  return text === null ? [] : [[file, (file.endsWith('.yaml') ? parse(text) : JSON.parse(text)) as Json] as const];
});

/** Reports whether no real document is present. `without` is the suffix for the titles of skipped tests. */
export const absent = realDocuments.length === 0;
export const skippedTitleSuffix = absent ? ' (skipped: the shared data is absent)' : '';
