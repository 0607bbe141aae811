import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** An import of a file of `src/`, both by their path there; of a package its name, with `node:` in front for Node's. */
export interface Import {
  from: string;
  to: string;
  isPackage: boolean;
}

const root = fileURLToPath(new URL('../../src', import.meta.url));
/** The files of `src/`, by their path there. */
export const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
/** Those that are not generated. */
export const written = files.filter(({ path }) => !/(^|\/)generated\//.test(path));
/** All imports of theirs. */
export const imports = written.flatMap(({ path, text }) => importsOf(path, text));

/** The imports of a text, as if it were the file at a path. */
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

/** A text without its comments. */
export function withoutComments(text: string): string {
  return text.replace(/^\s*(\/\/|\/?\*).*$/gm, '');
}

/** Whether a path is in a folder. */
export const within = (folder: string, path: string): boolean => path.startsWith(`${folder}/`);
/** The imports of the files of a folder. */
export const inside = (folder: string): Import[] => imports.filter(({ from }) => within(folder, from));
/** Those of files, not of packages. */
export const local = (some: Import[]): Import[] => some.filter(({ isPackage }) => !isPackage);
/** Imports as a failure shows them. */
export const shown = (some: Import[]): string[] => some.map(({ from, to }) => `${from} -> ${to}`);
