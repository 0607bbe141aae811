import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

// Copies the scripts and styles of the explorer and the API reference, which browsers load, from their packages. The
// server reads these copies, so an installation needs neither package.

const folder = fileURLToPath(new URL('../src/generated/browser', import.meta.url));
const { resolve } = createRequire(import.meta.url);

/** Files of the explorer's bundle, by output file name. */
const explorerFiles = {
  'graphiql.js': 'js',
  'graphiql.css': 'css',
  'editor-worker.js': 'editorWorkerService',
  'json-worker.js': 'jsonWorker',
  'graphql-worker.js': 'graphqlWorker',
};

const referenceFiles = ['swagger-ui.css', 'swagger-ui-bundle.js'];

/** Returns the path of one file in each package that the files are copied from. */
export function browserPackages() {
  return [resolve('@graphql-yoga/render-graphiql'), resolve('swagger-ui-dist/package.json')];
}

/** Writes the files to `src/generated/browser`. */
export async function writeBrowserFiles() {
  mkdirSync(folder, { recursive: true });
  const [graphiql, swagger] = browserPackages();
  const explorer = await import(pathToFileURL(join(dirname(graphiql), '../esm/graphiql.js')).href);
  for (const [name, member] of Object.entries(explorerFiles)) writeFileSync(join(folder, name), explorer[member]);
  for (const name of referenceFiles) copyFileSync(join(dirname(swagger), name), join(folder, name));
}
