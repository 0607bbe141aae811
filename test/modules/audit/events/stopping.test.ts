import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { withinBounds } from '../../../support/cost.js';
import { seedOrganization, seedSpace } from '../../../support/seed.js';
import { type ServerProcess, settings, startServer } from '../../../support/server-process.js';
import { get } from '../../../support/server-requests.js';
import { follow } from './live-kit.js';

const test = await testApp();
const { id, admin } = await seedOrganization(test);
const space = await seedSpace(test, id);
const query = `subscription { event: spaceEvents(space: "${space}") { sequence } }`;

const start = () => startServer({ ...settings, DEMO: 'false', RATE_LIMIT: 'off', DATABASE_URL: test.url });

/** Opens a connection and returns when the server has accepted it. Sends nothing on the connection. */
async function openIdleConnection(server: ServerProcess): Promise<void> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  await once(socket, 'connect');
  await get(server, '/healthz');
}

// A server that waits for a follower or an idle connection exits with 1 after 10 seconds.
it('a stopped server ends its streams and exits within 2 seconds, despite followers and idle connections', async () => {
  const stopped = async () => {
    const server = await start();
    const followers = await Promise.all(Array.from({ length: 20 }, () => follow(server.url, admin.token, query)));
    await openIdleConnection(server);
    const from = performance.now();
    const { code } = await server.stop('SIGINT');
    return { code, followers, clock: (performance.now() - from) / 1000 };
  };
  const { code, followers } = await withinBounds({ clock: 2 }, stopped, ({ clock }) => ({ clock }));
  expect(code).toBe(0);
  await Promise.all(followers.map(({ ended }) => ended));
  expect(followers.map(({ isComplete }) => isComplete())).toEqual(followers.map(() => true));
});
