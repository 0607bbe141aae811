import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { backupName, parseBackupName } from '../../../src/platform/backup/places/backup-name.js';
import { folderPlace } from '../../../src/platform/backup/places/folder-place.js';
import { testFolder } from '../../support/database.js';
import { collect, inOrder } from './container-kit.js';

const createdAt = new Date('2026-11-29T05:25:00.123Z');
const name = 'docgraph-20261129T052500123Z-1a2b3c4d.backup.tar';

describe('the name of a backup', () => {
  it('says when it was made and by which installation', () => {
    const parts = { createdAt, installation: '1a2b3c4d' };
    expect(backupName(parts, false)).toBe(name);
    expect(parseBackupName(name)).toEqual(parts);
    expect(parseBackupName(backupName(parts, true))).toEqual(parts);
  });

  it('is not parsed if a part of it has another form', () => {
    for (const other of [`${name}.gz`, `old-${name}`, name.replace('1129', '1399'), `${name}.partial`, 'notes.txt'])
      expect(parseBackupName(other)).toBe(null);
  });
});

describe('a folder of backups', () => {
  it('is created, and holds files that only their owner can read', async () => {
    const folder = join(testFolder(), 'new', 'backups');
    const place = folderPlace(folder);
    expect(await place.write(name, inOrder([Buffer.from('on'), Buffer.from('e')]))).toBe(3);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect((await collect(place.read(name))).toString()).toBe('one');
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    mkdirSync(join(folder, name.replace('0525', '0526')));
    const location = join(folder, name);
    expect(await place.list()).toEqual([{ name, location, bytes: 3, createdAt, installation: '1a2b3c4d' }]);
    await place.remove(name);
    expect(readdirSync(folder)).not.toContain(name);
  });

  it('removes the file of a backup that fails, and replaces no file', async () => {
    const folder = testFolder();
    const place = folderPlace(folder);
    const failing = (async function* () {
      yield Buffer.alloc(100_000);
      expect(readdirSync(folder)).toHaveLength(1);
      throw new Error('The database is gone');
    })();
    await expect(place.write(name, failing)).rejects.toThrow('The database is gone');
    expect(readdirSync(folder)).toEqual([]);
    writeFileSync(join(folder, name), 'old');
    await expect(place.write(name, inOrder([]))).rejects.toThrow('the file exists. Use another name.');
    expect(readFileSync(join(folder, name), 'utf8')).toBe('old');
  });

  it('removes unfinished files of processes that have ended, and no others', async () => {
    const folder = testFolder();
    const host = hostname().toLowerCase();
    const files = {
      gone: `${name}.${host}_4194305.partial`,
      running: `${name}.${host}_${process.pid}.partial`,
      elsewhere: `${name}.other-host_1.partial`,
      abandoned: `${name}.other-host_2.partial`,
      foreign: `notes.${host}_4194305.partial`,
    };
    for (const file of Object.values(files)) writeFileSync(join(folder, file), '');
    const longAgo = new Date(Date.now() - 7_200_000);
    utimesSync(join(folder, files.abandoned), longAgo, longAgo);
    expect(await folderPlace(folder).removeUnfinishedFiles()).toBe(2);
    expect(readdirSync(folder).sort()).toEqual([files.running, files.elsewhere, files.foreign].sort());
  });

  it('reports why it cannot be written', async () => {
    const file = join(testFolder(), 'file');
    writeFileSync(file, '');
    await expect(folderPlace(join(file, 'backups')).write(name, inOrder([]))).rejects.toThrow(
      `Cannot write ${JSON.stringify(join(file, 'backups'))}: a part of the path is a file (ENOTDIR). Correct the path.`,
    );
    await expect(folderPlace(join(file, 'backups')).list()).rejects.toThrow('Cannot read');
  });
});
