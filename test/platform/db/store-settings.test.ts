import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { provider, testDatabase } from '../../support/database.js';

// Settings of a store on Postgres that the environment sets (docs/configuration.md).

const onPostgres = it.runIf(provider === 'postgresql');

onPostgres('a store opens at most as many connections as configured, and four for other purposes', async () => {
  const { store } = await testDatabase({ connections: 4 });
  const connections = sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = 'docgraph'`;
  const counts = await Promise.all(Array.from({ length: 20 }, () => store.read.all(connections)));
  const most = Math.max(...counts.map(([row]) => row!.count));
  expect(most).toBeGreaterThanOrEqual(4);
  expect(most).toBeLessThanOrEqual(8);
});

onPostgres('Postgres ends a statement after the configured time', async () => {
  const { store } = await testDatabase({ statementTimeout: 1_234, patience: 1 });
  expect(await store.read.all(sql`select current_setting('statement_timeout') as time`)).toEqual([{ time: '1234ms' }]);
});

it('a transaction is rolled back after the configured time', async () => {
  const { store } = await testDatabase({ transactionTimeout: 50 });
  const slow = store.transaction(() => new Promise((resolve) => setTimeout(resolve, 60_000).unref()));
  await expect(slow).rejects.toMatchObject({ code: 'TIMEOUT' });
});
