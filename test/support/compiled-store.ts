import { compileStore } from '../../scripts/compile-store.mjs';
import { generateStore } from '../../scripts/generate-store.mjs';

/** Sees to it that the store is generated, and compiled for the processes that tests start. */
export default function setup(): void {
  generateStore();
  compileStore();
}
