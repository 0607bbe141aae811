import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * A checkout of a revision (or a folder that is one, and built), installed and built as its own `npm start` does it: minutes at first, and kept in the folder
 * for temporary files for the next time. Answers its folder and its commit's short name.
 */
export async function checkoutOf(revision) {
  if (existsSync(revision)) return { name: revision, folder: revision };
  const name = git(root, 'rev-parse', '--short=10', revision);
  const folder = join(tmpdir(), `docgraph-bench-${name}`);
  if (!existsSync(folder)) git(root, 'clone', '--quiet', '--no-checkout', root, folder);
  git(folder, 'checkout', '--quiet', name);
  execFileSync(process.execPath, ['scripts/prepare.mjs'], { cwd: folder, stdio: ['ignore', 2, 2] });
  return { name, folder };
}

function git(cwd, ...args) {
  return execFileSync('git', args, { cwd, encoding: 'utf8' }).trim();
}
