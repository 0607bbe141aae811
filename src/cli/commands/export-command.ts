import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { exportSpace } from '../../modules/content/folders/export-actions.js';
import { withFile } from '../folders/file-errors.js';
import { findSpace } from '../objects/find-object.js';
import { printResult } from '../process/output.js';
import { withSession } from '../setup/session.js';

/** `docgraph export SPACE DIR`: exports the current content of a space to a folder. Existing files are overwritten. */
export async function exportCommand(
  space: string,
  folder: string,
  { json, sidecar }: { json?: boolean; sidecar?: boolean },
): Promise<void> {
  const files = await withSession(async ({ store }) =>
    exportSpace(store, await findSpace(store.read, { text: space }), { sidecar }),
  );
  withFile('written', folder, () => mkdirSync(folder, { recursive: true }));
  for (const { path, bytes } of files) {
    const target = join(folder, path);
    withFile('written', target, () => writeAtomically(target, bytes));
  }
  printResult({ files: files.length }, { json, sentence: `Wrote ${files.length} files to ${folder}.` });
}

/** Writes a file atomically: if writing fails, for example on a full disk, the previous file stays. */
function writeAtomically(target: string, bytes: Uint8Array): void {
  mkdirSync(dirname(target), { recursive: true });
  const draft = `${target}.${process.pid}.draft`;
  try {
    writeFileSync(draft, bytes);
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
