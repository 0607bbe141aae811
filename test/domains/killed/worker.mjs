import { pathToFileURL } from 'node:url';

// A process of its own that works on a space until it is killed: `node worker.mjs COMPILED merge|import URL ORGANIZATION
// SPACE`. It prints a line for what it is about to do and one for what is done.

const [, , compiled, command, url, organization, space] = process.argv;
const load = (path) => import(pathToFileURL(`${compiled}/${path}.js`).href);

const { openStore } = await load('store/open');
const { operatorOf } = await load('domains/users/bootstrap');
const { createChangeRequest } = await load('domains/change-requests/actions');
const { updateContent } = await load('domains/change-requests/content-action');
const { mergeChangeRequest } = await load('domains/change-requests/merge-action');
const { importIntoSpace } = await load('domains/revisions/import-action');

const store = await openStore({ url });
const actor = { store, viewer: await operatorOf(store) };

/** Merges a change request that inserts pages. */
async function merge(round) {
  const changeRequest = await createChangeRequest(actor, { space, subject: `${round}` });
  const name = { space, changeRequest };
  const page = (part) => ({ insertPage: { title: `Page ${round} ${part}`, document: { markdown: `${part}\n` } } });
  await updateContent(actor, name, [page('a'), page('b'), page('c')]);
  console.log(`begin ${changeRequest}`);
  await mergeChangeRequest(actor, name);
  console.log(`done ${changeRequest}`);
}

/** Imports the next state of a folder of twenty pages into the space. */
async function importNext(round) {
  const pages = Array.from({ length: 20 }, (_, index) => [`page-${index}.md`, `# Page ${index}\n\nRound ${round}.\n`]);
  const entries = new Map(pages.map(([path, text]) => [path, () => new TextEncoder().encode(text)]));
  console.log(`begin ${round}`);
  await importIntoSpace(actor, { organization, space, entries });
  console.log(`done ${round}`);
}

const work = { merge, import: importNext }[command];
for (let round = 1; ; round++) await work(round);
