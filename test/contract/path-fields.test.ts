import { isInputObjectType } from 'graphql';
import { expect, it } from 'vitest';
import { restExtension } from '../../src/api/inputs/extensions.js';
import { compileOperations } from '../../src/api/rest/operations.js';
import { restDocuments } from '../../src/app/rest-documents.js';
import { testApp } from '../support/app.js';
import { seedOrganization } from '../support/seed.js';
import { internalSchema } from '../support/shared-schema.js';

// A request body must not contain input fields that the path sets, or that only GraphQL accepts.

const test = await testApp();
const { admin } = await seedOrganization(test);

const { operations } = compileOperations(internalSchema, restDocuments());

/**
 * Input fields that a route does not accept in the body. Excludes routes with free properties, which ignore such
 * fields.
 */
const withoutMembers = operations.flatMap(({ node, route, variables }) => {
  const input = internalSchema.getMutationType()!.getFields()[rootOf(node)]?.args[0]?.type;
  const named = input && 'ofType' in input ? input.ofType : input;
  // If the whole body is one field of the input, the members of the body are those of that field.
  if (variables.some(({ place }) => place === 'whole-body')) return [];
  if (!isInputObjectType(named) || route.freeProperties) return [];
  const inBody = variables.filter(({ place }) => place === 'body');
  // A field that only GraphQL accepts may have the same name as a body member that sets another field.
  const members = new Set(inBody.flatMap(({ name, wireName }) => [name, wireName]));
  const fields = Object.values(named.getFields()).filter(({ name }) => !members.has(name));
  return fields.map((field) => ({
    id: route.id,
    route,
    field: field.name,
    isGraphOnly: restExtension(field).graphOnly,
  }));
});

function rootOf({ selectionSet }: (typeof operations)[number]['node']): string {
  return (selectionSet.selections[0] as { name: { value: string } }).name.value;
}

it('most operations have input fields that their body must not contain', () => {
  expect(new Set(withoutMembers.map(({ id }) => id)).size).toBeGreaterThan(40);
});

it.each(withoutMembers)('$id refuses `$field` in its body', async ({ route, field }) => {
  const path = route.path.replace('/v1', '').replace(/\{\w+\}/g, 'x');
  const { status, body } = await test.rest(route.method, path, { token: admin.token, body: { [field]: 'x' } });
  expect([status, body.error?.message]).toEqual([400, expect.stringContaining(`unknown field \`${field}\``)]);
});
