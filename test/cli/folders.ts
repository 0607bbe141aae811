import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { testFolder } from '../support/database.js';

/** Files of a folder by path. Text is written as UTF-8. */
export type Files = Record<string, string | Uint8Array>;

/** Writes the files into a new folder and returns its path. */
export function folderOf(files: Files): string {
  const folder = join(testFolder(), 'docs');
  mkdirSync(folder);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** Returns the bytes of all files of a folder in base64, by path. */
export function filesOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(
    paths.map((path) => [path.slice(folder.length + 1), readFileSync(path).toString('base64')]),
  );
}
