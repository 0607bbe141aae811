import { isInputObjectType } from 'graphql';
import { expect, it } from 'vitest';
import { restOf } from '../../src/api/inputs/extensions.js';
import { compileOperations } from '../../src/api/rest/operations.js';
import { restDocuments } from '../../src/app/rest-documents.js';
import { testApp } from '../support/app.js';
import { seedOrganization } from '../support/seed.js';
import { internalSchema } from '../support/served.js';

// What the path of a mutation names, and what the graph alone takes, is not a member of its body.

const test = await testApp();
const { admin } = await seedOrganization(test);

const { operations } = compileOperations(internalSchema, restDocuments());

/** Fields of the input that a route does not take from the body; free properties are ignored, and no test of this. */
const withoutMembers = operations.flatMap(({ node, route, variables }) => {
  const input = internalSchema.getMutationType()!.getFields()[rootOf(node)]?.args[0]?.type;
  const named = input && 'ofType' in input ? input.ofType : input;
  // A body that is a field of the input has the members of that alone.
  if (variables.some(({ place }) => place === 'whole-body')) return [];
  if (!isInputObjectType(named) || route.freeProperties) return [];
  const inBody = variables.filter(({ place }) => place === 'body');
  // The graph alone may have a field with the name that the body has for another one.
  const members = new Set(inBody.flatMap(({ name, wireName }) => [name, wireName]));
  const fields = Object.values(named.getFields()).filter(({ name }) => !members.has(name));
  return fields.map((field) => ({ id: route.id, route, field: field.name, isGraphOnly: restOf(field).graphOnly }));
});

function rootOf({ selectionSet }: (typeof operations)[number]['node']): string {
  return (selectionSet.selections[0] as { name: { value: string } }).name.value;
}

it('there are such fields in most mutations', () => {
  expect(new Set(withoutMembers.map(({ id }) => id)).size).toBeGreaterThan(40);
});

it.each(withoutMembers)('$id refuses `$field` in its body', async ({ route, field }) => {
  const path = route.path.replace('/v1', '').replace(/\{\w+\}/g, 'x');
  const { status, body } = await test.rest(route.method, path, { token: admin.token, body: { [field]: 'x' } });
  expect([status, body.error?.message]).toEqual([400, expect.stringContaining(`unknown field \`${field}\``)]);
});
