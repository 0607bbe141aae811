import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  getNullableType,
  isInputObjectType,
  isListType,
  isObjectType,
  isScalarType,
  parse,
  validate,
} from 'graphql';
import { expect, it } from 'vitest';
import { literalTextRule } from '../../../src/api/graphql/validation/literal-text-rule.js';
import { testApp } from '../../support/app.js';
import { seedOrganization } from '../../support/seed.js';
import { schema } from '../../support/shared-schema.js';

// SQLite stores and compares a NUL in a literal of a query; Postgres refuses the statement.

const test = await testApp();
const { admin } = await seedOrganization(test);
const nul = String.raw`"a\u0000b"`;

/**
 * A position for a string inside an argument: a literal with NUL at that position, and the name of the position in the
 * error message.
 */
interface Place {
  literal: string;
  field: string;
}

/** Returns all string positions inside an argument or input field. Input types are not recursive. */
function placesIn({ name, type }: GraphQLArgument | GraphQLInputField): Place[] {
  return placesOf(type).map(({ literal, field }) => ({ literal: `${name}: ${literal}`, field: name + field }));
}

function placesOf(type: GraphQLInputType): Place[] {
  const inner = getNullableType(type);
  if (isListType(inner))
    return placesOf(inner.ofType).map(({ literal, field }) => ({ literal: `[${literal}]`, field: `[0]${field}` }));
  if (isInputObjectType(inner))
    return Object.values(inner.getFields())
      .flatMap(placesIn)
      .map(({ literal, field }) => ({ literal: `{ ${literal} }`, field: `.${field}` }));
  return isScalarType(inner) && !['Int', 'Float', 'Boolean'].includes(inner.name) ? [{ literal: nul, field: '' }] : [];
}

const roots = [
  [schema.getQueryType()!, '{ '],
  [schema.getMutationType()!, 'mutation { '],
  [schema.getSubscriptionType()!, 'subscription { '],
] as const;

/** Fields with an argument that takes a string, each with the start of a query that selects it. */
const fields = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter(({ name }) => !name.startsWith('__'))
  .flatMap((type) => {
    const start = roots.find(([root]) => root === type)?.[1] ?? `{ viewer { ... on ${type.name} { `;
    return Object.values(type.getFields()).map(({ name, args }) => ({
      name: `${type.name}.${name}`,
      start: start + name,
      places: args.flatMap(placesIn),
    }));
  })
  .filter(({ places }) => places.length > 0);

const closed = (query: string): string => query + ' }'.repeat(query.replace(/\(.*\)/s, '').split('{').length - 2);

it('the tested fields cover the whole schema', () => {
  expect(fields.length).toBeGreaterThan(150);
  expect(fields.map(({ name }) => name)).toEqual(expect.arrayContaining(['Query.node', 'Mutation.createSpace']));
});

it.each(fields)('NUL in a literal of $name is refused with the name of the argument', ({ start, places }) => {
  for (const { literal, field } of places) {
    const document = parse(closed(`${start}(${literal}) { __typename }`));
    const named = field.replace(/^input\./, '');
    expect(validate(schema, document, [literalTextRule]).map(({ message }) => message)).toEqual([
      `\`${named}\` must be Unicode text without NUL (got ${nul})`,
    ]);
  }
});

it.each([
  ['id', `{ node(id: ${nul}) { id } }`],
  ['ids[1]', `{ nodes(ids: ["a", ${nul}]) { id } }`],
  ['title', `mutation { createSpace(input: { organization: "a", title: ${nul} }) { space { id } } }`],
  ['organization', `subscription { organizationEvents(organization: ${nul}) { sequence } }`],
  ['$id', `query ($id: ID! = ${nul}) { node(id: $id) { id } }`],
])('a query with NUL in `%s` gets a 400', async (field, query) => {
  const { status, data, errors } = await test.graphql(query, admin);
  expect([status, data, errors![0]!.extensions]).toMatchObject([400, undefined, { code: 'BAD_USER_INPUT', field }]);
});

it('a literal with an unpaired surrogate is refused', async () => {
  const { status, errors } = await test.graphql(String.raw`{ node(id: "\ud800") { id } }`, admin);
  expect([status, errors![0]!.extensions.code]).toEqual([400, 'BAD_USER_INPUT']);
});
