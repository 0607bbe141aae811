import { describe, expect, it } from 'vitest';
import { createLastUse } from '../../../../src/modules/identity/tokens/last-use.js';
import { anotherInstance, testApp } from '../../../support/app.js';
import { moveClock } from '../../../support/clock.js';
import { seedOrganization } from '../../../support/seed.js';

const test = await testApp();

/** Returns the time of the last use of the only token of a user. */
async function lastUse(userId: string): Promise<string | null> {
  const { read, sql } = test.store;
  return (await read.first(sql.selectFrom('AccessToken').selectAll().where('userId', '=', userId)))!.lastUsedAt;
}

async function moveLastUseBack(userId: string, minutes: number): Promise<string> {
  const lastUsedAt = new Date(Date.now() - minutes * 60_000);
  await test.store.transaction(({ prisma }) =>
    prisma.accessToken.updateMany({ where: { userId }, data: { lastUsedAt } }).then(() => {}),
  );
  return lastUsedAt.toISOString();
}

async function tokenIdOf(userId: string): Promise<string> {
  const { read, sql } = test.store;
  return (await read.first(sql.selectFrom('AccessToken').select('id').where('userId', '=', userId)))!.id;
}

describe('the last use of a token', () => {
  it('is updated by a request, and shown to its user', async () => {
    const { admin } = await seedOrganization(test);
    expect(await lastUse(admin.id)).toBeNull();
    moveClock(0);
    const now = new Date().toISOString();
    await test.rest('GET', '/user', admin);
    await expect.poll(() => lastUse(admin.id)).toBe(now);
    const { data } = await test.graphql('{ accessTokens { nodes { lastUsedAt } } }', admin);
    expect(data.accessTokens.nodes[0].lastUsedAt).toBe(await lastUse(admin.id));
  });

  it('is updated again only after five minutes, even if another process updated it', async () => {
    const { admin } = await seedOrganization(test);
    const [recent, id] = [await moveLastUseBack(admin.id, 4), await tokenIdOf(admin.id)];
    // The last use in the cache of this process may be older than the value that another process wrote.
    const mistaken = createLastUse(test.store);
    mistaken.note({ id, lastUsedAt: null, address: '192.0.2.1' });
    await mistaken.close();
    expect(await lastUse(admin.id)).toBe(recent);
    const long = await moveLastUseBack(admin.id, 6);
    await test.rest('GET', '/user', admin);
    await expect.poll(() => lastUse(admin.id)).not.toBe(long);
  });

  it('takes one write for many concurrent requests, and `close` waits for this write', async () => {
    const { admin } = await seedOrganization(test);
    const id = await tokenIdOf(admin.id);
    let writes = 0;
    const counting = {
      ...test.store,
      transaction: (work: never) => {
        writes += 1;
        return test.store.transaction(work);
      },
    };
    const uses = createLastUse(counting as typeof test.store);
    for (let index = 0; index < 50; index += 1) uses.note({ id, lastUsedAt: null, address: '192.0.2.1' });
    await uses.close();
    expect([writes, await lastUse(admin.id)]).toEqual([1, expect.any(String)]);
    uses.note({ id, lastUsedAt: null, address: '192.0.2.1' });
    await uses.close();
    expect(writes).toBe(1);
  });

  it('is lost without failing the request if the store refuses the write', async () => {
    const refusing = { ...test.store, transaction: () => Promise.reject(new Error('away')) };
    const uses = createLastUse(refusing as typeof test.store);
    uses.note({ id: 'tok_x', lastUsedAt: null, address: '192.0.2.1' });
    await expect(uses.close()).resolves.toBeUndefined();
  });

  it('is not updated by a refused token', async () => {
    const { admin } = await seedOrganization(test);
    await test.store.transaction(({ prisma }) =>
      prisma.accessToken.updateMany({ where: { userId: admin.id }, data: { expiresAt: new Date(0) } }).then(() => {}),
    );
    const instance = await anotherInstance(test);
    expect((await instance.rest('GET', '/user', admin)).status).toBe(401);
    // Closing waits for pending writes.
    await instance.app.close();
    expect(await lastUse(admin.id)).toBeNull();
  });
});
