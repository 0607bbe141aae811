import { packagePath } from '../base/package-path.js';

/**
 * Returns the compiled file of a module, given its path in `src` without its extension. Worker threads cannot run
 * TypeScript. `DOCGRAPH_THREADS` names a build folder other than `dist`, such as a build of the current sources for
 * tests.
 */
export function compiledFile(path: string): string {
  return `${process.env.DOCGRAPH_THREADS ?? packagePath('dist')}/${path}.js`;
}
