import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { sqlitePath } from '../../../platform/db/connection/store-url.js';
import type { CheckWithoutDatabase, Surroundings } from '../base/check.js';
import { type Finding, fault, unlessEmpty, warning } from '../base/finding.js';
import { formatBytes } from '../base/units.js';

const mebibyte = 1024 ** 2;
/** Free bytes below which a disk will soon be full. */
const minFree = 1024 * mebibyte;
/** Free bytes below which writes may fail at any time. */
const minFreeToWrite = 100 * mebibyte;

/** Network file systems, by their number in `statfs(2)`. The journal of SQLite needs a local disk. */
const networkFileSystems = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0xc36400, 'Ceph'],
]);

/** Checks the free space of the disks, and that a SQLite file is on a local one. */
export const checkDisk: CheckWithoutDatabase = {
  name: 'disk',
  about: 'free space at a SQLite file and in the temporary folder; network file systems',
  needs: 'nothing',
  run(surroundings) {
    const folders = foldersOf(surroundings).filter((folder) => existsSync(folder.path));
    const free = folders.map(({ name, path }) => `${formatBytes(freeBytes(path))} at the ${name}`);
    return unlessEmpty(folders.flatMap(folderProblems), `Free: ${free.join(', ')}.`);
  },
};

/** A folder that docgraph writes to. */
interface Folder {
  name: string;
  path: string;
  /** Whether the SQLite database is in this folder. */
  holdsDatabase: boolean;
}

function foldersOf({ provider, config }: Surroundings): Folder[] {
  const temporary = { name: 'temporary folder', path: tmpdir(), holdsDatabase: false };
  if (provider === 'postgresql') return [temporary];
  return [{ name: 'database', path: dirname(sqlitePath(config.databaseUrl)), holdsDatabase: true }, temporary];
}

function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}

function folderProblems({ name, path, holdsDatabase }: Folder): Finding[] {
  const problems: Finding[] = [];
  const free = freeBytes(path);
  const report = free < minFreeToWrite ? fault : warning;
  if (free < minFree)
    problems.push(
      report(
        `The disk of the ${name} (${path}) has only ${formatBytes(free)} free.`,
        'Free space, or enlarge the disk.',
      ),
    );
  const network = networkFileSystems.get(statfsSync(path).type);
  if (holdsDatabase && network !== undefined)
    problems.push(
      warning(
        `The database file is on a network file system (${network}), which may lose writes.`,
        'Move it to a local disk, or use Postgres.',
      ),
    );
  return problems;
}
