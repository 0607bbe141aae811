import { join } from 'node:path';
import { expect, it } from 'vitest';
import { migrate } from '../../src/platform/db/migrations/migrate.js';
import { databaseName } from '../../src/platform/db/moving/database-name.js';
import { openStore } from '../../src/platform/db/open.js';
import { sampleUser } from '../platform/db/sample-rows.js';
import { docgraph } from '../support/command-line.js';
import { migratedDatabase, testFolder } from '../support/database.js';

it('`docgraph move` prints the tables, and a command uses the target afterwards', async () => {
  const from = `file:${join(testFolder(), 'from.db')}`;
  const created = await docgraph(['user', 'create', '--email', 'ann@acme.test', '--name', 'Ann'], {
    DATABASE_URL: from,
  });
  expect(created.code).toBe(0);
  const to = await migratedDatabase();
  const { code, stdout, stderr } = await docgraph(['move', from, to, '--json'], {});
  expect([code, stderr]).toEqual([0, '']);
  const { tables, ...result } = JSON.parse(stdout);
  const rows = tables.reduce((sum: number, table: { rows: number }) => sum + table.rows, 0);
  expect(result).toEqual({ from, to: databaseName(to), resumed: false, rows, secretFile: null });
  const [user] = tables.filter(({ name }: { name: string }) => name === 'User');
  expect(user).toEqual({ name: 'User', rows: expect.any(Number), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  const listed = await docgraph(['user', 'list', '--json'], { DATABASE_URL: to, SECRET: 'x'.repeat(32) });
  expect(listed.stdout).toContain('ann@acme.test');
});

it('`docgraph move` exits with 1 for a target with rows, and with 78 for a source that it cannot open', async () => {
  const folder = testFolder();
  const from = `file:${join(folder, 'from.db')}`;
  await migrate({ url: from });
  const to = await migratedDatabase();
  const store = await openStore({ url: to });
  await store.transaction(({ prisma }) => prisma.user.create({ data: sampleUser('usr_a') })).finally(store.close);
  const refused = await docgraph(['move', from, to], {});
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain(`docgraph: Cannot move to ${databaseName(to)}: it has rows (User: 1). Use`);
  const missing = await docgraph(['move', `file:${join(folder, 'missing.db')}`, to], {});
  expect(missing.code).toBe(78);
  expect(missing.stderr).toContain('there is no such file. Check the URL');
  const other = await docgraph(['move', 'mysql://localhost/docgraph', to], {});
  expect(other.code).toBe(78);
});
