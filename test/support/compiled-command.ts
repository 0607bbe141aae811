import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Path of the command line, compiled from the sources as they are now: once per state of the sources, and in a folder of
 * its own, so that neither another run of the tests nor a build takes it away meanwhile.
 */
export function compiledCommand(): string {
  return compiledModule('main');
}

/** The same for a module by its path in `src`, for the threads that the application starts. */
export function compiledModule(path: string): string {
  const folder = join(tmpdir(), `docgraph-command-${process.getuid?.() ?? 0}-${hashOfSources()}`);
  if (!existsSync(folder)) compileTo(folder);
  return join(folder, `dist/${path}.js`);
}

function hashOfSources(): string {
  const entries = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hash = createHash('sha256').update(root);
  for (const file of [...files, join(root, 'tsconfig.json')].sort())
    hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

/** What the compiled code finds beside itself, as in the checkout. */
const beside = ['prisma', 'package.json', 'docs', 'src', 'node_modules'];

/** Two files of tests may compile at once: each makes its own folder and one of them wins. */
function compileTo(folder: string): void {
  const work = mkdtempSync(join(tmpdir(), 'docgraph-compile-'));
  try {
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    // Types are checked by the check of types; here they would only cost time.
    const args = ['--noCheck', '--project', join(root, 'tsconfig.json'), '--outDir', join(work, 'dist')];
    execFileSync(process.execPath, [compiler, ...args], { stdio: 'inherit' });
    for (const name of beside) symlinkSync(join(root, name), join(work, name));
    renameSync(work, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
