import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Folder of the real input and of the contract, which are not part of the project: tests skip without it. */
const shared = process.env.DOCGRAPH_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url));

/** Path of a file or folder of real input that is beside the project; it need not exist. */
export const sharedPath = (path: string): string => `${shared}/data/${path}`;

/** The contract as JSON Schema; it need not exist. */
export const contractFile = `${shared}/contract/contract.json`;

/** What the title of a test says that needs a file or folder which is absent; '' if it is there. */
export function skippedWithout(file: string): string {
  return existsSync(file) ? '' : ' (skipped: the shared data is absent, see DOCGRAPH_SHARED)';
}

/** Reads a file of real input that lies beside the project; null where it is absent. */
export function readSharedText(path: string): string | null {
  const file = `${shared}/data/${path}`;
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** The same of one JSON object a line. */
export function readSharedLines<Row>(path: string): Row[] | null {
  const text = readSharedText(path);
  if (text === null) return null;
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
}

/** Files of a folder of real input, relative to it, with `/`, sorted; none where it is absent. */
export function sharedFiles(folder: string): string[] {
  const root = `${shared}/data/${folder}`;
  if (!existsSync(root)) return [];
  const all = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return all.map((file) => file.replaceAll('\\', '/')).sort();
}
