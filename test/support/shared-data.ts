import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Folder of the real input and the contract, which are not part of the project. Tests that need them are skipped
 * without it.
 */
const shared = process.env.DOCGRAPH_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url));

/** Returns the path of a file or folder of real input, which need not exist. */
export const sharedPath = (path: string): string => `${shared}/data/${path}`;

/** Path of the contract as JSON Schema, which need not exist. */
export const contractFile = `${shared}/contract/contract.json`;

/** Returns the suffix of a test title if a needed file or folder does not exist; otherwise ''. */
export function skippedWithout(file: string): string {
  return existsSync(file) ? '' : ' (skipped: the shared data is absent, see DOCGRAPH_SHARED)';
}

/** Reads a file of real input; null if it does not exist. */
export function readSharedText(path: string): string | null {
  const file = `${shared}/data/${path}`;
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** Reads a file with one JSON object per line; null if it does not exist. */
export function readSharedLines<Row>(path: string): Row[] | null {
  const text = readSharedText(path);
  if (text === null) return null;
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
}

/** Returns the files of a folder of real input, as sorted relative paths with `/`; empty if it does not exist. */
export function sharedFiles(folder: string): string[] {
  const root = `${shared}/data/${folder}`;
  if (!existsSync(root)) return [];
  const all = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return all.map((file) => file.replaceAll('\\', '/')).sort();
}
