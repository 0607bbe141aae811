import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { exportSpace } from '../domains/revisions/export-action.js';
import { printResult } from './output.js';
import { withSession } from './session.js';

/** `docgraph export SPACE DIR`: writes the head of a space as a folder; files that are there already are overwritten. */
export async function exportCommand(space: string, folder: string, { json }: { json?: boolean }): Promise<void> {
  const files = await withSession(({ store }) => exportSpace(store, space));
  mkdirSync(folder, { recursive: true });
  for (const { path, bytes } of files) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, bytes);
  }
  printResult({ files: files.length }, { json, sentence: `Wrote ${files.length} files to ${folder}.` });
}
