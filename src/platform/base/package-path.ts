import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = packageRoot(here);

/** Returns the nearest folder that has a `package.json`: the given folder or one of its parents. */
function packageRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : packageRoot(dirname(folder));
}

/** Path of the folder of the running code: `src/` or `dist/`. */
export const codeFolder = join(root, relative(root, here).split(sep)[0]!);

/** Returns the absolute path of a file in the package. The result is the same for code in `src/` and in `dist/`. */
export function packagePath(path: string): string {
  return join(root, path);
}

/** Returns the version of the package. */
export function packageVersion(): string {
  return packageManifest().version;
}

/** Returns the license of the package as an SPDX expression. */
export function packageLicense(): string {
  return packageManifest().license;
}

function packageManifest(): { version: string; license: string } {
  return JSON.parse(readFileSync(packagePath('package.json'), 'utf8'));
}
