import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Path of the folder of the code that runs: `src/`, or `dist/`. */
export const codeFolder = fileURLToPath(new URL('.', import.meta.url));

/** The path of a file of the package, from its root; the same from `src/` and from `dist/`. */
export function packagePath(path: string): string {
  return join(codeFolder, '..', path);
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
