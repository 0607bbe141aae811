import { fileURLToPath } from 'node:url';
import type { Load } from './writes.mjs';

const sources = fileURLToPath(new URL('../../../src/', import.meta.url));

/** Loads modules from the sources, the same modules that tests import. */
export const load: Load = (path) => import(/* @vite-ignore */ `${sources}${path}.ts`);
