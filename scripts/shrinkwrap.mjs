import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Run before the package is packed: writes npm-shrinkwrap.json, so that an installation from a registry has the versions that
// were tested. npm would install the packages for development too, if the file named them.

const root = fileURLToPath(new URL('..', import.meta.url));

/** The lock of what is installed with the package: package-lock.json without the packages for development. */
export function shrinkwrap() {
  const lock = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8'));
  const { devDependencies, ...own } = lock.packages[''];
  const installed = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && !dev);
  return { ...lock, packages: { '': own, ...Object.fromEntries(installed) } };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(`${root}npm-shrinkwrap.json`, `${JSON.stringify(shrinkwrap(), null, 2)}\n`);
