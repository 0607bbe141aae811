import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Compiles the current sources for tests, benchmarks and scripts, once per state of the sources. Each state has its own
// folder, so neither another run nor a build can delete it meanwhile.

const root = fileURLToPath(new URL('..', import.meta.url));

/** Compiles each source to a module, such as `platform/db/open.js`. Returns the path of the folder. */
export function compiledModules() {
  return compileIntoCache('modules');
}

/** Compiles the program as `npm run build` does, with the entry module `main.js`. Returns the path of the folder. */
export function compiledProgram() {
  return compileIntoCache('program');
}

/** Files and folders that compiled code expects next to its own folder, as in the checkout. */
const linkedFiles = ['prisma', 'package.json', 'docs', 'demo', 'src', 'node_modules'];

/** Compiles in a scratch folder and renames it. If two processes compile at the same time, the first rename wins. */
function compileIntoCache(kind) {
  const folder = join(tmpdir(), `docgraph-${kind}-${process.getuid?.() ?? 0}-${hashOfSources()}`);
  if (existsSync(folder)) return join(folder, 'dist');
  const work = mkdtempSync(join(tmpdir(), 'docgraph-compile-'));
  try {
    for (const name of linkedFiles) symlinkSync(join(root, name), join(work, name));
    const args = [join(root, 'scripts/bundle.mjs'), kind, join(work, 'dist')];
    execFileSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    renameSync(work, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return join(folder, 'dist');
}

let memoizedHash;

/** Computes the hash once: the sources do not change during a process that uses them. */
function hashOfSources() {
  memoizedHash ??= computeHash();
  return memoizedHash;
}

function computeHash() {
  const entries = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const others = ['scripts/bundle.mjs', 'package-lock.json'].map((name) => join(root, name));
  const hash = createHash('sha256').update(root);
  for (const file of [...files, ...others].sort()) hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}
