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

/** A connection that a client opened ahead of its requests, once the server has it; nothing is sent on it. */
async function connectAhead(server: ServerProcess): Promise<void> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  await once(socket, 'connect');
  await get(server, '/healthz');
}

// Were one of them waited for, it would end with 1 after 10 seconds.
it('a server that is told to stop ends its streams and itself within 2 seconds, whoever follows and is connected', async () => {
  const stopped = async () => {
    const server = await start();
    const followers = await Promise.all(Array.from({ length: 20 }, () => follow(server.url, admin.token, query)));
    await connectAhead(server);
    const from = performance.now();
    const { code } = await server.stop('SIGINT');
    return { code, followers, clock: (performance.now() - from) / 1000 };
  };
  const { code, followers } = await withinBounds({ clock: 2 }, stopped, ({ clock }) => ({ clock }));
  expect(code).toBe(0);
  await Promise.all(followers.map(({ ended }) => ended));
  expect(followers.map(({ isComplete }) => isComplete())).toEqual(followers.map(() => true));
});
