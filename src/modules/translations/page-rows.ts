import type { Page } from '../../engine/base/types.js';
import { manifestIndex } from '../../engine/tree/manifest/page-index.js';
import { chunksOf } from '../../platform/arrays/chunks-of.js';
import { insertRows } from '../../platform/db/write/insert-rows.js';
import type { UnitOfWork } from '../shared/unit-of-work.js';
import type { ReadyRun } from './finish-actions.js';

/** Maximum number of rows of one delete statement. */
const rowsPerDelete = 500;

/**
 * Stores the source page and the stale and untranslated parts of each page of a result. Includes pages whose source
 * page was deleted.
 */
export async function saveTranslatedPages(unit: UnitOfWork, ready: ReadyRun): Promise<void> {
  const { tx } = unit;
  const { translation } = ready.run;
  const known = await knownPages(unit, translation.id);
  const { pageById } = manifestIndex(ready.merged.manifest);
  const gone = [...known.keys()].filter((id) => !pageById.has(id));
  for (const some of chunksOf(gone, rowsPerDelete))
    await tx.prisma.translatedPage.deleteMany({ where: { translationId: translation.id, pageId: { in: some } } });
  const rows = [...new Map([...known, ...ready.sourcePages])].flatMap(([pageId, sourcePageId]) => {
    const page = pageById.get(pageId)?.page;
    return page ? [rowOf(ready, page, sourcePageId)] : [];
  });
  await insertRows(tx, { table: 'TranslatedPage', rows, conflictColumns: ['translationId', 'pageId'] });
}

/** Returns the ids of source pages by the ids of their translations, as earlier runs stored them. */
async function knownPages({ tx: { read } }: UnitOfWork, translationId: string): Promise<Map<string, string>> {
  const query = read.sql.selectFrom('TranslatedPage').select(['pageId', 'sourcePageId']);
  const rows = await read.all(query.where('translationId', '=', translationId));
  return new Map(rows.map(({ pageId, sourcePageId }) => [pageId, sourcePageId]));
}

function rowOf(
  { run, machine, merged, sourcePages, inputs }: ReadyRun,
  { id: pageId, blob }: Page,
  sourcePageId: string,
): object {
  const { id: translationId, organizationId } = run.translation;
  const [stale, input] = [merged.stale.get(pageId), inputs.get(pageId)];
  const refused = (machine.refused.get(pageId) ?? []).map(({ block, rule }) => ({ block, rule }));
  return {
    organizationId,
    translationId,
    pageId,
    sourcePageId,
    isSourceGone: !sourcePages.has(pageId),
    inputKey: input?.inputKey ?? '',
    anchors: JSON.stringify(input?.anchors ?? []),
    sourceHash: input?.sourceHash ?? null,
    textHash: blob ?? null,
    staleBlocks: JSON.stringify(stale?.blocks ?? []),
    staleFields: JSON.stringify(stale?.fields ?? {}),
    refusedBlocks: JSON.stringify(refused),
  };
}
