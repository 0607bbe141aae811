import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { parseBackupName } from './backup-name.js';
import { fileFailure } from './file-failure.js';
import type { BackupPlace, StoredBackup } from './place.js';
import { removeUnfinishedFiles } from './unfinished-files.js';
import { writeFileAtomically } from './write-file.js';

/** Bytes that one read returns. */
const readBytes = 4_194_304;

/** Returns a folder as a place for backups. The first write creates it, for its owner only. */
export function folderPlace(folder: string): BackupPlace {
  return {
    location: folder,
    list: () => listFolder(folder),
    async write(name, chunks) {
      await createFolder(folder);
      return writeFileAtomically(join(folder, name), chunks);
    },
    read: (name) => readFile(join(folder, name)),
    remove: (name) => rm(join(folder, name), { force: true }),
    async removeUnfinishedFiles() {
      return existsSync(folder) ? removeUnfinishedFiles(folder, (name) => parseBackupName(name) !== null) : 0;
    },
    async freeBytes() {
      await createFolder(folder);
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
    close() {},
  };
}

async function createFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error) => {
    throw fileFailure('write', folder, error);
  });
}

async function listFolder(folder: string): Promise<StoredBackup[]> {
  const names = await readdir(folder).catch((error) => {
    throw fileFailure('read', folder, error);
  });
  const stored: StoredBackup[] = [];
  for (const name of names.sort()) {
    const parsed = parseBackupName(name);
    const location = join(folder, name);
    const file = parsed && (await stat(location).catch(() => null));
    if (file?.isFile()) stored.push({ name, location, bytes: file.size, ...parsed! });
  }
  return stored;
}

/** Returns the bytes of a file. */
async function* readFile(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: readBytes });
  } catch (error) {
    throw fileFailure('read', path, error);
  }
}
