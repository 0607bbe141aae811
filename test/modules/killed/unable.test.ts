import { sql } from 'kysely';
import { beforeEach, expect, it, vi } from 'vitest';
import { anotherInstance, type RestResponse, type TestApp, testApp } from '../../support/app.js';
import { withinBounds } from '../../support/cost.js';
import { administerPostgres, provider } from '../../support/database.js';
import { faults, postgresProxy } from '../../support/postgres-proxy.js';
import { seedOrganization } from '../../support/seed.js';
import { type Manual, seedManual } from '../manual-space.js';
import { type ChangeRequestClient, openChangeRequest } from '../review/change-requests/proposal.js';
import { expectConsistentOrganization } from './whole.js';

const test = await testApp();
const acme = await seedOrganization(test);
const { token } = acme.admin;
let manual: Manual;
let proposal: ChangeRequestClient;

beforeEach(async () => {
  manual = await seedManual(test, acme);
  proposal = await openChangeRequest(test, manual.id, token);
});

let written = 0;
/** Returns a change that inserts a page with a unique text, so that the page needs new storage. */
const long = () => ({
  operation: 'insert_page',
  title: 'Long',
  document: { markdown: `${++written} of many. `.repeat(50_000) },
});
const read = () => test.rest('GET', `/spaces/${manual.id}/content/path/guide?format=markdown`, { token });
/** Requests a PDF that must be rendered, because no earlier request has stored it. Returns the status. */
async function pdf(): Promise<number> {
  const { body } = await test.rest('GET', `/spaces/${manual.id}/pdf`, { token });
  const { pathname, search } = new URL(body.url);
  return (await test.app.inject(`${pathname}${search}`)).statusCode;
}
const onWriter = (setting: string) => test.store.transaction(({ read: own }) => own.all(sql.raw(setting)));

/**
 * Changes the database as the server's administrator. Terminates all connections, so that new ones have the new
 * setting.
 */
async function administer(change: string): Promise<void> {
  const name = new URL(test.url).pathname.slice(1);
  // Waits up to 60 seconds for each connection to end.
  const cut = `select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = '${name}'`;
  await administerPostgres(`alter database ${name} ${change}`, cut);
}

/** Uses all connections of the pool at once until none fails. A terminated connection fails only when it is used. */
async function reconnect(): Promise<void> {
  await vi.waitFor(() => Promise.all(Array.from({ length: 10 }, () => test.store.ping())), { timeout: 60_000 });
}

/**
 * Expects the write to be refused with a status and to leave nothing. Reads and PDFs work, and the same write succeeds
 * later.
 */
async function expectWriteRefusedAndRetried(status: number, mend: () => Promise<unknown>): Promise<void> {
  const refused: RestResponse = await proposal.change(long());
  expect([refused.status, refused.body.error.code]).toEqual([status, status]);
  expect((await read()).status).toBe(200);
  expect(await pdf()).toBe(200);
  await mend();
  await expectConsistentOrganization(test, acme.id);
  expect((await proposal.change(long())).status).toBe(200);
  expect((await proposal.merge()).body.result).toBe('merge');
  await expectConsistentOrganization(test, acme.id);
}

it.runIf(provider === 'sqlite')('with a full disk, writes return 507, reads work, and no data is lost', async () => {
  await onWriter('pragma max_page_count = 1');
  await expectWriteRefusedAndRetried(507, () => onWriter('pragma max_page_count = 1073741823'));
});

it.runIf(provider === 'postgresql')(
  'with a read-only database server, writes return 503, and no data is lost',
  async () => {
    await administer('set default_transaction_read_only = on');
    await reconnect();
    await expectWriteRefusedAndRetried(503, async () => {
      await administer('reset default_transaction_read_only');
      await reconnect();
    });
  },
);

it.runIf(provider === 'postgresql')(
  'while the database server is unavailable, all requests return 503 within 5 seconds, and succeed afterwards',
  async () => {
    await administer('allow_connections false');
    await withinBounds({ clock: 5 }, async () => {
      const reads = Array.from({ length: 20 }, read);
      const answers = await Promise.all([proposal.change(long()), proposal.merge(), ...reads]);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    });
    await administer('allow_connections true');
    await reconnect();
    expect((await read()).status).toBe(200);
    expect((await proposal.merge()).body.result).toBe('merge');
    await expectConsistentOrganization(test, acme.id);
  },
);

/** Requests that read or write, by description. */
const requests: Record<string, (app: TestApp) => Promise<RestResponse>> = {
  'reads a page': ({ rest }) => rest('GET', `/spaces/${manual.id}/content/path/guide?format=markdown`, { token }),
  'lists change requests': ({ rest }) => rest('GET', `/spaces/${manual.id}/change-requests`, { token }),
  'sends a GraphQL query': async ({ app }) => {
    const payload = { query: '{ viewer { id } organizations { nodes { title spaces { nodes { title } } } } }' };
    const answer = await app.inject({
      method: 'POST',
      url: '/graphql',
      payload,
      headers: { authorization: `Bearer ${token}` },
    });
    const [error] = answer.json().errors ?? [];
    // GraphQL returns status 200 even if a field has an error.
    const status = error ? Number(error.extensions.code === 'UNAVAILABLE' ? 503 : 500) : 200;
    return { status, body: error, headers: answer.headers };
  },
  'changes content': ({ rest }) => rest('POST', `${proposal.path}/content`, { token, body: { changes: [long()] } }),
  'makes a change request': ({ rest }) => rest('POST', `/spaces/${manual.id}/change-requests`, { token, body: {} }),
};

/** Keys of `requests` that write. */
const writes = ['changes content', 'makes a change request'];

it.runIf(provider === 'postgresql').each(faults)(
  'if its connection is %s, a request succeeds or returns 503 with Retry-After, and no data is lost',
  async (fault) => {
    await Promise.all(Object.keys(requests).map((what) => expectDoneOrRefused(what, fault)));
    await expectConsistentOrganization(test, acme.id);
  },
);

/** Breaks the connection of an instance at message 1, 2, 4, … of a request, and checks the response. */
async function expectDoneOrRefused(what: string, fault: (typeof faults)[number]): Promise<void> {
  const ask = requests[what]!;
  const proxy = await postgresProxy(test.url);
  const app = await vi.waitFor(() => anotherInstance({ url: proxy.url }, 0.2), { timeout: 60_000 });
  for (let moment = 1, hasCome = true; hasCome; moment *= 2) {
    await vi.waitFor(async () => expect((await ask(app)).status).toBeLessThan(300), { timeout: 20_000 });
    proxy.breakAt(fault, moment);
    const { status, headers } = await ask(app);
    hasCome = proxy.mend();
    const at = `${what}, ${fault} at message ${moment}`;
    if (status === 503) expect([at, headers['retry-after']]).toEqual([at, '1']);
    // The notification of a write is sent after its commit. If the fault hits the notification, the write is done
    // anyway.
    else expect([at, status, hasCome && !writes.includes(what)]).toEqual([at, status < 300 ? status : 503, false]);
  }
}
