import { cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { packagePath } from '../../src/platform/base/package-path.js';

/** Entries of the checkout that are not copied. A copy has a link to `node_modules`, and needs none of the others. */
const excludedEntries = new Set(['.git', 'node_modules', 'dist', 'dist-dev', 'data']);

/** Copies the checkout to a temporary folder, with a link to its packages. Returns the folder. */
export async function projectCopy(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'docgraph-copy-'));
  onTestFinished(() => rm(folder, { recursive: true, maxRetries: 5 }));
  const names = (await readdir(packagePath('.'))).filter((name) => !excludedEntries.has(name));
  for (const name of names) await cp(packagePath(name), join(folder, name), { recursive: true });
  await symlink(packagePath('node_modules'), join(folder, 'node_modules'));
  return folder;
}
