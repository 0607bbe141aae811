import { expect, it } from 'vitest';
import { limits } from '../../../src/api/graphql/validation/limits.js';
import { testApp } from '../../support/app.js';
import { emptyDatabase } from '../../support/database.js';
import { settings, startServer } from '../../support/server-process.js';

const levels = 50_000;

/** Documents that make the graphql-js parser recurse once per level. */
const deep: [string, string][] = [
  ['lists', `{ node(id: ${'['.repeat(levels)}`],
  ['objects', `{ node(id: ${'{ a: '.repeat(levels)}`],
  ['selections', '{ a '.repeat(levels)],
  ['inline fragments', `{ ${'... { '.repeat(levels)}`],
  ['types', `query ($a: ${'['.repeat(levels)}`],
  ['lists of a directive', `{ viewer @a(b: ${'['.repeat(levels)}`],
  ['defaults of variables', `query ($a: ID = ${'['.repeat(levels)}`],
];
const tooDeep = `Brackets must be nested at most ${limits.brackets} levels (got ${limits.brackets + 1})`;

it('a server that has just started refuses documents and variables that are nested too deeply', async () => {
  const { url } = await startServer({ ...settings, RATE_LIMIT: 'off', DATABASE_URL: await emptyDatabase() });
  const send = async (body: string) => {
    const headers = { 'content-type': 'application/json', accept: 'application/graphql-response+json' };
    const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body });
    return [answer.status, (await answer.json()).errors[0]];
  };
  for (const [kind, query] of deep)
    expect([kind, await send(JSON.stringify({ query }))]).toMatchObject([
      kind,
      [400, { message: tooDeep, extensions: { code: 'BAD_USER_INPUT', reason: 'QUERY_TOO_COMPLEX' } }],
    ]);
  const variables = `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  expect(await send(`{"query":"query ($a: ID) { node(id: $a) { id } }","variables":${variables}}`)).toMatchObject([
    400,
    { extensions: { code: 'BAD_USER_INPUT', reason: 'BAD_JSON' } },
  ]);
});

it('the maximum number of open brackets is accepted', async () => {
  const test = await testApp();
  const nested = (count: number): string => `{ node(id: ${'['.repeat(count)}${']'.repeat(count)}) { id } }`;
  const messages = async (query: string) => (await test.graphql(query)).errors!.map(({ message }) => message);
  expect(await messages(nested(limits.brackets - 2))).toEqual([expect.stringMatching(/^ID cannot represent/)]);
  expect(await messages(nested(limits.brackets - 1))).toEqual([tooDeep]);
});
