import { sql } from 'kysely';
import { rowsById } from '../../platform/db/query/by-id.js';
import { keyedQuery } from '../../platform/db/query/keyed-query.js';
import type { LoaderDefinition } from '../../platform/db/query/loaders.js';
import type { Row } from '../../platform/db/query/rows.js';

/** Translations by id. */
export const translationsById = rowsById('Translation');

const byResult = keyedQuery(({ sql }, inKeys) =>
  sql.selectFrom('Translation').selectAll().where(inKeys('resultSpaceId')).orderBy('id'),
);

/** Translations by the id of their result space. If there are several, the newest one. */
export const translationsByResult: LoaderDefinition<string, Row<'Translation'> | null> = {
  name: 'translationsByResult',
  async load(queries, ids) {
    const rows = await queries.all(byResult(queries, ids));
    const bySpace = new Map(rows.map((row) => [row.resultSpaceId, row]));
    return ids.map((id) => bySpace.get(id) ?? null);
  },
};

const byPage = keyedQuery(({ sql }, inKeys) => sql.selectFrom('TranslatedPage').selectAll().where(inKeys('pageId')));

/** Translation data of a page of a result, by page id. Page ids of results differ from those of the source. */
export const translatedPagesById: LoaderDefinition<string, Row<'TranslatedPage'> | null> = {
  name: 'translatedPagesById',
  async load(queries, ids) {
    const rows = await queries.all(byPage(queries, ids));
    const byId = new Map(rows.map((row) => [row.pageId, row]));
    return ids.map((id) => byId.get(id) ?? null);
  },
};

const staleOnly = keyedQuery(({ sql: build }, inKeys) =>
  build
    .selectFrom('TranslatedPage')
    .select(['translationId', 'staleBlocks'])
    .where(inKeys('translationId'))
    .where(sql<boolean>`cast("staleBlocks" as text) <> '[]'`),
);

/** Number of stale blocks in the result of a translation after its last run, by the id of the translation. */
export const staleBlocksById: LoaderDefinition<string, number> = {
  name: 'staleBlocksById',
  async load(queries, ids) {
    const rows = await queries.all(staleOnly(queries, ids));
    const counts = new Map<string, number>();
    for (const { translationId, staleBlocks } of rows)
      counts.set(translationId, (counts.get(translationId) ?? 0) + (staleBlocks as unknown[]).length);
    return ids.map((id) => counts.get(id) ?? 0);
  },
};
