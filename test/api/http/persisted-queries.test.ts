import { expect, it } from 'vitest';
import { testApp } from '../../support/app.js';

const test = await testApp();
const persistedQuery = { version: 1, sha256Hash: 'ab'.repeat(32) };
const extensions = { persistedQuery };

const post = (payload: object, accept: string) =>
  test.app.inject({ method: 'POST', url: '/graphql', headers: { accept }, payload });
const get = (parameters: Record<string, string>, accept: string) =>
  test.app.inject({ url: `/graphql?${new URLSearchParams(parameters)}`, headers: { accept } });

for (const accept of ['*/*', 'application/json', 'application/graphql-response+json']) {
  const requests = {
    'a POST': () => post({ extensions }, accept),
    'a POST whose query is null': () => post({ query: null, operationName: 'A', variables: {}, extensions }, accept),
    'a GET': () => get({ extensions: JSON.stringify(extensions) }, accept),
  };

  for (const [name, request] of Object.entries(requests))
    it(`${name} with only the hash of a query reports that persisted queries are not supported, for ${accept}`, async () => {
      const answer = await request();
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        {
          errors: [
            {
              message: 'PersistedQueryNotSupported',
              extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED', requestId: answer.headers['x-request-id'] },
            },
          ],
        },
      ]);
    });

  it(`a query next to its hash runs, for ${accept}`, async () => {
    const query = '{ __typename }';
    for (const answer of [
      await post({ query, extensions }, accept),
      await get({ query, extensions: JSON.stringify(extensions) }, accept),
    ])
      expect([answer.statusCode, answer.json().data]).toEqual([200, { __typename: 'Query' }]);
  });
}

it('`query` is required without a hash', async () => {
  for (const other of [{}, { extensions: {} }, { extensions: { persistedQuery: null } }])
    expect((await post(other, '*/*')).json().errors[0].extensions.code).toBe('BAD_USER_INPUT');
});
