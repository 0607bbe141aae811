import { updateSpace } from '../../modules/content/space-lifecycle/actions.js';
import { createChangeRequest } from '../../modules/review/change-requests/actions.js';
import { updateContent } from '../../modules/review/change-requests/content-actions.js';
import { mergeChangeRequest } from '../../modules/review/change-requests/merge-actions.js';
import { createTranslation } from '../../modules/translations/actions.js';
import { updateGlossary } from '../../modules/translations/glossary/actions.js';
import { runTranslation } from '../../modules/translations/run-actions.js';
import { pageAt, readContent } from './content.js';
import { actAs, type Demo, idOf } from './demo.js';
import { readDemoText } from './demo-files.js';
import { finishJobs } from './jobs.js';
import type { DemoTranslation, OrganizationFile } from './organization-file.js';

/**
 * Creates the glossary and a translation, runs it, and corrects its result in a change request. The result is then the
 * space `translation` of the demo.
 */
export async function createDemoTranslation(
  demo: Demo,
  { glossary, translation }: Pick<OrganizationFile, 'glossary' | 'translation'>,
): Promise<void> {
  const { organization } = demo;
  const { from, to, requester, space } = translation;
  const actor = actAs(demo, requester);
  await updateGlossary(actor, {
    organization,
    operations: glossary.map((term) => ({ insert: { translations: term } })),
  });
  const source = { space: idOf(demo.spaces, space), language: from };
  const id = await createTranslation(actor, { organization, source, language: to });
  await runTranslation(actor, { organization, translation: id });
  await finishJobs(demo);
  const result = await readResult(demo, id);
  demo.spaces.set('translation', result);
  await updateSpace(actor, result, { title: translation.title });
  await correctResult(demo, result, translation);
}

async function readResult({ store: { read } }: Demo, id: string): Promise<string> {
  const query = read.sql.selectFrom('Translation').select(['resultSpaceId', 'error']).where('id', '=', id);
  const { resultSpaceId, error } = (await read.first(query))!;
  if (resultSpaceId === null) throw new Error(`The translation ${id} has no result: ${error}`);
  return resultSpaceId;
}

async function correctResult(demo: Demo, space: string, { editor, folder, pages }: DemoTranslation): Promise<void> {
  const actor = actAs(demo, editor);
  const changeRequest = await createChangeRequest(actor, { space, subject: 'Translation corrected' });
  const manifest = await readContent(demo, { table: 'Space', id: space });
  const changes = Object.entries(pages).map(([path, fields]) => {
    const document = { markdown: readDemoText(`translations/${folder}/${path || 'README'}.md`) };
    return { updatePage: { page: pageAt(manifest, path).id, ...fields, document } };
  });
  await updateContent(actor, { space, changeRequest }, changes);
  await mergeChangeRequest(actor, { space, changeRequest });
}
