import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Folder of the compiled code: `dist/` of the checkout, or another build that DOCGRAPH_DIST names. */
export const dist = resolve(process.env.DOCGRAPH_DIST ?? fileURLToPath(new URL('../dist', import.meta.url)));

/** Loads a module of the compiled code, such as `store/open.js`. */
export function load(path) {
  return import(pathToFileURL(`${dist}/${path}`).href);
}
