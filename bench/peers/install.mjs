import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compiledModules } from '../../scripts/compiled.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Folder that the peers' packages are installed in, as their lock pins them: a minute at first, kept for the next time.
 * Undefined where they cannot be had, such as without a network.
 */
export function installPeers() {
  try {
    return installed(here, process.execPath);
  } catch {
    return undefined;
  }
}

/** The program of Node 24 that is installed with the peers; undefined where there is none for this machine. */
export function newerNode(packages = '') {
  const path = join(packages, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  return existsSync(path) ? path : undefined;
}

/**
 * Modules of ours as they are, beside packages that another Node has installed. What a package compiles is left out: it is
 * for Postgres alone.
 */
export function modulesFor(node) {
  const packages = installed(root, node);
  const folder = mkdtempSync(join(tmpdir(), 'docgraph-bench-modules-'));
  for (const name of ['prisma', 'package.json', 'docs', 'src']) symlinkSync(join(root, name), join(folder, name));
  symlinkSync(join(packages, 'node_modules'), join(folder, 'node_modules'));
  cpSync(compiledModules(), join(folder, 'dist'), { recursive: true });
  return { modules: join(folder, 'dist'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Installs what a lock pins, once per lock and Node: two processes may want the same, and one of them wins. */
function installed(source, node) {
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
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return folder;
}
