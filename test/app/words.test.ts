import { isEnumType } from 'graphql';
import { expect, it } from 'vitest';
import { documentedValues } from '../../src/api/rest/documents/enums.js';
import { errorTable } from '../../src/platform/base/errors.js';
import { describedApi, schema } from '../support/shared-schema.js';

// Descriptions of `/v1` are derived from those of the GraphQL schema, which uses other terms.
const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
const description = describedApi();
const texts = new Set<string>();
const restWords = new Set<string>();
collect(description);

/**
 * Collects the texts of the OpenAPI description. Also collects all terms of `/v1`: names of members and parameters,
 * values, operations.
 */
function collect(value: unknown, key = ''): void {
  if (Array.isArray(value)) for (const one of value) collect(one, key);
  else if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value)) {
      restWords.add(name);
      if (name !== 'example') collect(one, name);
    }
  else if (key === 'description' || key === 'summary') texts.add(String(value));
  else restWords.add(String(value));
}

const enumMembers = types
  .filter((type) => isEnumType(type))
  .flatMap((type) => [...documentedValues(type)])
  .filter(([name, value]) => name !== value)
  .map(([name]) => name);

const fieldNames = types.flatMap((type) => {
  if (!('getFields' in type)) return [];
  const fields = Object.values(type.getFields());
  return fields.flatMap((field) => [
    field.name,
    ...('args' in field ? field.args.map(({ name }: { name: string }) => name) : []),
  ]);
});

const graphWords = new Set([...enumMembers, ...types.map(({ name }) => name), ...fieldNames]);

/** Type names that are not English words, such as `UpdateSpaceInput`. */
const typeNames = types.map(({ name }) => name).filter((name) => /^[A-Z][a-z]+[A-Z]/.test(name));

it('no text of `/v1` names an error by its GraphQL code, because /v1 has statuses', () => {
  const codes = Object.keys(errorTable);
  expect([...texts].filter((text) => codes.some((code) => new RegExp(`\\b${code}\\b`).test(text)))).toEqual([]);
});

it('no text of `/v1` names a member of an enum as in GraphQL: `live`, not `LIVE`', () => {
  const members = new Set(enumMembers);
  // `OK` is excluded, because HTTP calls the status 200 `OK`.
  const upper = [...texts].filter(
    (text) => text !== 'OK' && text.match(/\b[A-Z][A-Z_]+\b/g)?.some((word) => members.has(word)),
  );
  expect(upper).toEqual([]);
});

it('no text of `/v1` names a type that `/v1` does not have', () => {
  const others = new Set(typeNames.filter((name) => !restWords.has(name)));
  expect([...texts].filter((text) => text.match(/\b[A-Za-z]+\b/g)?.some((word) => others.has(word)))).toEqual([]);
});

it('every GraphQL term that a text of `/v1` quotes is also a term of `/v1`', () => {
  const quoted = [...texts].flatMap((text) =>
    [...text.matchAll(/`(\w+)[^`]*`/g)].map(([, word]) => ({ word: word!, text })),
  );
  expect(quoted.length).toBeGreaterThan(20);
  expect(quoted.filter(({ word }) => graphWords.has(word) && !restWords.has(word))).toEqual([]);
});

it('no path parameter is described as one of two alternatives', () => {
  const operations = Object.values(description.paths).flatMap((methods) => Object.values(methods));
  const inPath = operations.flatMap(({ parameters = [] }) => parameters as { in?: string; description?: string }[]);
  const choices = inPath.filter((one) => one.in === 'path' && /this or/.test(one.description ?? ''));
  expect(choices).toEqual([]);
});
