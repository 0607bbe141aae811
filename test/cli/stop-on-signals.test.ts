import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { stopOnSignals } from '../../src/cli/process/stop-on-signals.js';
import { openStore } from '../../src/platform/db/open.js';
import { anotherInstance, testApp } from '../support/app.js';
import { emptyDatabase } from '../support/database.js';
import { seedOrganization, seedSpace } from '../support/seed.js';
import { settings, startServer } from '../support/server-process.js';
import { get, post } from '../support/server-requests.js';
import { signal } from '../support/signal.js';

const long = 'A paragraph of many words that fills the page.\n\n'.repeat(2_000);

/** Starts a server that listens. The test controls the signals, the timers and the exit of its process. */
async function startStoppableServer() {
  const test = await testApp();
  const url = await test.app.listen({ port: 0, host: '127.0.0.1' });
  const [signals, sleeps] = [new EventEmitter(), [] as number[]];
  const [noticeEnds, exited] = [signal(), signal()];
  const codes: number[] = [];
  // Opens a separate store, because the store of the application is closed at the end of the test file.
  const store = await openStore({ url: test.url });
  stopOnSignals(test.app, store, {
    on: (name, listener) => signals.on(name, listener),
    // The first sleep is the notice period, which the test ends. The second is the timeout for requests, which never
    // elapses.
    sleep: (milliseconds) => (sleeps.push(milliseconds) === 1 ? noticeEnds.given : new Promise(() => {})),
    exit(code) {
      codes.push(code);
      exited.give();
    },
  });
  const exit = async () => {
    await exited.given;
    return codes;
  };
  return {
    test,
    store,
    url,
    slept: sleeps,
    noticeOver: noticeEnds,
    exit,
    tell: (name: 'SIGTERM' | 'SIGINT') => signals.emit(name),
  };
}

const stopping = { status: 503, body: { status: 'unavailable', problem: 'stopping' } };

it('after a signal, a server reports on /readyz that it stops, serves requests until its notice period ends, and then exits', async () => {
  const server = await startStoppableServer();
  const { admin } = await seedOrganization(server.test);
  expect((await get(server, '/readyz')).status).toBe(200);
  server.tell('SIGTERM');
  expect(await get(server, '/readyz')).toEqual(stopping);
  expect((await get(server, '/healthz')).status).toBe(200);
  expect((await get(server, '/v1/orgs', admin.token)).status).toBe(200);
  expect(server.slept).toEqual([3_000]);
  server.noticeOver.give();
  expect(await server.exit()).toEqual([0]);
  expect(server.slept).toEqual([3_000, 10_000]);
  await expect(server.store.ping()).rejects.toThrow();
  await expect(fetch(server.url)).rejects.toThrow();
});

it('after a second signal, a server refuses new requests immediately, and completes those in progress', async () => {
  const server = await startStoppableServer();
  const { id, admin } = await seedOrganization(server.test);
  const { token } = admin;
  const space = await seedSpace(server.test, id);
  const changeRequest = await post(server, `/v1/spaces/${space}/change-requests`, { token, body: {} });
  const content = `/spaces/${space}/change-requests/${changeRequest.body.id}/content`;
  const insertPage = { operation: 'insert_page', title: 'Long', document: { markdown: long } };
  const answer = await post(server, `/v1${content}`, {
    token,
    body: { changes: [insertPage] },
    async halfway() {
      server.tell('SIGTERM');
      expect(await get(server, '/readyz')).toEqual(stopping);
      server.tell('SIGINT');
      await expect.poll(() => get(server, '/healthz').catch(() => 'refused')).toBe('refused');
    },
  });
  expect(answer.status).toBe(200);
  // The client keeps its connection open. A server that waits for it does not exit.
  expect(await server.exit()).toEqual([0]);
  await expect(fetch(server.url)).rejects.toThrow();

  const { body } = await (await anotherInstance(server.test)).rest('GET', `${content}/pages`, { token });
  expect(body.pages).toContainEqual(expect.objectContaining({ title: 'Long' }));
});

it('a process that gets SIGTERM exits with 0 and prints nothing on stderr', async () => {
  const server = await startServer({ ...settings, DEMO: 'false', DATABASE_URL: await emptyDatabase() });
  expect(await server.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
});
