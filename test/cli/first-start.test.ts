import { expect, it } from 'vitest';
import { authenticate, findCallerUnbatched } from '../../src/access/authenticate.js';
import { fillDatabase } from '../../src/cli/setup/first-start.js';
import { ensureBootstrapToken, operatorOf, setBootstrapToken } from '../../src/modules/identity/tokens/bootstrap.js';
import { createAccessToken } from '../../src/modules/identity/tokens/creation-actions.js';
import { createToken, listTokensOfUser, revokeToken } from '../../src/modules/identity/tokens/operator-actions.js';
import { openStore } from '../../src/platform/db/open.js';
import type { Store } from '../../src/platform/db/write/store.js';
import { sealer } from '../support/app.js';
import { testDatabase } from '../support/database.js';

it('two instances that start concurrently create one operator, one token and one organization', async () => {
  const { url, store } = await testDatabase();
  const other = await openStore({ url, patience: 10 });
  const stores = [store, other];
  const [viewer, same] = await Promise.all(stores.map(operatorOf));
  expect(same).toEqual(viewer);
  await Promise.all(stores.map((one) => fillDatabase({ store: one, viewer: viewer!, sealer }, { demo: false })));
  const results = await Promise.all(stores.map((one) => ensureBootstrapToken(one, viewer!)));
  await Promise.all(stores.map((one) => ensureBootstrapToken(one, viewer!, 'the token that is configured')));
  const rows = (table: 'Organization' | 'AccessToken') => store.read.all(store.sql.selectFrom(table).select('id'));
  expect([await rows('Organization'), await rows('AccessToken')].map(({ length }) => length)).toEqual([1, 1]);
  expect(results.map(({ state }) => state).sort()).toEqual(['created', 'existing']);
  await other.close();
});

it('a changed BOOTSTRAP_TOKEN replaces the former token, but not other tokens with the name `bootstrap`', async () => {
  const { store } = await testDatabase();
  const viewer = await operatorOf(store);
  const printed = await firstStartToken(store);
  const own = { store, viewer: await userOfToken(store, printed) };
  const { token: namesake } = await createAccessToken(own, { name: 'bootstrap' });
  const { token: operators } = await createToken({ store, viewer }, { user: viewer.userId, name: 'bootstrap' });
  let former = printed;
  for (const configured of ['the-first-configured-one', 'the-second-configured-one']) {
    expect(await ensureBootstrapToken(store, viewer, configured)).toEqual({ state: 'configured' });
    await expect(userOfToken(store, former)).rejects.toThrow('The access token is unknown');
    for (const token of [configured, namesake, operators]) expect(await userOfToken(store, token)).toBeTruthy();
    former = configured;
  }
});

it('a token that was replaced or revoked is restored only with --force, and not by a start', async () => {
  const { store } = await testDatabase();
  const viewer = await operatorOf(store);
  await firstStartToken(store);
  const [first, second, third] = ['the-first-configured-one', 'the-second-configured-one', 'the-third-configured-one'];
  for (const configured of [first, second]) await ensureBootstrapToken(store, viewer, configured);
  expect(await ensureBootstrapToken(store, viewer, first)).toEqual({ state: 'retired' });
  expect(await userOfToken(store, second)).toBeTruthy();
  await expect(setBootstrapToken(store, viewer, { token: first, force: false })).rejects.toThrow('Add --force');
  await setBootstrapToken(store, viewer, { token: first, force: true });
  expect(await ensureBootstrapToken(store, viewer, first)).toEqual({ state: 'configured' });
  expect(await ensureBootstrapToken(store, viewer, second)).toEqual({ state: 'retired' });

  await setBootstrapToken(store, viewer, { token: third, force: false });
  const [token] = await listTokensOfUser({ store, viewer }, viewer.userId);
  await revokeToken({ store, viewer }, token!.id);
  expect(await ensureBootstrapToken(store, viewer, third)).toEqual({ state: 'retired' });
  await expect(userOfToken(store, third)).rejects.toThrow('The access token is unknown');
});

/** Returns the token that the first start prints if no token is configured. */
async function firstStartToken(store: Store): Promise<string> {
  const admin = await ensureBootstrapToken(store, await operatorOf(store));
  if (admin.state !== 'created') throw new Error(`A first start makes a token (got ${admin.state})`);
  return admin.token;
}

const userOfToken = (store: Store, token: string) => authenticate(findCallerUnbatched(store.read), `Bearer ${token}`);
