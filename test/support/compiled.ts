import { compiledModules, compiledProgram } from '../../scripts/compiled.mjs';
import { generateStore } from '../../scripts/generate-store.mjs';

/** Sees to it that the store is generated, and the sources compiled for the processes and threads that tests start. */
export default function setup(): void {
  generateStore();
  compiledModules();
  process.env.DOCGRAPH_THREADS = compiledProgram();
}
