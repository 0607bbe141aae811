import { sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { RequestKey } from '../../../src/api/graphql/execution/request-key.js';
import { jobKinds } from '../../../src/app/job-kinds.js';
import { duplicateSpace } from '../../../src/modules/content/space-lifecycle/duplicate-space.js';
import { mergeChangeRequest } from '../../../src/modules/review/change-requests/merge-actions.js';
import { keyLifetimeMs } from '../../../src/modules/shared/idempotency.js';
import { type Actor, runAction } from '../../../src/modules/shared/unit-of-work.js';
import { createSite } from '../../../src/modules/sites/site-lifecycle/actions.js';
import type { Queries } from '../../../src/platform/db/query/queries.js';
import type { Store } from '../../../src/platform/db/write/store.js';
import { createOutbound } from '../../../src/platform/outbound/outbound.js';
import type { Sealer } from '../../../src/platform/secrets/sealed.js';
import { anotherInstance, sealer, testApp } from '../../support/app.js';
import { provider } from '../../support/database.js';
import { runKind } from '../../support/run-kind.js';
import { seedOrganization, seedSpace } from '../../support/seed.js';
import { signal } from '../../support/signal.js';
import { openChangeRequest } from '../review/change-requests/proposal.js';

const test = await testApp();
const other = await anotherInstance(test);
const { id: organization, admin } = await seedOrganization(test);
const space = await seedSpace(test, organization);

/** Returns a request with an idempotency key, as the HTTP layer creates it. */
function requestWith(key: string, says = 'the same'): RequestKey {
  const request = {
    hash: key,
    isReplayed: false,
    requestHash: () => says,
    replay() {
      request.isReplayed = true;
    },
  };
  return request;
}

const actorWith = (store: Store, requestKey?: RequestKey): Actor & { sealer: Sealer } => ({
  store,
  sealer,
  viewer: test.operator,
  ...(requestKey && { requestKey }),
});

/** Returns a store that signals when a transaction begins, and ends no transaction before `release` is called. */
function holdTransactions(store: Store) {
  const [begun, written, released] = [signal(), signal(), signal()];
  const held: Store = {
    ...store,
    transaction(work) {
      begun.give();
      return store.transaction(async (tx) => {
        const result = await work(tx);
        written.give();
        await released.given;
        return result;
      });
    },
  };
  return { store: held, begun: begun.given, written: written.given, release: released.give };
}

async function sites(): Promise<number> {
  const { read } = test.store;
  return (await read.all(read.sql.selectFrom('Site').select('id').where('organizationId', '=', organization))).length;
}

describe('an idempotency key', () => {
  it('makes a repeat in the same process fail while the first request is in progress, with `Retry-After` of a second', async () => {
    const [held, before] = [holdTransactions(test.store), await sites()];
    const first = createSite(actorWith(held.store, requestWith('here')), { organization });
    await held.begun;
    const again = createSite(actorWith(held.store, requestWith('here')), { organization });
    await expect(again).rejects.toMatchObject({ code: 'CONFLICT', detail: { reason: 'UNDER_WAY', retryAfter: 1 } });
    held.release();
    const firstResult = await first;
    expect(await createSite(actorWith(test.store, requestWith('here')), { organization })).toBe(firstResult);
    expect(await sites()).toBe(before + 1);
  });

  it.skipIf(provider === 'sqlite')(
    'makes a repeat in another process fail without waiting (skipped on SQLite, whose writers wait for each other)',
    async () => {
      const [held, before] = [holdTransactions(test.store), await sites()];
      const first = createSite(actorWith(held.store, requestWith('there')), { organization });
      await held.written;
      const again = createSite(actorWith(other.store, requestWith('there')), { organization });
      await expect(again).rejects.toMatchObject({ code: 'CONFLICT', detail: { reason: 'UNDER_WAY', retryAfter: 1 } });
      held.release();
      const firstResult = await first;
      expect(await createSite(actorWith(other.store, requestWith('there')), { organization })).toBe(firstResult);
      expect(await sites()).toBe(before + 1);
    },
  );

  it('gives a concurrent repeat in another process the result of the first, although its own work would be refused', async () => {
    const proposal = await openChangeRequest(test, space, admin.token);
    await proposal.change({ operation: 'insert_page', title: 'New', document: { markdown: 'Text.\n' } });
    const name = { space, changeRequest: proposal.id };
    const [held, otherInstance] = [holdTransactions(test.store), holdTransactions(other.store)];
    otherInstance.release();
    const first = mergeChangeRequest(actorWith(held.store, requestWith('merge')), name);
    await held.written;
    const request = requestWith('merge');
    const again = mergeChangeRequest(actorWith(otherInstance.store, request), name);
    await otherInstance.begun;
    held.release();
    const [firstResult, repeated] = await Promise.all([first, again]);
    expect(repeated).toEqual(firstResult);
    expect(request.isReplayed).toBe(true);
    await expect(mergeChangeRequest(actorWith(test.store), name)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('costs two more statements, and a repeat runs one statement and no transaction', async () => {
    const statements = async (requestKey?: RequestKey) => {
      const counted = recordStatements(test.store);
      await createSite(actorWith(counted.store, requestKey), { organization });
      return counted;
    };
    const plain = await statements();
    const keyed = await statements(requestWith('counted'));
    const again = await statements(requestWith('counted'));
    const own = (texts: string[]): string[] => texts.filter((text) => text.includes('IdempotencyKey'));
    expect([own(plain.texts), own(keyed.texts).length]).toEqual([[], 2]);
    expect(keyed.texts.length).toBe(plain.texts.length + 2);
    expect([again.texts.length, own(again.texts).length, again.transactions()]).toEqual([1, 1, 0]);
  });

  it('replays the result of an action in steps without running any of its steps', async () => {
    const copy = await duplicateSpace(actorWith(test.store, requestWith('steps')), space);
    const counted = recordStatements(test.store);
    expect(await duplicateSpace(actorWith(counted.store, requestWith('steps')), space)).toBe(copy);
    expect([counted.texts.length, counted.transactions()]).toEqual([1, 0]);
  });

  it('must not be used by two actions, since a repeat could not select a result', async () => {
    const actor = actorWith(test.store, requestWith('two'));
    await runAction(actor, async () => null);
    await expect(runAction(actor, async () => null)).rejects.toThrow('A request has one action');
  });

  it('is not stored for a failed request', async () => {
    const fail = runAction(actorWith(test.store, requestWith('failed')), async () => {
      throw new Error('refused');
    });
    await expect(fail).rejects.toThrow('refused');
    expect(await runAction(actorWith(test.store, requestWith('failed', 'something else')), async () => 'done')).toBe(
      'done',
    );
  });

  it('is removed only after it has expired', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    await runAction(actorWith(test.store, requestWith('old')), async () => null);
    vi.setSystemTime(Date.now() + keyLifetimeMs);
    await runAction(actorWith(test.store, requestWith('young')), async () => null);
    await runKind(jobKinds({ store: test.store, outbound: createOutbound([]) }), 'idempotencyKeys.expire');
    expect(await storedKeys()).toEqual(['young']);
  });
});

async function storedKeys(): Promise<string[]> {
  const rows = await test.store.read.all(sql<{ hash: string }>`select "hash" from "IdempotencyKey"`);
  return rows.map(({ hash }) => hash);
}

/**
 * Returns a store that records its statements. Statements of Prisma are not recorded, because idempotency keys add none
 * to
 * them.
 */
function recordStatements(store: Store) {
  const texts: string[] = [];
  let transactions = 0;
  const recordingQueries = (read: Queries): Queries => ({
    ...read,
    all: (query, decode) => {
      texts.push(query.compile(read.sql).sql);
      return read.all(query, decode);
    },
    first: (query, decode) => {
      texts.push(query.compile(read.sql).sql);
      return read.first(query, decode);
    },
  });
  const counted: Store = {
    ...store,
    read: recordingQueries(store.read),
    transaction(work) {
      transactions += 1;
      return store.transaction((tx) => work({ ...tx, read: recordingQueries(tx.read) }));
    },
  };
  return { store: counted, texts, transactions: () => transactions };
}
