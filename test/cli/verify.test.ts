import { expect, it } from 'vitest';
import { checks } from '../../src/modules/lifecycle/verification/checks.js';
import { secret, testApp } from '../support/app.js';
import { docgraph } from '../support/command-line.js';
import { emptyDatabase, provider, testFolder } from '../support/database.js';
import { seedOrganization, seedSpace } from '../support/seed.js';

const test = await testApp();
const env = { DATABASE_URL: test.url, SECRET: secret };

it('checks a database, repairs it, and exits with 1 while a problem is left', async () => {
  const { id } = await seedOrganization(test);
  const space = await seedSpace(test, id, { 'README.md': '# Start\n' });
  const applicable = checks.filter((check) => check.provider === undefined || check.provider === provider);
  const sound = await docgraph(['verify'], env);
  expect([sound.code, sound.stderr]).toEqual([0, '']);
  expect(JSON.parse(sound.stdout)).toMatchObject({ database: provider, sound: true, losses: [] });
  expect(JSON.parse(sound.stdout).checks).toEqual(
    applicable.map(({ name, kind }) => ({ name, kind, problems: 0, examples: [] })),
  );

  await test.store.transaction(({ prisma }) =>
    prisma.space.update({ where: { id: space }, data: { commentsOpen: 3 }, select: { id: true } }),
  );
  const problem = { object: `Space ${space}`, detail: 'has the commentsOpen 3, but it must be 0.' };
  const damaged = await docgraph(['verify'], env);
  expect(damaged.code).toBe(1);
  expect(JSON.parse(damaged.stdout).checks).toContainEqual({
    ...{ name: 'counts', kind: 'numbers', problems: 1 },
    examples: [problem],
  });

  const repaired = await docgraph(['verify', '--repair'], env);
  expect([repaired.code, repaired.stderr]).toEqual([0, '']);
  expect(JSON.parse(repaired.stdout)).toMatchObject({ sound: true, failures: [] });
  expect(JSON.parse(repaired.stdout).checks).toContainEqual({
    ...{ name: 'counts', kind: 'numbers', problems: 0, found: 1 },
    examples: [],
  });
});

it('refuses a database with pending migrations, and creates no database', async () => {
  const pending = await docgraph(['verify'], { ...env, DATABASE_URL: await emptyDatabase() });
  expect([pending.code, pending.stdout]).toEqual([1, '']);
  expect(pending.stderr).toMatch(
    /^docgraph: Cannot verify: migrations are pending \(.*\)\. Run `docgraph migrate`\.\n$/,
  );
  const absent = await docgraph(['verify', '--repair'], { DATABASE_URL: `file:${testFolder()}/absent.db` });
  expect([absent.code, absent.stderr]).toEqual([78, expect.stringContaining('Cannot verify: there is no database at')]);
});
