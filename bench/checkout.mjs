import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Checks out a revision, installs its packages and builds it, as `npm start` of that revision does. The first time
 * takes minutes; the checkout is stored in the folder for temporary files and reused.
 * @param revision revision, or path of a folder that is a built checkout
 * @returns the folder, and the short name of the commit
 */
export async function prepareCheckout(revision) {
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
