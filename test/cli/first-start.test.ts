import { expect, it } from 'vitest';
import { fillDatabase } from '../../src/cli/first-start.js';
import { ensureBootstrapToken, operatorOf } from '../../src/domains/users/bootstrap.js';
import { openStore } from '../../src/store/open.js';
import { testDatabase } from '../support/database.js';

it('two instances that start at once make one operator, one token and one organization', async () => {
  const { url, store } = await testDatabase();
  const other = await openStore({ url, patience: 10 });
  const stores = [store, other];
  const [viewer, same] = await Promise.all(stores.map(operatorOf));
  expect(same).toEqual(viewer);
  await Promise.all(
    stores.map((one) => fillDatabase({ store: one, viewer: viewer! }, { demo: false, databaseUrl: url })),
  );
  const shown = await Promise.all(stores.map((one) => ensureBootstrapToken(one, viewer!)));
  await Promise.all(stores.map((one) => ensureBootstrapToken(one, viewer!, 'the token that is configured')));
  const rows = (table: 'Organization' | 'AccessToken') => store.read.all(store.sql.selectFrom(table).select('id'));
  expect([await rows('Organization'), await rows('AccessToken')].map(({ length }) => length)).toEqual([1, 1]);
  expect(shown.filter((token) => token !== null)).toHaveLength(1);
  await other.close();
});
