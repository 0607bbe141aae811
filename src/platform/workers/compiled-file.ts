import { packagePath } from '../base/package-path.js';

/**
 * The compiled file of a module by its path in `src`, without its ending: threads run no TypeScript. `DOCGRAPH_THREADS` names
 * another build than that of the package, as tests do, which compile the sources as they are.
 */
export function compiledFile(path: string): string {
  return `${process.env.DOCGRAPH_THREADS ?? packagePath('dist')}/${path}.js`;
}
