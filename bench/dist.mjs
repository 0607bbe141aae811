import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compiledModules } from '../scripts/compiled.mjs';

/** Folder of the built program: `dist/` of the checkout, or the folder named by DOCGRAPH_DIST. */
export const dist = resolve(process.env.DOCGRAPH_DIST ?? fileURLToPath(new URL('../dist', import.meta.url)));

/**
 * Loads a module such as `platform/db/open.js` from the compiled sources, or from the folder named by DOCGRAPH_MODULES.
 */
export function load(path) {
  return import(pathToFileURL(`${process.env.DOCGRAPH_MODULES ?? compiledModules()}/${path}`).href);
}
