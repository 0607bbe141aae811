import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { freePort } from '../../../scripts/free-port.mjs';
import { checkBackup } from '../../../src/cli/doctor/work/check-backup.js';
import { backupName, installationOf } from '../../../src/platform/backup/places/backup-name.js';
import { docgraph, type Environment, spawnDocgraph, waitForExit } from '../../support/command-line.js';
import { migratedDatabase, testDatabase, testFolder } from '../../support/database.js';
import { parseSeries } from '../../support/scrape.js';
import { settings, startServer } from '../../support/server-process.js';
import { textOf } from '../doctor/doctor-kit.js';

/** One backup in a year, so that no interval ends during a test. */
const yearly = { ...settings, BACKUP_EVERY: '8760', DEMO: 'false' };

const backupJobs = async (env: Environment): Promise<{ status: string; error: string | null }[]> =>
  JSON.parse((await docgraph(['jobs', 'list', '--kind', 'backup.run', '--json'], env)).stdout).jobs.map(
    ({ status, error }: { status: string; error: string | null }) => ({ status, error }),
  );

it('of two servers one makes the backup of an interval, removes the oldest ones, and both report its time', async () => {
  const folder = testFolder();
  const installation = installationOf(settings.SECRET);
  const former = [1, 2, 3].map((day) =>
    backupName({ createdAt: new Date(Date.UTC(2020, 0, day)), installation }, false),
  );
  for (const name of former) writeFileSync(join(folder, name), '');
  const DATABASE_URL = await migratedDatabase();
  const env = { ...yearly, DATABASE_URL, BACKUP_TO: folder, BACKUP_KEEP: '2' };
  const ports = [await freePort(), await freePort()];
  await Promise.all(ports.map((port) => startServer({ ...env, METRICS_PORT: String(port) })));
  await expect.poll(() => backupJobs(env), { timeout: 60_000 }).toEqual([{ status: 'done', error: null }]);
  const { backups } = JSON.parse((await docgraph(['backup', 'list', '--json'], env)).stdout);
  expect(backups).toHaveLength(2);
  expect(backups[0].location).toBe(join(folder, former[2]!));
  const { location, createdAt } = backups[1];
  const checked = await docgraph(['backup', 'check', location], env);
  expect([checked.code, checked.stderr]).toEqual([0, '']);
  for (const port of ports) {
    const series = parseSeries(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
    expect(series.get('docgraph_backup_last_success_timestamp_seconds')).toBe(Date.parse(createdAt) / 1000);
  }
  expect(await textOf(checkBackup, DATABASE_URL, env)).toMatch(/^ok: The last backup is \d+ m?s old: .*\.backup\.tar /);
});

it('a backup whose place cannot be written is tried again, and after three failures a dead job says why', async () => {
  const { store, url } = await testDatabase();
  const file = join(testFolder(), 'file');
  writeFileSync(file, '');
  const env = { ...yearly, DATABASE_URL: url, BACKUP_TO: join(file, 'backups') };
  const runDue = async () => (await waitForExit(spawnDocgraph(['jobs', 'run-schedules'], env))).code;
  const error = `Cannot write ${JSON.stringify(env.BACKUP_TO)}: a part of the path is a file (ENOTDIR). Correct the path.`;
  expect(await runDue()).toBe(0);
  expect(await backupJobs(env)).toEqual([{ status: 'waiting', error }]);
  const where = { kind: 'backup.run' };
  await store.transaction(({ prisma }) => prisma.job.updateMany({ where, data: { attempts: 2, runAt: new Date(0) } }));
  expect(await runDue()).toBe(0);
  expect(await backupJobs(env)).toEqual([{ status: 'dead', error }]);
  expect(await textOf(checkBackup, url, env)).toContain(`warning: There is no folder ${env.BACKUP_TO}, so there is no`);
});

it('doctor reports a last backup that is older than two intervals, and a place without one', async () => {
  const url = await migratedDatabase();
  const env = { BACKUP_TO: testFolder(), BACKUP_EVERY: '1' };
  expect(await textOf(checkBackup, url, env)).toContain('warning: There is no backup of this server at');
  const createdAt = new Date(Date.now() - 3 * 3_600_000);
  const name = backupName({ createdAt, installation: installationOf(settings.SECRET) }, true);
  writeFileSync(join(env.BACKUP_TO, name), '');
  expect(await textOf(checkBackup, url, env)).toMatch(/^warning: The last backup is (3 h|180 min) old: /);
  const noFolder = { BACKUP_TO: join(dirname(env.BACKUP_TO), 'no-such-folder') };
  expect(await textOf(checkBackup, url, noFolder)).toContain('warning: There is no folder');
});
