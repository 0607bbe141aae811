// All writes of content, for a process that is killed and for concurrent writers. Plain JavaScript, because the process
// runs compiled modules: `load` returns a module by its path in `src`.
import { loadCommentWrites } from './comment-writes.mjs';
import { loadContentWrites } from './content-writes.mjs';
import { loadConversationWrites } from './conversation-writes.mjs';
import { folder } from './folder.mjs';
import { loadPlaceWrites } from './place-writes.mjs';
import { loadSiteSettingsWrites } from './site-settings-writes.mjs';
import { loadSiteWrites } from './site-writes.mjs';
import { loadSpecificationWrites } from './specification-writes.mjs';
import { loadTranslationWrites } from './translation-writes.mjs';

/** Creates the scene. */
export async function setScene(load, actor, organization) {
  const { createSpace } = await load('modules/content/space-lifecycle/actions');
  const { createCollection } = await load('modules/content/collections/actions');
  const { createChangeRequest } = await load('modules/review/change-requests/actions');
  const { deleteSpace } = await load('modules/content/space-lifecycle/deletion-actions');
  const { importIntoSpace } = await load('modules/content/folders/import-actions');
  const { moveSpace } = await load('modules/content/collections/move-actions');
  const { createOrganization } = await load('modules/identity/members/creation-actions');
  const { createUser } = await load('modules/identity/members/user-actions');
  const elsewhere = await createOrganization(actor, { title: 'Elsewhere' });
  const email = `reviewer-of-${organization}@killed.test`;
  const reviewer = await createUser(actor, { email, name: 'Reviewer', organization, role: 'review' });
  const collection = await createCollection(actor, { organization });
  const inner = await createCollection(actor, { organization, parent: collection });
  const imports = [];
  for (const title of ['Space', 'Other', 'Leaving'])
    imports.push(await importIntoSpace(actor, { organization, title, entries: folder(0) }));
  const [{ spaceId: space, revisionId: first }, { spaceId: other }, { spaceId: leaving }] = imports;
  const { revisionId: second } = await importIntoSpace(actor, { organization, space, entries: folder(1) });
  await moveSpace(actor, { id: space, parent: inner });
  const gone = await createSpace(actor, { organization, parent: collection });
  await deleteSpace(actor, gone);
  const changeRequest = await createChangeRequest(actor, { space, subject: 'Standing' });
  const { read } = actor.store;
  const pages = read.sql.selectFrom('Page').select('id').where('spaceId', '=', space).where('path', '=', 'one');
  const { id: page } = await read.first(pages);
  const places = { organization, elsewhere, reviewer, collection, inner, space, other, gone, leaving };
  return { ...places, changeRequest, page, heads: [first, second] };
}

/**
 * Returns the writes by name. Each write has a function that runs a round, and the event that it records, or null. No
 * two writes share a round number.
 */
export async function loadWrites(load) {
  return {
    ...(await loadPlaceWrites(load)),
    ...(await loadContentWrites(load)),
    ...(await loadCommentWrites(load)),
    ...(await loadSiteWrites(load)),
    ...(await loadSiteSettingsWrites(load)),
    ...(await loadSpecificationWrites(load)),
    ...(await loadConversationWrites(load)),
    ...(await loadTranslationWrites(load)),
  };
}
