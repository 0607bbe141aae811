import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { usedComponents } from '../../src/api/rest/openapi/used-components.js';
import type { Json } from '../../src/engine/base/types.js';
import { checkSchema } from '../../src/engine/claims/check-schema.js';
import { publicUrlOf, readConfig } from '../../src/platform/config/config.js';
import { describedApi } from '../support/shared-schema.js';

const description = describedApi();
const operations = Object.values(description.paths).flatMap((methods) => Object.values(methods));

it('every operation of `/v1` and every query parameter has a description', () => {
  const silent = operations.flatMap(({ operationId, description: text, parameters = [] }) => {
    const open = (parameters as { in: string; name: string; description?: string }[]).filter(
      (one) => one.in === 'query' && !one.description,
    );
    return [...(text ? [] : [operationId]), ...open.map(({ name }) => `${operationId}(${name})`)];
  });
  expect(operations.length).toBeGreaterThan(100);
  expect(silent).toEqual([]);
});

it('no description of `/v1` mentions concepts that exist only in GraphQL', () => {
  const text = JSON.stringify(description);
  expect(text).not.toMatch(/stored operations|use the connection|`last`|give exactly one of `id`/);
});

describe('for linters and code generators', () => {
  it('the server is an instance with default settings', () => {
    const url = publicUrlOf(readConfig({ SECRET: '0'.repeat(32) }));
    expect(description.servers).toMatchObject([{ url }]);
  });

  it('the license is that of the package', () => {
    const { license } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(description.info.license).toEqual({ name: license, identifier: license });
    expect(readFileSync('LICENSE', 'utf8')).toContain(`${license} License`);
  });

  it('every tag of an operation is declared and described', () => {
    const used = new Set(operations.flatMap(({ tags }) => tags as string[]));
    expect(description.tags.map(({ name }) => name).sort()).toEqual([...used].sort());
    expect(description.tags.filter(({ description: text }) => !text?.endsWith('.'))).toEqual([]);
  });

  it('an operation references every component, directly or through other components', () => {
    const { securitySchemes, ...components } = description.components;
    expect(usedComponents(description.paths, components)).toEqual(components);
    expect(Object.keys(securitySchemes!)).toEqual(description.security.flatMap(Object.keys));
  });

  it('every reference points to a component', () => {
    const targets = [...JSON.stringify(description).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)];
    expect(targets.length).toBeGreaterThan(1000);
    expect(targets.filter(([, kind, name]) => !description.components[kind!]?.[name!])).toEqual([]);
  });

  it('no object has both optional members and a schema for other members, which TypeScript cannot express in one type', () => {
    expect(objectsWithBoth(description)).toEqual([]);
  });
});

describe('the described schema of claims (`SiteAdaptiveJSONSchema`)', () => {
  const closed = { type: 'object', additionalProperties: false };
  const plan = { type: 'string', description: 'Plan', enum: ['free', 'pro'] };
  const unsigned = { ...closed, description: 'Unsigned claims of the site visitor.', properties: { plan } };
  const { $id, components } = { $id: 'https://docs.test/openapi.json', components: description.components };
  const validate = new Ajv2020({ strict: false })
    .addSchema({ $id, components })
    .compile({ $ref: `${$id}#/components/schemas/SiteAdaptiveJSONSchema` });

  it.each([
    { claims: 'no claims', properties: {}, valid: true },
    { claims: 'signed claims', properties: { plan }, valid: true },
    { claims: 'signed and unsigned claims', properties: { plan, unsigned }, valid: true },
    { claims: 'a claim without a description', properties: { plan: { type: 'string' } }, valid: false },
    {
      claims: 'unsigned claims with another description',
      properties: { unsigned: { ...unsigned, description: 'Other' } },
      valid: false,
    },
  ])('accepts and refuses the same schemas as the server: $claims', ({ properties, valid }) => {
    const schema: Json = { ...closed, properties: properties as Json };
    expect(validate(schema)).toBe(valid);
    if (valid) expect(checkSchema(schema)).toEqual(schema);
    else expect(() => checkSchema(schema)).toThrow();
  });
});

/** JSON pointers of the object schemas that have optional members and a schema in `additionalProperties`. */
function objectsWithBoth(value: unknown, pointer = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { type, properties, required = [], additionalProperties: others } = value as Record<string, any>;
  const isOpen = type === 'object' && typeof others === 'object' && Object.keys(others).length > 0;
  const hasOptional = Object.keys(properties ?? {}).some((name) => !required.includes(name));
  const inner = Object.entries(value).flatMap(([key, one]) => objectsWithBoth(one, `${pointer}/${key}`));
  return isOpen && hasOptional ? [pointer, ...inner] : inner;
}
