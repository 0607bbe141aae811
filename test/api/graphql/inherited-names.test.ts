import { describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.js';
import { seedOrganization } from '../../support/seed.js';

// Tests names that every JavaScript object inherits, in each position of a query that has a name, both interpreted and
// compiled.

const names = ['constructor', 'toString', '__proto__', 'hasOwnProperty'];

/** Queries with such a name: first those that succeed, then those that are refused. */
const answered: [place: string, query: (name: string) => string][] = [
  ['an alias', (name) => `{ ${name}: viewer { ${name}: id } }`],
  ['an alias of a list', (name) => `{ ${name}: organizations(first: 1) { ${name}: nodes { ${name}: id } } }`],
  [
    'a skipped alias',
    (name) => `{ viewer { id ${name}: id @skip(if: true) } ${name}: organizations @skip(if: true) { totalCount } }`,
  ],
  ['an operation', (name) => `query ${name} { viewer { id } }`],
  ['a fragment', (name) => `{ viewer { ...${name} } } fragment ${name} on User { id }`],
  ['a variable without a value', (name) => `query ($${name}: Int) { organizations(first: $${name}) { totalCount } }`],
  ['a condition', (name) => `query ($${name}: Boolean = true) { viewer { id @include(if: $${name}) } }`],
];
const refused: [place: string, query: (name: string) => string][] = [
  ['a field', (name) => `{ ${name} }`],
  ['a field of an object', (name) => `{ viewer { ${name} } }`],
  ['an argument', (name) => `{ organizations(${name}: 1) { totalCount } }`],
  ['a directive', (name) => `{ viewer @${name} { id } }`],
  ['a type', (name) => `{ viewer { ... on ${name} { id } } }`],
  ['the type of a variable', (name) => `query ($a: ${name}) { viewer { id } }`],
  ['a member of an input', (name) => `mutation { createSpace(input: { ${name}: "a" }) { space { id } } }`],
  ['a value of an enum', (name) => `{ organizations(first: ${name}) { totalCount } }`],
  ['the list of ids', (name) => `query ($${name}: [ID!]!) { nodes(ids: $${name}) { id } }`],
];

describe('names that every object inherits', async () => {
  const test = await testApp();
  const { admin } = await seedOrganization(test);

  it.each(answered)('%s may have an inherited name', async (_place, query) => {
    for (const name of names) {
      const { status, errors, extensions } = await test.graphql(query(name), admin);
      expect([name, status, errors, extensions]).toEqual([name, 200, undefined, { cost: expect.any(Number) }]);
    }
  });

  it.each(refused)('%s with an inherited name is refused', async (_place, query) => {
    for (const name of names) {
      const { status, errors } = await test.graphql(query(name), admin);
      expect([name, status, errors?.[0]?.extensions.code]).toEqual([name, 400, 'BAD_USER_INPUT']);
    }
  });
});
