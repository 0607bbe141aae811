import { sql } from 'kysely';
import type { Row } from '../../platform/db/query/rows.js';
import { insertRows } from '../../platform/db/write/insert-rows.js';
import { type Analysis, embeddingModelOf } from './analysis.js';
import { embeddedAtOnce, embedItems } from './embed-items.js';
import { groupedText } from './item-pages.js';
import { lockConversations } from './lock-conversations.js';

/**
 * Embeds the issues that have no vector of the configured model, in short steps. Each step is stored before the next.
 * @throws UNAVAILABLE if the service fails
 */
export async function embedIssues(analysis: Analysis): Promise<void> {
  if (!analysis.ai?.embeddingModel) return;
  for (let last: MissingIssue | undefined; ; ) {
    analysis.run.signal.throwIfAborted();
    const missing = await findMissing(analysis, last);
    if (missing.length === 0) return;
    last = missing.at(-1);
    const vectors = await embedItems(analysis, missing.map(groupedText));
    await saveVectors(
      analysis,
      missing.map(({ id }, index) => ({ issueId: id, bytes: vectors![index]! })),
    );
  }
}

type MissingIssue = Pick<Row<'ConversationIssue'>, 'id' | 'number' | 'position' | 'title'> & { quotes: string[] };

/** Reads the next issues after `last` in the order of ingestion. In this order, new issues always come last. */
async function findMissing(
  { store: { read }, organizationId, ai }: Analysis,
  last: MissingIssue | undefined,
): Promise<MissingIssue[]> {
  const query = read.sql
    .selectFrom('ConversationIssue')
    .select(['id', 'number', 'position', 'title', 'quotes'])
    .where('organizationId', '=', organizationId)
    .where(
      sql<boolean>`not exists (select 1 from "ConversationIssueVector" as v
        where v."issueId" = "ConversationIssue"."id" and v."maker" = ${embeddingModelOf({ ai })})`,
    )
    .orderBy('number')
    .orderBy('position')
    .limit(embeddedAtOnce);
  const { number, position } = last ?? {};
  const rows = await read.all(
    number === undefined || position === undefined
      ? query
      : query.where(({ eb, refTuple, tuple }) => eb(refTuple('number', 'position'), '>', tuple(number, position))),
  );
  return rows.map(({ quotes, ...row }) => ({ ...row, quotes: quotes as unknown as string[] }));
}

function saveVectors(
  { store, organizationId, ai }: Analysis,
  vectors: readonly { issueId: string; bytes: Uint8Array }[],
): Promise<void> {
  return store.transaction(async (tx) => {
    await lockConversations(tx, organizationId);
    const ids = vectors.map(({ issueId }) => issueId);
    const query = tx.read.sql.selectFrom('ConversationIssue').select('id').where(tx.read.inList('id', ids));
    const there = new Set((await tx.read.all(query)).map(({ id }) => id));
    const rows = vectors
      .filter(({ issueId }) => there.has(issueId))
      .map((vector) => ({ ...vector, organizationId, maker: embeddingModelOf({ ai }) }));
    await insertRows(tx, { table: 'ConversationIssueVector', rows, conflictColumns: ['issueId'] });
  });
}
