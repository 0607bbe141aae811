import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const shared = process.env.DOCGRAPH_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url));

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
