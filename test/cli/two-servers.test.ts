import { expect, it } from 'vitest';
import { emptyDatabase } from '../support/database.js';
import { settings, startServer } from '../support/server-process.js';
import { get, post } from '../support/server-requests.js';

const token = 'the-token-of-both-servers';

it('two servers that start concurrently on an empty database fill it once, and each reads the writes of the other', async () => {
  const env = { ...settings, RATE_LIMIT: 'off', BOOTSTRAP_TOKEN: token, DATABASE_URL: await emptyDatabase() };
  const [one, two] = await Promise.all([startServer(env), startServer(env)]);
  const organizations = (await get(two, '/v1/orgs', token)).body.items;
  expect(organizations).toHaveLength(1);
  const spaces = (await get(two, `/v1/orgs/${organizations[0].id}/spaces`, token)).body.items;
  expect(spaces).toHaveLength(1);
  const space = `/v1/spaces/${spaces[0].id}`;
  const titles = async () =>
    (await get(two, `${space}/content/pages`, token)).body.pages.map(({ title }: { title: string }) => title);
  const before = await titles();
  const head = (await get(two, space, token)).body.revision;

  const { id } = (await post(one, `${space}/change-requests`, { token, body: {} })).body;
  const insertPage = { operation: 'insert_page', title: 'Quokka', document: { markdown: 'A quokka.' } };
  const changeRequest = `${space}/change-requests/${id}`;
  expect((await get(two, `${changeRequest}/content/path/quokka`, token)).status).toBe(404);
  await post(one, `${changeRequest}/content`, { token, body: { changes: [insertPage] } });
  expect((await get(two, `${changeRequest}/content/path/quokka`, token)).status).toBe(200);
  expect((await get(two, `${space}/content/path/quokka`, token)).status).toBe(404);
  expect((await post(one, `${changeRequest}/merge`, { token, body: {} })).body.result).toBe('merge');
  expect(await titles()).toEqual([...before, 'Quokka']);
  expect((await get(two, `${space}/search?query=quokka`, token)).body.items).toHaveLength(1);

  const query = 'mutation ($input: RevertToInput!) { revertTo(input: $input) { revision { id } } }';
  const input = { space: spaces[0].id, revision: head };
  expect((await post(two, '/graphql', { token, body: { query, variables: { input } } })).body.errors).toBeUndefined();
  expect((await get(one, `${space}/content/path/quokka`, token)).status).toBe(404);
  expect((await get(one, `${space}/search?query=quokka`, token)).body.items).toEqual([]);
});
