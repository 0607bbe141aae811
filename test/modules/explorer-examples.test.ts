import { expect, it } from 'vitest';
import { type Example, readExamples } from '../../src/api/http/explorer/explorer-examples.js';
import { firstSeenQuery, seenIn, variablesOf } from '../../src/api/http/explorer/explorer-variables.js';
import { type TestApp, testApp } from '../support/app.js';
import { seedMember, seedOrganization, seedSpace } from '../support/seed.js';
import { firstStart } from './first-start-world.js';

const test = await testApp();
const firstAdmin = await firstStart(test);
const bare = await seedOrganization(test);
const empty = await seedOrganization(test);
await seedSpace(test, empty.id, {});
const all = readExamples().map((example) => [example.name, example] as const);
/** What is followed goes on: a browser shows it. */
const examples = all.filter(([, { query }]) => !/^subscription/m.test(query));
const aboutSpaces = all.filter(([, { query }]) => query.includes('$space'));

/** The variables as the page fills them in for a token: their text, and what GraphiQL reads in it. */
async function filled(example: Example, token: string, on: TestApp = test) {
  const { data, errors } = await on.graphql(firstSeenQuery, { token });
  expect(errors).toBeUndefined();
  const text = variablesOf(example, seenIn(data));
  return { text, variables: JSON.parse(text.replace(/^\/\/.*\n/, '') || '{}') };
}

it('there are thirteen examples, ten of them about a space', () => {
  expect([all.length, aboutSpaces.length]).toEqual([13, 10]);
});

it.each(examples)('the example %s answers as it is delivered after a first start', async (_name, example) => {
  const { text, variables } = await filled(example, firstAdmin);
  expect(text).not.toContain('//');
  const { data, errors } = await test.graphql(example.query, { token: firstAdmin, variables });
  expect(errors).toBeUndefined();
  expect(JSON.stringify(data)).not.toMatch(/"(space|page|revision|revisionById)":null/);
});

it.each(aboutSpaces.filter(([name]) => name !== 'Follow'))(
  'the example %s says so where the token sees no space, and finds none',
  async (name, example) => {
    const { token } = bare.admin;
    const { text, variables } = await filled(example, token);
    expect(text).toContain('// The token sees no space yet: reload the page once it does.\n{');
    const { data, errors } = await test.graphql(example.query, { token, variables });
    if (name === 'OpenChangeRequest') expect(errors![0]!.extensions.code).toBe('NOT_FOUND');
    else expect([errors, data]).toEqual([undefined, { space: null }]);
  },
);

it.each(['Page', 'Links'])(
  'the example %s says that a space has no page yet, and answers all the same',
  async (name) => {
    const { token } = empty.admin;
    const example = readExamples().find((each) => each.name === name)!;
    const { text, variables } = await filled(example, token);
    expect(text).toContain('// The token sees no page yet');
    const { data, errors } = await test.graphql(example.query, { token, variables });
    expect([errors, data.space.revision]).toEqual([undefined, { page: null }]);
  },
);

it.each(all)('the example %s needs no more than what is filled in without a token', (_name, example) => {
  const needed = [...example.query.matchAll(/\$(\w+): ID!/g)].map(([, name]) => name);
  const text = variablesOf(example, null);
  expect(text.startsWith('// Paste an access token above')).toBe(needed.length > 0);
  expect(Object.keys(JSON.parse(text.replace(/^\/\/.*\n/, '') || '{}'))).toEqual(expect.arrayContaining(needed));
});

it('a space with a page comes before one without, and what a reader sees is filled in for it', async () => {
  const both = await seedOrganization(test);
  await seedSpace(test, both.id, {});
  const space = await seedSpace(test, both.id, { 'SUMMARY.md': '* [Guide](guide.md)\n', 'guide.md': '# Guide\n' });
  const reader = await seedMember(test, both.id, 'read');
  const { data } = await test.graphql(firstSeenQuery, { token: reader.token });
  expect(seenIn(data)).toMatchObject({ space, path: 'guide' });
});
