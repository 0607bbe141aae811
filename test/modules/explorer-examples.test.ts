import { expect, it } from 'vitest';
import { type Example, readExamples } from '../../src/api/http/explorer/explorer-examples.js';
import {
  exampleValuesIn,
  exampleVariables,
  visibleObjectsQuery,
} from '../../src/api/http/explorer/explorer-variables.js';
import { type TestApp, testApp } from '../support/app.js';
import { seedMember, seedOrganization, seedSpace } from '../support/seed.js';
import { seedFirstStart } from './first-start-world.js';

const test = await testApp();
const firstAdmin = await seedFirstStart(test);
const bare = await seedOrganization(test);
const empty = await seedOrganization(test);
await seedSpace(test, empty.id, {});
const all = readExamples().map((example) => [example.name, example] as const);
/** Excludes subscriptions, which do not end; a browser test covers them. */
const examples = all.filter(([, { query }]) => !/^subscription/m.test(query));
const aboutSpaces = all.filter(([, { query }]) => query.includes('$space'));

/**
 * Returns the variables that the explorer page fills in for a token: as text, and as the values that GraphiQL reads
 * from
 * that text.
 */
async function fillVariables(example: Example, token: string, on: TestApp = test) {
  const { data, errors } = await on.graphql(visibleObjectsQuery, { token });
  expect(errors).toBeUndefined();
  const text = exampleVariables(example, exampleValuesIn(data));
  return { text, variables: JSON.parse(text.replace(/^\/\/.*\n/, '') || '{}') };
}

it('the explorer has thirteen examples, ten of them about a space', () => {
  expect([all.length, aboutSpaces.length]).toEqual([13, 10]);
});

it.each(examples)('the example %s runs unchanged after a first start', async (_name, example) => {
  const { text, variables } = await fillVariables(example, firstAdmin);
  expect(text).not.toContain('//');
  const { data, errors } = await test.graphql(example.query, { token: firstAdmin, variables });
  expect(errors).toBeUndefined();
  expect(JSON.stringify(data)).not.toMatch(/"(space|page|revision|revisionById)":null/);
});

it.each(aboutSpaces.filter(([name]) => name !== 'Follow'))(
  'the variables of the example %s note that the token sees no space, and the example finds none',
  async (name, example) => {
    const { token } = bare.admin;
    const { text, variables } = await fillVariables(example, token);
    expect(text).toContain('// The token sees no space yet: reload the page once it does.\n{');
    const { data, errors } = await test.graphql(example.query, { token, variables });
    if (name === 'OpenChangeRequest') expect(errors![0]!.extensions.code).toBe('NOT_FOUND');
    else expect([errors, data]).toEqual([undefined, { space: null }]);
  },
);

it.each(['Page', 'Links'])(
  'the variables of the example %s note that a space has no page yet, and the example still runs',
  async (name) => {
    const { token } = empty.admin;
    const example = readExamples().find((each) => each.name === name)!;
    const { text, variables } = await fillVariables(example, token);
    expect(text).toContain('// The token sees no page yet');
    const { data, errors } = await test.graphql(example.query, { token, variables });
    expect([errors, data.space.revision]).toEqual([undefined, { page: null }]);
  },
);

it.each(all)('every id that the example %s requires is filled in, even without a token', (_name, example) => {
  const needed = [...example.query.matchAll(/\$(\w+): ID!/g)].map(([, name]) => name);
  const text = exampleVariables(example, null);
  expect(text.startsWith('// Paste an access token above')).toBe(needed.length > 0);
  expect(Object.keys(JSON.parse(text.replace(/^\/\/.*\n/, '') || '{}'))).toEqual(expect.arrayContaining(needed));
});

it('the variables name a space with a page, if there is one, and have values that a reader sees', async () => {
  const both = await seedOrganization(test);
  await seedSpace(test, both.id, {});
  const space = await seedSpace(test, both.id, { 'SUMMARY.md': '* [Guide](guide.md)\n', 'guide.md': '# Guide\n' });
  const reader = await seedMember(test, both.id, 'read');
  const { data } = await test.graphql(visibleObjectsQuery, { token: reader.token });
  expect(exampleValuesIn(data)).toMatchObject({ space, path: 'guide' });
});
