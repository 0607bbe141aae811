import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/open.js';
import { sqliteDurability } from '../../src/store/sqlite-file.js';
import { migratedDatabase, provider, testDatabase, testFolder } from '../support/database.js';
import { startStoreProcess } from '../support/store-process.js';
import { sampleToken, sampleUser } from './sample-rows.js';

const pathOf = (url: string) => url.slice('file:'.length);

describe.runIf(provider === 'sqlite')('the writing connection of a SQLite file', () => {
  it('writes on after a COMMIT that failed, of which nothing is kept (trap 2)', async () => {
    const { url, store } = await testDatabase();
    const failed = store.transaction(async (tx) => {
      await tx.prisma.user.create({ data: sampleUser('lost') });
      // A violation that SQLite notices at the COMMIT only, which then leaves the transaction open.
      await tx.prisma.$executeRawUnsafe('PRAGMA defer_foreign_keys = ON');
      await tx.prisma.accessToken.create({ data: sampleToken('dangling', 'nobody') });
    });
    await expect(failed).rejects.toThrow();
    for (const id of ['one', 'two']) await store.transaction((tx) => tx.prisma.user.create({ data: sampleUser(id) }));
    const elsewhere = new Database(pathOf(url), { readonly: true });
    expect(elsewhere.prepare('select id from User order by id').pluck().all()).toEqual(['one', 'two']);
    elsewhere.close();
  });

  it('synchronises fully, in WAL mode, with foreign keys enforced (traps 2 and 3)', async () => {
    const { store } = await testDatabase();
    const pragma = (tx: Parameters<Parameters<typeof store.transaction>[0]>[0], name: string) =>
      tx.prisma
        .$queryRawUnsafe<Record<string, unknown>[]>(`PRAGMA ${name}`)
        .then(([row]) => String(Object.values(row!)[0]));
    const settings = await store.transaction(async (tx) => [
      await pragma(tx, 'journal_mode'),
      await pragma(tx, 'synchronous'),
      await pragma(tx, 'foreign_keys'),
      await pragma(tx, 'trusted_schema'),
    ]);
    expect(settings).toEqual(['wal', '2', '1', '0']);
  });

  it('refuses to start on a file that cannot be put in WAL mode (trap 2)', async () => {
    const url = await migratedDatabase();
    const other = new Database(pathOf(url));
    other.exec('begin; select * from User');
    await expect(openStore({ url })).rejects.toMatchObject({ detail: { reason: 'STORE_REFUSED' } });
    other.close();
    expect(() => sqliteDurability.verify('x.db', ['delete', 2n])).toThrow('got delete and 2');
    expect(() => sqliteDurability.verify('x.db', ['wal', 1n])).toThrow('got wal and 1');
  });

  it('refuses to start on a file that is no database, or a folder that cannot be written', async () => {
    const url = `file:${new URL(import.meta.url).pathname}`;
    await expect(openStore({ url })).rejects.toMatchObject({ detail: { reason: 'STORE_REFUSED' } });
    await expect(openStore({ url: 'file:/dev/null/x.db' })).rejects.toThrow('cannot be written');
    await expect(openStore({ url: 'mysql://secret@host/x' })).rejects.toThrow('got "mysql"');
  });

  it('keeps the file to its owner', async () => {
    const path = join(testFolder(), 'new', 'x.db');
    const store = await openStore({ url: `file:${path}` });
    await store.close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  const canTrace = provider === 'sqlite' && traces();
  it.skipIf(!canTrace)(
    `synchronises at every commit, as strace counts (trap 3)${canTrace ? '' : ': skipped, strace is missing'}`,
    async () => {
      const url = await migratedDatabase();
      const log = join(testFolder(), 'calls');
      const trace = ['strace', '-f', '-qq', '-e', 'trace=fsync,fdatasync', '-o', log];
      expect(await startStoreProcess(['insert', url, 'usr', '50'], trace).exited).toBe(0);
      // With synchronous=NORMAL there are fewer than ten: only checkpoints synchronise.
      expect(
        readFileSync(log, 'utf8')
          .split('\n')
          .filter((line) => /f(data)?sync\(/.test(line)).length,
      ).toBeGreaterThanOrEqual(50);
    },
  );
});

function traces(): boolean {
  try {
    execFileSync('strace', ['-qq', '-o', '/dev/null', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
