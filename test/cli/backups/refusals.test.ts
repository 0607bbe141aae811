import { chmodSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { backupWith } from '../../platform/backup/container-kit.js';
import { testApp } from '../../support/app.js';
import { docgraph } from '../../support/command-line.js';
import { migratedDatabase, provider, testFolder } from '../../support/database.js';
import { seeds } from '../../support/properties.js';
import { randomFrom } from '../../support/random.js';
import { seedOrganization } from '../../support/seed.js';
import { backUp, filesIn, newTarget, readRows, serverOn } from './backup-kit.js';

const test = await testApp();
await seedOrganization(test);
const env = serverOn(test.url);
const file = await backUp(env);
const whole = readFileSync(file);

/** Restores a file into a new database. Returns the error, and the files or rows that are left. */
async function restore(bytes: Uint8Array): Promise<{ error: string; left: unknown }> {
  const [path, target] = [join(testFolder(), 'some.tar'), await newTarget()];
  writeFileSync(path, bytes);
  const { code, stderr } = await docgraph(['restore', path], serverOn(target));
  expect(code).toBe(1);
  const left = provider === 'sqlite' ? filesIn(dirname(target.slice('file:'.length))) : await rowsIn(target);
  return { error: stderr, left };
}

async function rowsIn(url: string): Promise<string[]> {
  expect((await docgraph(['migrate'], serverOn(url))).code).toBe(0);
  return Object.keys(await readRows(url));
}

describe('a failed restore leaves nothing', () => {
  it('of a file that ends early, at any position', async () => {
    for (const part of [0.02, 0.5, 0.999]) {
      const { error, left } = await restore(whole.subarray(0, Math.floor(whole.length * part)));
      expect(error).toBe(
        'docgraph: Cannot read the backup: the file ends early, so it is not a whole backup. Copy the file again from where it is stored, or use another backup.\n',
      );
      expect(left).toEqual([]);
    }
  });

  it.each(seeds(3))('of a file with one changed byte (seed %i)', async (seed) => {
    const changed = Buffer.from(whole);
    changed[randomFrom(seed)(whole.length)]! ^= 1;
    const { error, left } = await restore(changed);
    expect(error).toMatch(/^docgraph: (Cannot (read|restore|load|finish)|`part` must)/);
    expect(left).toEqual([]);
  });

  it('of a newer format, and of newer migrations', async () => {
    const format = await restore(await backupWith([], { format: 2, version: '9.1.0' }));
    expect(format.error).toBe(
      'docgraph: Cannot read the backup: it has the format 2, and this version reads formats up to 1. Install docgraph 9.1.0 or newer.\n',
    );
    const migrations = await restore(await backupWith([], { migrations: ['29990101000000_new'], version: '9.1.0' }));
    expect(migrations.error).toBe(
      'docgraph: Cannot restore: docgraph 9.1.0 made the backup, with the migration 29990101000000_new that this version does not know. Install docgraph 9.1.0 or newer.\n',
    );
    expect([format.left, migrations.left]).toEqual([[], []]);
  });
});

describe('a restore is refused', () => {
  it('into a database with rows, and does not change it', async () => {
    const before = await readRows(test.url);
    const { code, stderr } = await docgraph(['restore', file], env);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^docgraph: Cannot restore: the database is not empty: it has \d+ rows in Organization, .*\. Set DATABASE_URL to a new database, or move this one away\.\n$/,
      ),
    ]);
    expect(await readRows(test.url)).toEqual(before);
  });

  it('only if the database has rows: a migrated empty database is accepted', async () => {
    const { code, stderr } = await docgraph(['restore', file], serverOn(await migratedDatabase()));
    expect([stderr, code]).toEqual(['', 0]);
  });

  it('from a folder, and from a file that does not exist', async () => {
    const target = serverOn(await newTarget());
    const folder = testFolder();
    expect((await docgraph(['restore', folder], target)).stderr).toContain('`file` must be a backup, not the place');
    expect((await docgraph(['restore', join(folder, 'none.tar')], target)).stderr).toContain(
      'it does not exist (ENOENT). Correct the path.',
    );
  });
});

describe('a backup is refused', () => {
  it('without a destination, and with wrong options', async () => {
    const run = async (...args: string[]) => (await docgraph(['backup', ...args], env)).stderr;
    expect(await run()).toBe('docgraph: Cannot back up: there is no destination. Give one, or set BACKUP_TO.\n');
    expect(await run(testFolder(), '--keep', '0')).toContain('`keep` must be a whole number from 1 to 99999 (got "0")');
    expect(await run(testFolder(), '--recipient', 'ann')).toContain('`recipient` must be a public key of age');
    expect(await run('s3://UPPER')).toContain('`to` must be s3://bucket');
    expect(await run(file)).toContain('the file exists. Use another name.');
  });

  it.skipIf(process.getuid?.() === 0)('in a folder that it cannot write, and leaves nothing', async () => {
    const folder = join(testFolder(), 'closed');
    mkdirSync(folder);
    chmodSync(folder, 0o500);
    expect((await docgraph(['backup', folder], env)).stderr).toContain('Cannot write');
  });

  it('on a database that does not exist, or lacks migrations', async () => {
    const none = await newTarget();
    const { stderr } = await docgraph(['backup', testFolder()], serverOn(none));
    expect(stderr).toMatch(
      provider === 'sqlite' ? /Cannot read the database .*: it does not exist\./ : /Cannot back up: the database lacks/,
    );
  });

  it('by its check when the file is truncated', async () => {
    const damaged = await backUp(env);
    truncateSync(damaged, 100);
    const { code, stderr } = await docgraph(['backup', 'check', damaged], env);
    expect([code, stderr]).toEqual([1, expect.stringContaining('the file ends early')]);
  });
});
