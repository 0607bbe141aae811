import { packagePath } from '../base/package-path.js';

/**
 * Returns the compiled file of a module, given its path in `src` without extension. It is needed because worker threads
 * cannot run TypeScript. `DOCGRAPH_THREADS` may name another build folder than `dist`, such as a build of the current
 * sources for tests.
 */
export function compiledFile(path: string): string {
  return `${process.env.DOCGRAPH_THREADS ?? packagePath('dist')}/${path}.js`;
}
