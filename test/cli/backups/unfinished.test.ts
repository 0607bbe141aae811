import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type BackupRequest, makeBackup } from '../../../src/platform/backup/create/make-backup.js';
import { folderPlace } from '../../../src/platform/backup/places/folder-place.js';
import type { BackupPlace } from '../../../src/platform/backup/places/place.js';
import { secret, testApp } from '../../support/app.js';
import { docgraph } from '../../support/command-line.js';
import { atEnd, testFolder } from '../../support/database.js';
import { seedOrganization } from '../../support/seed.js';
import { serverOn } from './backup-kit.js';

const test = await testApp();
await seedOrganization(test);

/** Mounts a disk of 32 KiB. Returns its folder; null if this user cannot mount one. */
function mountSmallDisk(): string | null {
  const folder = testFolder();
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=32k', 'tmpfs', folder]).status !== 0) return null;
  atEnd(() => void spawnSync('umount', [folder]));
  return folder;
}

const disk = mountSmallDisk();

/** Suffix of the titles of tests that need the small disk. */
const skipped = disk === null ? ', SKIPPED: this user cannot mount a disk' : '';

const backUpTo = (place: BackupPlace, rest: Partial<BackupRequest> = {}) =>
  makeBackup({ url: test.url, secret, previousSecret: null, publicUrl: null, blobs: null, place, ...rest });

it('a backup that is interrupted ends with an error, and nothing is left', async () => {
  const folder = testFolder();
  const controller = new AbortController();
  const interrupted = { onProgress: () => controller.abort(), signal: controller.signal };
  await expect(backUpTo(folderPlace(folder), interrupted)).rejects.toThrow(
    'Cannot back up: it was interrupted. Run the command again.',
  );
  expect(readdirSync(folder)).toEqual([]);
});

it('a backup is refused if the place has too little space, with the folder and the bytes', async () => {
  const folder = testFolder();
  const place = { ...folderPlace(folder), freeBytes: async () => 1_000 };
  const needs = /^Cannot back up: the backup needs about \d{5,} bytes at (.*), and 1000 are free\. .*\.$/;
  const { message } = await backUpTo(place).catch((error) => error);
  expect(needs.exec(message)?.[1]).toBe(folder);
  expect(readdirSync(folder)).toEqual([]);
});

it.skipIf(disk === null)(`a backup is refused on a disk that is too small, and nothing is left${skipped}`, async () => {
  const { code, stderr } = await docgraph(['backup', disk!], serverOn(test.url));
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^docgraph: Cannot back up: the backup needs about \d+ bytes at .* and 32768 are free\. /),
  ]);
  expect(readdirSync(disk!)).toEqual([]);
});

it.skipIf(disk === null)(
  `a disk that others fill during the backup ends it, and nothing is left${skipped}`,
  async () => {
    // The first check found enough space.
    const place = { ...folderPlace(disk!), freeBytes: async () => 1e12 };
    const written = await backUpTo(place, { key: { passphrase: 'correct horse battery' } }).catch((error) => error);
    expect(written.message).toMatch(
      /^Cannot write ".*": the disk is full \(ENOSPC\)\. Free space, or use another disk\.$/,
    );
    expect(written.message).toContain(disk);
    expect(readdirSync(disk!)).toEqual([]);
  },
);
