import { chunksWithin } from '../../platform/arrays/chunks-of.js';
import { newId } from '../../platform/base/ids.js';
import type { Row } from '../../platform/db/query/rows.js';
import { bufferDelete } from '../../platform/db/write/change-rows.js';
import { insertRows } from '../../platform/db/write/insert-rows.js';
import type { PreparedItem } from '../../platform/workers/prepared-items.js';
import { readTarget } from '../shared/targets.js';
import { type Actor, runActionInSteps, type UnitOfWork } from '../shared/unit-of-work.js';
import { enqueueAnalysis } from './enqueue-analysis.js';
import { lastGroupingPoint } from './grouping-points.js';
import { type AnalysisState, lockConversations, saveAnalysisState } from './lock-conversations.js';
import { type ConversationInput, type ReadyConversation, readyConversations } from './ready-conversation.js';
import { removeIssues } from './remove-issues.js';

/** Conversations to ingest into an organization. */
export interface Ingestion {
  organization: string;
  /** Conversations in the form that clients send, or in the form that a worker thread has prepared. */
  conversations: readonly (ConversationInput | PreparedItem)[];
}

/** Result of ingesting conversations. */
export interface IngestedConversations {
  /** Ids of the conversations, in the order of the input. */
  ids: string[];
  /** Number of conversations that are new or have changed. */
  changed: number;
}

/** Columns of an existing conversation that the ingestion needs. */
type ExistingConversation = Pick<Row<'Conversation'>, 'id' | 'externalId' | 'digest' | 'number'>;

/**
 * Ingests conversations, all or none, and enqueues their analysis. A conversation replaces an existing one with the
 * same id, and an identical one changes nothing.
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT as in `readyConversations`
 */
export function ingestConversations(
  actor: Actor,
  { organization: organizationId, conversations }: Ingestion,
): Promise<IngestedConversations> {
  return runActionInSteps(actor, async ({ before, last }) => {
    await before((unit) => readTarget(unit, 'Organization', organizationId, 'conversation.ingest'));
    const ready = await readyConversations(conversations);
    return last((unit) => ingest(unit, organizationId, ready));
  });
}

async function ingest(
  unit: UnitOfWork,
  organizationId: string,
  ready: readonly ReadyConversation[],
): Promise<IngestedConversations> {
  const { tx, at } = unit;
  const standing = await lockConversations(tx, organizationId);
  await readTarget(unit, 'Organization', organizationId, 'conversation.ingest');
  const known = await findKnown(unit, organizationId, ready);
  const isChanged = ({ externalId, digest }: ReadyConversation): boolean => known.get(externalId)?.digest !== digest;
  const changedConversations = ready.filter(isChanged);
  const ids = new Map(ready.map(({ externalId }) => [externalId, known.get(externalId)?.id ?? newId('Conversation')]));
  if (changedConversations.length > 0) {
    const replaced = changedConversations.flatMap(({ externalId }) => known.get(externalId) ?? []);
    const { removals } = await removeFromAnalysis(unit, standing, replaced);
    const numbered = { organizationId, source: apiSource(unit), at, ids, first: standing.lastNumber + 1 };
    await insertConversations(unit, changedConversations, numbered);
    await insertTexts(unit, changedConversations, numbered);
    await saveAnalysisState(tx, {
      ...standing,
      removals,
      lastNumber: standing.lastNumber + changedConversations.length,
    });
    await enqueueAnalysis(tx, organizationId);
    const changes = { conversations: changedConversations.length, replaced: replaced.length };
    unit.record({ organizationId, action: 'ingestConversation', targetId: organizationId, changes });
  }
  return { ids: ready.map(({ externalId }) => ids.get(externalId)!), changed: changedConversations.length };
}

async function findKnown(
  { tx: { read } }: UnitOfWork,
  organizationId: string,
  ready: readonly ReadyConversation[],
): Promise<Map<string, ExistingConversation>> {
  const query = read.sql
    .selectFrom('Conversation')
    .select(['id', 'externalId', 'digest', 'number'])
    .where('organizationId', '=', organizationId)
    .where(
      read.inList(
        'externalId',
        ready.map(({ externalId }) => externalId),
      ),
    );
  return new Map((await read.all(query)).map((row) => [row.externalId, row]));
}

