import { expect, it, vi } from 'vitest';
import { openStore } from '../../../src/platform/db/open.js';
import type { Store } from '../../../src/platform/db/write/store.js';
import { atEnd, provider, testDatabase } from '../../support/database.js';
import { type Fault, faults, postgresProxy } from '../../support/postgres-proxy.js';
import { sampleToken, sampleUser } from './sample-rows.js';

const unavailableError = { code: 'UNAVAILABLE', detail: { reason: 'STORE_UNAVAILABLE', retryAfter: 1 } };

/** Writes two rows with Prisma, and reads between them. */
async function writeUser(store: Store, id: string): Promise<void> {
  await store.transaction(async ({ prisma, read, lock }) => {
    // Turns off a timeout of the server, which would end a transaction with a silent connection after a while.
    await prisma.$executeRawUnsafe('set local idle_in_transaction_session_timeout = 0');
    await prisma.user.create({ data: sampleUser(id) });
    await lock('User', id);
    await read.all(store.sql.selectFrom('User').select('id'));
    await prisma.accessToken.create({ data: sampleToken(id, id) });
  });
}

/** Returns the ids of all users, and of the users that have their token. */
async function usersOf({ read, sql }: Store): Promise<{ all: string[]; whole: string[] }> {
  const all = await read.all(sql.selectFrom('User').select('id').orderBy('id'));
  const whole = await read.all(sql.selectFrom('AccessToken').select('userId').orderBy('userId'));
  return { all: all.map(({ id }) => id), whole: whole.map(({ userId }) => userId) };
}

/**
 * Runs `operation` with connections that break at the first message, then at the second and so on, until the operation
 * ends before the fault.
 */
async function breakAtEachMessage(
  fault: Fault,
  operation: (store: Store, moment: number) => Promise<unknown>,
): Promise<number> {
  const { url } = await testDatabase();
  const proxy = await postgresProxy(url);
  for (let moment = 1; ; moment++) {
    // A store that waits a third of a second for a response.
    const store = await openStore({ url: proxy.url, patience: 0.05 });
    atEnd(() => store.close());
    await vi.waitFor(() => store.ping(), 60_000);
    proxy.breakAt(fault, moment);
    const outcome = await operation(store, moment).catch((error) => error);
    const hasCome = proxy.mend();
    if (!hasCome && outcome === undefined) return moment;
    expect(outcome, `at message ${moment}`).toMatchObject(unavailableError);
    // A later write on the same connections does not store the rest of the broken write.
    await vi.waitFor(() => writeUser(store, `next_${moment}`), 60_000);
    const { all, whole } = await vi.waitFor(() => usersOf(store), 60_000);
    expect(all).toEqual(whole);
  }
}

it.runIf(provider === 'postgresql').each(faults)(
  'a write whose connection is %s fails with UNAVAILABLE, and is not partially stored',
  async (fault) => {
    const moments = await breakAtEachMessage(fault, (store, moment) => writeUser(store, `lost_${moment}`));
    // Messages: begin, five statements, commit.
    expect(moments).toBeGreaterThan(7);
  },
);

it.runIf(provider === 'postgresql').each(faults)(
  'a read whose connection is %s fails with UNAVAILABLE',
  async (fault) => {
    const moments = await breakAtEachMessage(fault, (store) => store.ping());
    expect(moments).toBeGreaterThan(1);
  },
);
