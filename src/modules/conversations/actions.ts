import { groupsOf } from '../../platform/arrays/chunks-of.js';
import { newId } from '../../platform/base/ids.js';
import type { Row } from '../../platform/db/query/rows.js';
import { bufferDelete } from '../../platform/db/write/change-rows.js';
import { insertRows } from '../../platform/db/write/insert-rows.js';
import type { PreparedItem } from '../../platform/workers/prepared-items.js';
import { readTarget } from '../shared/targets.js';
import { type Actor, runActionInSteps, type UnitOfWork } from '../shared/unit-of-work.js';
import { analyseLater } from './analyse-later.js';
import { lastGroupingPoint } from './grouping-points.js';
import { lockConversations, type Standing, saveStanding } from './lock-conversations.js';
import { type ConversationInput, type ReadyConversation, readyConversations } from './ready-conversation.js';
import { removeIssues } from './remove-issues.js';

/** Conversations that are brought into an organization. */
export interface Ingestion {
  organization: string;
  /** As a client gives them, or as a thread has prepared them. */
  conversations: readonly (ConversationInput | PreparedItem)[];
}

/** What ingesting conversations came to. */
export interface IngestedConversations {
  /** Their ids, in the order that they were given in. */
  ids: string[];
  /** How many of them are new, or another one than before. */
  changed: number;
}

/** A conversation that is there already, as far as it matters. */
type Known = Pick<Row<'Conversation'>, 'id' | 'externalId' | 'digest' | 'number'>;

/**
 * Ingests conversations, all or none, and has them analysed in the background. One whose id is there already is replaced; the
 * same again changes nothing.
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT as `readyConversations`
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
  const isNews = ({ externalId, digest }: ReadyConversation): boolean => known.get(externalId)?.digest !== digest;
  const news = ready.filter(isNews);
  const ids = new Map(ready.map(({ externalId }) => [externalId, known.get(externalId)?.id ?? newId('Conversation')]));
  if (news.length > 0) {
    const replaced = news.flatMap(({ externalId }) => known.get(externalId) ?? []);
    const { removals } = await takeOut(unit, standing, replaced);
    const numbered = { organizationId, source: sourceOf(unit), at, ids, first: standing.lastNumber + 1 };
    await insertConversations(unit, news, numbered);
    await insertTexts(unit, news, numbered);
    await saveStanding(tx, { ...standing, removals, lastNumber: standing.lastNumber + news.length });
    await analyseLater(tx, organizationId);
    const changes = { conversations: news.length, replaced: replaced.length };
    unit.record({ organizationId, action: 'ingestConversation', targetId: organizationId, changes });
  }
  return { ids: ready.map(({ externalId }) => ids.get(externalId)!), changed: news.length };
}

async function findKnown(
  { tx: { read } }: UnitOfWork,
  organizationId: string,
  ready: readonly ReadyConversation[],
): Promise<Map<string, Known>> {
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
 * Takes what was found in conversations out of what is known of the organization. What a grouping is made of is counted, for that has
 * to be made anew; whether it is stored already or still being made.
 * @returns the removals with these, and whether clusters wait for an analysis
 */
async function takeOut(
  { tx, at }: UnitOfWork,
  { organizationId, removals, lastNumber }: Standing,
  gone: readonly Known[],
): Promise<{ removals: number; waits: boolean }> {
  if (gone.length === 0) return { removals, waits: false };
  const hadIssues = await removeIssues(tx, { organizationId, conversationIds: gone.map(({ id }) => id), at });
  // No grouping goes beyond it, whichever job makes it.
  const grouped = lastGroupingPoint(lastNumber);
  const isGrouped = gone.some(({ number }) => number <= grouped);
  return { removals: isGrouped ? removals + 1 : removals, waits: isGrouped || hadIssues };
}

interface Numbered {
  organizationId: string;
  source: string;
  at: Date;
  ids: ReadonlyMap<string, string>;
  /** Number of the first of them. */
  first: number;
}

async function insertConversations(
  { tx }: UnitOfWork,
  news: readonly ReadyConversation[],
  { organizationId, source, at, ids, first }: Numbered,
): Promise<void> {
  const rows = news.map(({ partsText: _, ...ready }, index) => ({
    id: ids.get(ready.externalId)!,
    organizationId,
    ...ready,
    number: first + index,
    source,
    createdAt: ready.metadataCreatedAt ?? at,
    ingestedAt: at,
    processedAt: null,
  }));
  await insertRows(tx, { table: 'Conversation', rows, over: ['id'] });
}

/** Bytes of texts that are strings at a time: all of them would be tens of megabytes. */
const textsAtOnce = { items: 1000, bytes: 1_048_576 };

async function insertTexts(
  { tx }: UnitOfWork,
  news: readonly ReadyConversation[],
  { organizationId, ids }: Pick<Numbered, 'organizationId' | 'ids'>,
): Promise<void> {
  for (const some of groupsOf(news, textsAtOnce, ({ size }) => size)) {
    const rows = some.map(({ externalId, partsText }) => ({
      organizationId,
      conversationId: ids.get(externalId)!,
      parts: partsText(),
    }));
    await insertRows(tx, { table: 'ConversationText', rows, over: ['conversationId'] });
  }
}

/** What is ingested over the interface comes from the token that brought it. */
function sourceOf({ viewer, actorId }: UnitOfWork): string {
  const token = viewer.kind === 'user' && viewer.tokenId !== '' ? viewer.tokenId : actorId;
  return `integration:api:${token}`;
}

/** A conversation, as its address names it. */
export interface ConversationName {
  organization: string;
  /** The client's id of it. */
  externalId: string;
}

/**
 * Deletes a conversation with what was said in it, its issues, and clusters that have no other; one that is not there is passed
 * over.
 * @returns its id; null where there was none
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
      const { removals, waits } = await takeOut(unit, standing, [there]);
      bufferDelete(tx, { table: 'Conversation', where: { id: there.id } });
      await saveStanding(tx, { ...standing, removals });
      if (waits) await analyseLater(tx, organizationId);
      const changes = { externalId };
      unit.record({ organizationId, action: 'deleteConversation', targetId: there.id, changes });
      return { deletedId: there.id };
    }),
  );
}
