import { expect, it } from 'vitest';
import { emptyDatabase } from '../support/database.js';
import { startServer } from '../support/server-process.js';
import { get, post } from '../support/server-requests.js';

const token = 'the-token-of-the-stop';
const long = 'A paragraph of many words that fills the page.\n\n'.repeat(2_000);

// Again where this machine is too busy to ask in time.
it('a server that is told to stop says so, serves on for a while, then answers what is under way and ends', {
  retry: 4,
}, async () => {
  const secret = 'a secret for tests, 32 bytes long';
  const env = { SECRET: secret, LOG_LEVEL: 'silent', BOOTSTRAP_TOKEN: token, DATABASE_URL: await emptyDatabase() };
  const server = await startServer(env);
  expect((await get(server, '/readyz')).status).toBe(200);
  const [organization] = (await get(server, '/v1/orgs', token)).body.items;
  const [space] = (await get(server, `/v1/orgs/${organization.id}/spaces`, token)).body.items;
  const changeRequest = await post(server, `/v1/spaces/${space.id}/change-requests`, { token, body: {} });
  expect(changeRequest.status).toBe(201);
  server.signal('SIGTERM');
  const stopping = { status: 503, body: { status: 'unavailable', problem: 'stopping' } };
  await expect.poll(() => get(server, '/readyz'), { interval: 5 }).toEqual(stopping);
  expect((await get(server, '/healthz')).status).toBe(200);

  // The while is three seconds: what must be within it is begun at once.
  const content = `/v1/spaces/${space.id}/change-requests/${changeRequest.body.id}/content`;
  const insertPage = { operation: 'insert_page', title: 'Long', document: { markdown: long } };
  const answer = await post(server, content, {
    token,
    body: { changes: [insertPage] },
    // A second signal cuts the while short: the server closes at once, and takes nothing new.
    async halfway() {
      server.signal('SIGINT');
      await expect.poll(() => get(server, '/healthz').catch(() => 'refused')).toBe('refused');
    },
  });
  expect(answer.status).toBe(200);
  // The client keeps its connection open: a server that waited for it would give up after ten seconds, with 1.
  expect(await server.ended).toMatchObject({ code: 0, stderr: '' });
  await expect(fetch(server.url)).rejects.toThrow();

  const again = await startServer(env);
  const { pages } = (await get(again, `${content}/pages`, token)).body;
  expect(pages).toContainEqual(expect.objectContaining({ title: 'Long' }));
  const started = performance.now();
  expect((await again.stop('SIGTERM')).code).toBe(0);
  console.info(`stopped ${Math.round(performance.now() - started)} ms after SIGTERM`);
});
