import { compiledModules, compiledProgram } from '../../scripts/compiled.mjs';
import { generateStore } from '../../scripts/generate-store.mjs';

/** Generates the store and compiles the sources for the processes and threads that tests start. */
export default function setup(): void {
  generateStore();
  compiledModules();
  process.env.DOCGRAPH_THREADS = compiledProgram();
}
