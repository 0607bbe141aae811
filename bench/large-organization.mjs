import { load } from './dist.mjs';
import { seed, withStore } from './world.mjs';

/** Number of pages and change requests of the organization, and of pages in a folder. */
const size = { pages: 2_000, changeRequests: 500, folder: 50 };

/**
 * Creates an organization with 10 members and a space of 2,000 pages of about 4 KB. Each of 500 change requests edits a
 * page and has a comment; every fifth is merged. Returns ids, and a token of the admin.
 */
export async function seedLargeOrganization(url) {
  const { organization, token } = await seed(url, { spaces: 1, changeRequests: 10 });
  const space = await withStore(url, (store) => fill(store, organization));
  return { organization, token, space };
}

async function fill(store, organization) {
  await load('app/head-hooks.js');
  const { operatorOf } = await load('modules/identity/tokens/bootstrap.js');
  const { importIntoSpace } = await load('modules/content/folders/import-actions.js');
  const actor = { store, viewer: await operatorOf(store), publicUrl: 'http://bench.test' };
  const { spaceId: space } = await importIntoSpace(actor, { organization, title: 'Large', entries: pages() });
  const query = store.sql
    .selectFrom('Page')
    .select('id')
    .where('spaceId', '=', space)
    .where('blobHash', 'is not', null);
  const ids = (await store.read.all(query.orderBy('id'))).map(({ id }) => id);
  for (let number = 0; number < size.changeRequests; number++)
    await propose(actor, { space, page: ids[number % ids.length] }, number);
  return space;
}

async function propose(actor, { space, page }, number) {
  const { createChangeRequest } = await load('modules/review/change-requests/actions.js');
  const { updateContent } = await load('modules/review/change-requests/content-actions.js');
  const { mergeChangeRequest } = await load('modules/review/change-requests/merge-actions.js');
  const { postComment } = await load('modules/review/comments/actions.js');
  const changeRequest = await createChangeRequest(actor, { space, subject: `Change ${number}` });
  const name = { space, changeRequest };
  await updateContent(actor, name, [{ updatePage: { page, document: { markdown: textOf(`change ${number}`) } } }]);
  await postComment(actor, name, { body: { markdown: `Please look at ${number}.` } });
  if (number % 5 === 0) await mergeChangeRequest(actor, name);
}

function pages() {
  const bytes = (index) => () => new TextEncoder().encode(textOf(`page ${index}`));
  const path = (index) => `folder-${Math.floor(index / size.folder)}/page-${index}.md`;
  return new Map(Array.from({ length: size.pages }, (_, index) => [path(index), bytes(index)]));
}

function textOf(name) {
  const paragraph = (number) => `Paragraph ${number} of ${name} says what a reader of a manual wants to know.\n`;
  return `# About ${name}\n\n${Array.from({ length: 50 }, (_, number) => paragraph(number)).join('\n')}`;
}