/**
 * Removes the issues of conversations from the analysis of their organization. Counts a removal if one of the
 * conversations is in a grouping, stored or in progress, because that grouping must be recomputed.
 * @returns the number of removals including this one, and whether clusters wait for an analysis
 */
async function removeFromAnalysis(
  { tx, at }: UnitOfWork,
  { organizationId, removals, lastNumber }: AnalysisState,
  removed: readonly ExistingConversation[],
): Promise<{ removals: number; waits: boolean }> {
  if (removed.length === 0) return { removals, waits: false };
  const hadIssues = await removeIssues(tx, { organizationId, conversationIds: removed.map(({ id }) => id), at });
  // Conversations after this point are in no grouping, because all groupings end at a regrouping point.
  const grouped = lastGroupingPoint(lastNumber);
  const isGrouped = removed.some(({ number }) => number <= grouped);
  return { removals: isGrouped ? removals + 1 : removals, waits: isGrouped || hadIssues };
}

interface InsertContext {
  organizationId: string;
  source: string;
  at: Date;
  ids: ReadonlyMap<string, string>;
  /** Number of the first conversation. */
  first: number;
}

async function insertConversations(
  { tx }: UnitOfWork,
  changedConversations: readonly ReadyConversation[],
  { organizationId, source, at, ids, first }: InsertContext,
): Promise<void> {
  const rows = changedConversations.map(({ partsText: _, ...ready }, index) => ({
    id: ids.get(ready.externalId)!,
    organizationId,
    ...ready,
    number: first + index,
    source,
    createdAt: ready.metadataCreatedAt ?? at,
    ingestedAt: at,
    processedAt: null,
  }));
  await insertRows(tx, { table: 'Conversation', rows, conflictColumns: ['id'] });
}

/** Limits of texts that are in memory as strings at the same time. All texts together would take tens of megabytes. */
const textsAtOnce = { items: 1000, bytes: 1_048_576 };

async function insertTexts(
  { tx }: UnitOfWork,
  changedConversations: readonly ReadyConversation[],
  { organizationId, ids }: Pick<InsertContext, 'organizationId' | 'ids'>,
): Promise<void> {
  for (const some of chunksWithin(changedConversations, textsAtOnce, ({ size }) => size)) {
    const rows = some.map(({ externalId, partsText }) => ({
      organizationId,
      conversationId: ids.get(externalId)!,
      parts: partsText(),
    }));
    await insertRows(tx, { table: 'ConversationText', rows, conflictColumns: ['conversationId'] });
  }
}

/** Returns the source of conversations that were ingested over the API: the token of the request. */
function apiSource({ viewer, actorId }: UnitOfWork): string {
  const token = viewer.kind === 'user' && viewer.tokenId !== '' ? viewer.tokenId : actorId;
  return `integration:api:${token}`;
}

/** Ids that identify a conversation in its address. */
export interface ConversationName {
  organization: string;
  /** Id that the client chose. */
  externalId: string;
}

/**
 * Deletes a conversation with its texts and issues, and clusters that are left without issues. Does nothing if it does
 * not exist.
 * @returns its id; null if it does not exist
 * @throws NOT_FOUND for the organization; FORBIDDEN
 */
export function deleteConversation(
  actor: Actor,
  { organization: organizationId, externalId }: ConversationName,
): Promise<{ deletedId: string | null }> {
  return runActionInSteps(actor, ({ last }) =>
    last(async (unit) => {
      const { tx } = unit;
      const standing = await lockConversations(tx, organizationId);
      await readTarget(unit, 'Organization', organizationId, 'conversation.delete');
      const query = tx.read.sql.selectFrom('Conversation').select(['id', 'externalId', 'digest', 'number']);
      const of = query.where('organizationId', '=', organizationId).where('externalId', '=', externalId);
      const there = await tx.read.first(of);
      if (!there) return { deletedId: null };
      const { removals, waits: hasPendingClusters } = await removeFromAnalysis(unit, standing, [there]);
      bufferDelete(tx, { table: 'Conversation', where: { id: there.id } });
      await saveAnalysisState(tx, { ...standing, removals });
      if (hasPendingClusters) await enqueueAnalysis(tx, organizationId);
      const changes = { externalId };
      unit.record({ organizationId, action: 'deleteConversation', targetId: there.id, changes });
      return { deletedId: there.id };
    }),
  );
}
