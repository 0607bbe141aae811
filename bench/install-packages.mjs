import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

/**
 * Installs the packages of a lock file into a temporary folder, once per lock file and version of Node.
 * @param source folder with `package.json` and `package-lock.json`
 * @param node path of the Node program whose `npm` installs them
 * @returns the folder that contains `node_modules`
 * @throws if npm fails, for example without a network
 */
export function installPackages(source, node = process.execPath) {
  const lock = readFileSync(join(source, 'package-lock.json'));
  const key = createHash('sha256').update(lock).update(node).digest('hex').slice(0, 16);
  const folder = join(tmpdir(), `docgraph-bench-packages-${process.getuid?.() ?? 0}-${key}`);
  if (existsSync(folder)) return folder;
  console.error('  installing packages (once, a minute or two)');
  const work = mkdtempSync(join(tmpdir(), 'docgraph-bench-install-'));
  try {
    for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(source, name), join(work, name));
    const args = ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
    execFileSync('npm', args, { cwd: work, env, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
    renameSync(work, folder);
  } catch (error) {
    // Another process may have installed the same packages in the meantime.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return folder;
}
