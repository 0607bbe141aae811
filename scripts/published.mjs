import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Selects the parts of package.json and package-lock.json for the published package. `npm pack` runs this file before
// and after packing.

const root = fileURLToPath(new URL('..', import.meta.url));
const savedManifest = join(root, 'package.json.kept');

/**
 * Packages that are installed with the program, because the program reads their files or because they are compiled. The
 * program bundles the code of all other `dependencies`, so that an installation is small and reads few files.
 */
export const installed = [
  '@fontsource-variable/noto-emoji',
  '@fontsource-variable/noto-sans',
  '@fontsource-variable/noto-sans-mono',
  'better-sqlite3',
  'katex',
  'subset-font',
];

/** Returns package.json as it is published, with only the packages that are installed with the program. */
export function manifest() {
  const { devDependencies: _, overrides: _o, '//overrides': _why, private: _p, ...own } = read('package.json');
  return { ...own, dependencies: Object.fromEntries(installed.map((name) => [name, own.dependencies[name]])) };
}

/**
 * Returns the lock of the packages that are installed with the program. With it, an installation from a registry gets
 * the tested versions.
 */
export function shrinkwrap() {
  const lock = read('package-lock.json');
  const { devDependencies: _, ...own } = lock.packages[''];
  const { dependencies } = manifest();
  const packages = Object.fromEntries(withDependencies(lock.packages).map((path) => [path, lock.packages[path]]));
  return { ...lock, packages: { '': { ...own, dependencies }, ...packages } };
}

/** Returns the paths of the installed packages and all their dependencies, sorted. */
function withDependencies(packages) {
  const found = new Set();
  const add = (name, from) => {
    const path = resolvedPackagePath(packages, name, from);
    if (path === undefined || found.has(path)) return;
    found.add(path);
    const { dependencies, optionalDependencies } = packages[path];
    for (const other of Object.keys({ ...dependencies, ...optionalDependencies })) add(other, path);
  };
  for (const name of installed) add(name, '');
  return [...found].sort();
}

/** Returns the path of the package that Node finds: in the nearest `node_modules` above the package that needs it. */
function resolvedPackagePath(packages, name, from) {
  const path = `${from}${from && '/'}node_modules/${name}`;
  if (packages[path] || from === '') return packages[path] && path;
  return resolvedPackagePath(packages, name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))));
}

function read(name) {
  return JSON.parse(readFileSync(join(root, name), 'utf8'));
}

function write(name, value) {
  writeFileSync(join(root, name), `${JSON.stringify(value, null, 2)}\n`);
}

if (process.argv[2] === 'begin') {
  const [own, lock] = [manifest(), shrinkwrap()];
  copyFileSync(join(root, 'package.json'), savedManifest);
  write('package.json', own);
  write('npm-shrinkwrap.json', lock);
}

if (process.argv[2] === 'end') {
  renameSync(savedManifest, join(root, 'package.json'));
  rmSync(join(root, 'npm-shrinkwrap.json'));
}
