import { parse } from 'yaml';
import type { Json } from '../../../src/engine/base/types.js';
import { readSharedText } from '../../support/shared-data.js';

/** JSON as it is written in tests. */
export type Written = { [name: string]: Json };

/** An OpenAPI 3.1 document with one operation at `/pets`. */
export function api(operation: Written, more: Written = {}): Json {
  return { openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths: { '/pets': { post: operation } }, ...more };
}

/** What is answered where nothing is said of it. */
const answered: Written = { '200': { description: 'OK' } };

/** A document whose one operation is sent a schema. */
export function sending(schema: Json, more: Written = {}): Json {
  return api({ requestBody: { content: { 'application/json': { schema } } }, responses: answered }, more);
}

/** A document whose one operation answers with a schema. */
export function answering(schema: Json, more: Written = {}): Json {
  return api({ responses: { '200': { description: 'OK', content: { 'application/json': { schema } } } } }, more);
}

/** A document whose one operation has parameters. */
export function asking(...parameters: Written[]): Json {
  return api({ parameters, responses: answered });
}

/** Components with some schemas. */
export function schemas(all: Written): Written {
  return { components: { schemas: all } };
}

/** An object with properties. */
export function object(properties: Written, required: string[] = []): Written {
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

/** The real documents that lie beside the project, parsed; absent ones are left out. */
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

/** Whether there are none, and what a skipped test says then. */
export const absent = realDocuments.length === 0;
export const without = absent ? ' (skipped: the shared data is absent)' : '';
