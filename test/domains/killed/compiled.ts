import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Compiles the sources into a folder of their own, for processes that a test starts; it is removed afterwards. */
export function compileSources(): string {
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'docgraph-killed-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  // Below node_modules the project's own package.json does not count.
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const options = ['--project', root, '--outDir', folder, '--noCheck', '--sourceMap', 'false'];
  execFileSync(process.execPath, [compiler, ...options], { stdio: 'inherit' });
  return folder;
}
