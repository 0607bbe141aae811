import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * An import of a file in `src/`. An imported file has its path in `src/`. A package has its name, with `node:` for
 * packages of Node.
 */
export interface Import {
  from: string;
  to: string;
  isPackage: boolean;
}

const root = fileURLToPath(new URL('../../src', import.meta.url));
/** Source files in `src/`, with paths relative to `src/`. */
export const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
/** Source files that are not generated. */
export const written = files.filter(({ path }) => !/(^|\/)generated\//.test(path));
/** All imports of the source files that are not generated. */
export const imports = written.flatMap(({ path, text }) => importsOf(path, text));

/** Returns the imports of a text, as if it were the file at a path. */
export function importsOf(path: string, text: string): Import[] {
  const named = withoutComments(text).matchAll(
    /^\s*(?:import|export|\})[^'"`;]*?\bfrom\s+'([^']+)'|^\s*import\s+'([^']+)'|\bimport\('([^']+)'\)/gm,
  );
  return [...named].map(([, from, bare, dynamic]) => {
    const name = (from ?? bare ?? dynamic)!;
    const isPackage = !name.startsWith('.');
    return { from: path, isPackage, to: isPackage ? name : relative(root, join(root, dirname(path), name)) };
  });
}

/** Returns a text without its comments. */
export function withoutComments(text: string): string {
  return text.replace(/^\s*(\/\/|\/?\*).*$/gm, '');
}

/** Reports whether a path is in a folder. */
export const within = (folder: string, path: string): boolean => path.startsWith(`${folder}/`);
/** Returns the imports of the files in a folder. */
export const inside = (folder: string): Import[] => imports.filter(({ from }) => within(folder, from));
/** Returns the imports of files, not of packages. */
export const local = (some: Import[]): Import[] => some.filter(({ isPackage }) => !isPackage);
/** Formats imports for a failed test. */
export const formatImports = (some: Import[]): string[] => some.map(({ from, to }) => `${from} -> ${to}`);
