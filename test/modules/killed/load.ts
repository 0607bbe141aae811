import { fileURLToPath } from 'node:url';
import type { Load } from './writes.mjs';

const sources = fileURLToPath(new URL('../../../src/', import.meta.url));

/** Loads the modules of the sources, the same that tests import. */
export const load: Load = (path) => import(/* @vite-ignore */ `${sources}${path}.ts`);
