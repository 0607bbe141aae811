import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Space on the file system of a SQLite file, in bytes. */
export interface DiskFigures {
  size: number;
  /** Space that this user can fill. */
  free: number;
}

/** Reads the space on the file system of a SQLite file. @throws if the folder cannot be read */
export async function readDisk(path: string): Promise<DiskFigures> {
  const { bsize, blocks, bavail } = await statfs(dirname(path));
  return { size: blocks * bsize, free: bavail * bsize };
}

/** Sizes of the files of a SQLite database, in bytes. */
export interface FileFigures {
  main: number;
  /** Size of the write-ahead log; 0 if there is none. */
  wal: number;
}

/** Reads the sizes of the files of a SQLite database. @throws if there is no such file */
export async function readFiles(path: string): Promise<FileFigures> {
  const [main, wal] = await Promise.all([stat(path), stat(`${path}-wal`).catch(() => ({ size: 0 }))]);
  return { main: main.size, wal: wal.size };
}
