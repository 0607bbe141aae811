import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const shared = process.env.DOCGRAPH_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url));

/** Reads a file of real input that lies beside the project, one JSON object a line; null where it is absent. */
export function readSharedLines<Row>(path: string): Row[] | null {
  const file = `${shared}/data/${path}`;
  if (!existsSync(file)) return null;
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
}
