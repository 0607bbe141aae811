import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The path of a file of the package, from its root; the same from `src/` and from `dist/`. */
export function packagePath(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}

/** The version of the package. */
export function packageVersion(): string {
  return (JSON.parse(readFileSync(packagePath('package.json'), 'utf8')) as { version: string }).version;
}
