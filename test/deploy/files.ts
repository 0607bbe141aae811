import { readFileSync } from 'node:fs';
import { packagePath } from '../../src/platform/base/package-path.js';

/** Returns the text of a file of the folder `deploy`. */
export function deployFile(path: string): string {
  return readFileSync(packagePath(`deploy/${path}`), 'utf8');
}

/** Version of the package, which the files name. */
export const { version } = JSON.parse(readFileSync(packagePath('package.json'), 'utf8')) as { version: string };
