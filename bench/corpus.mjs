import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from './dist.mjs';

const shared = process.env.DOCGRAPH_SHARED ?? fileURLToPath(new URL('../../shared', import.meta.url));

/** Folder of the largest corpus. */
export const corpus = join(shared, 'data/docs/large-rocketchat-dev');

/** Folder of a corpus of 197 pages. */
export const book = join(shared, 'data/docs/mdbook-rust-by-example');

/** Runs a function that reads a corpus. Without the corpus, it prints that the function is skipped. */
export async function withCorpus(run, folder = corpus) {
  if (existsSync(folder)) return run();
  console.log(`  SKIPPED: there is no corpus at ${folder}; DOCGRAPH_SHARED names the folder that holds it`);
}

/** Imports files, by default the corpus, into an organization as the operator. Returns the space's id. */
export async function importFiles(store, organization, files) {
  const { readFolder } = await load('cli/folders/read-folder.js');
  const { operatorOf } = await load('modules/identity/tokens/bootstrap.js');
  await load('app/head-hooks.js');
  const { importIntoSpace } = await load('modules/content/folders/import-actions.js');
  const entries = files ?? readFolder(corpus);
  const { spaceId } = await importIntoSpace({ store, viewer: await operatorOf(store) }, { organization, entries });
  return spaceId;
}
