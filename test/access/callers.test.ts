import { describe, expect, it } from 'vitest';
import { hashToken } from '../../src/access/authenticate.js';
import { createBatchedCallerFinder } from '../../src/access/callers.js';
import { revokeToken } from '../../src/modules/identity/tokens/operator-actions.js';
import type { Batch } from '../../src/platform/db/query/batch.js';
import { anotherInstance, testApp } from '../support/app.js';
import { seedMember, seedOrganization, seedStranger } from '../support/seed.js';

const test = await testApp();
const { id: organization, admin } = await seedOrganization(test);

/** Returns a function that finds the caller of a token, and the list of the database batches that it sends. */
function createCountingFinder() {
  const batches: Batch[] = [];
  const read = test.store.reading((batch) => batches.push(batch));
  const find = createBatchedCallerFinder({ read });
  return { batches, idOf: async (token: string) => (await find(hashToken(token))).viewer.userId };
}

describe('finding callers', () => {
  it('takes one batch for all callers of an event loop tick, also if callers share a token', async () => {
    const people = [admin, await seedMember(test, organization, 'read'), await seedStranger(test)];
    const { batches, idOf } = createCountingFinder();
    const callers = Array.from({ length: 60 }, (_, index) => people[index % people.length]!);
    expect(await Promise.all(callers.map(({ token }) => idOf(token)))).toEqual(callers.map(({ id }) => id));
    expect(batches).toHaveLength(1);
  });

  it('fails for an unknown token without affecting other callers of the same tick', async () => {
    const { idOf } = createCountingFinder();
    const [known, unknown] = await Promise.allSettled([idOf(admin.token), idOf('no-such-token')]);
    expect(known).toMatchObject({ value: admin.id });
    expect(unknown).toMatchObject({ reason: { code: 'UNAUTHENTICATED' } });
  });

  it('fails for a token immediately after another instance revoked it', async () => {
    const other = await anotherInstance(test);
    const { token } = await seedMember(test, organization, 'read');
    const { idOf } = createCountingFinder();
    for (let attempt = 0; attempt < 3; attempt++) await idOf(token);
    const { read } = test.store;
    const row = await read.first(read.sql.selectFrom('AccessToken').select('id').where('hash', '=', hashToken(token)));
    await revokeToken({ store: other.store, viewer: other.operator }, row!.id);
    await expect(idOf(token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});
