import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = packageRoot(here);

/** The nearest folder above that has a `package.json`. */
function packageRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : packageRoot(dirname(folder));
}

/** Path of the folder of the code that runs: `src/`, or `dist/`. */
export const codeFolder = join(root, relative(root, here).split(sep)[0]!);

/** The path of a file of the package, from its root; the same from `src/` and from `dist/`. */
export function packagePath(path: string): string {
  return join(root, path);
}

/** The version of the package. */
export function packageVersion(): string {
  return packageManifest().version;
}

/** The license of the package, an SPDX expression. */
export function packageLicense(): string {
  return packageManifest().license;
}

function packageManifest(): { version: string; license: string } {
  return JSON.parse(readFileSync(packagePath('package.json'), 'utf8'));
}
