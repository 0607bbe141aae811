import type { Json } from '../../../../src/engine/base/types.js';
import { api, documentWithRequestSchema, documentWithResponseSchema, object } from '../documents.js';
import { operationChanges } from './operation-changes.js';
import { type Change, memberChanges, schemaChanges } from './schema-changes.js';

type Place = (schema: Json) => Json;

const parameter: Place = (schema) =>
  api({ parameters: [{ name: 'a', in: 'query', schema }], responses: { '200': { description: 'OK' } } });
const header: Place = (schema) => api({ responses: { '200': { description: 'OK', headers: { 'X-A': { schema } } } } });
const within =
  (place: Place, more: { [name: string]: Json } = {}): Place =>
  (schema) =>
    place(object({ a: { ...(schema as object), ...more } }));

/** For each prefix of a check's name: the function that puts a schema into a document. Longer prefixes come first. */
const places: readonly (readonly [prefix: string, place: Place])[] = [
  ['request-parameter-property-', within(parameter)],
  ['request-parameter-', parameter],
  ['request-read-only-property-', within(documentWithRequestSchema, { readOnly: true })],
  ['request-property-', within(documentWithRequestSchema)],
  ['request-body-', documentWithRequestSchema],
  ['response-write-only-property-', within(documentWithResponseSchema, { writeOnly: true })],
  ['response-property-', within(documentWithResponseSchema)],
  ['response-header-', header],
  ['response-mediatype-', documentWithResponseSchema],
  ['response-body-', documentWithResponseSchema],
];

/**
 * Returns two documents between which a check of oasdiff reports a change; undefined if there is no pair for the name.
 */
export function documentsForCheck(check: string): Change | undefined {
  const operation = operationChanges.get(check);
  if (operation) return operation;
  const member = memberChanges.get(check);
  if (member) return pairAt(check.includes('request') ? documentWithRequestSchema : documentWithResponseSchema, member);
  for (const [prefix, place] of places) {
    const change = check.startsWith(prefix) && schemaChanges.get(check.slice(prefix.length));
    if (change) return pairAt(place, change);
  }
  return undefined;
}

function pairAt(place: Place, [before, after]: Change): Change {
  return [place(before), place(after)];
}
