import { fileURLToPath } from 'node:url';
import type { Load } from './writes.mjs';

const sources = fileURLToPath(new URL('../../../src/', import.meta.url));

/** Loads a module of `src`, so that tests and writes use the same instance of it. */
export const load: Load = (path) => import(/* @vite-ignore */ `${sources}${path}.ts`);
