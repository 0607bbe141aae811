import { badInput } from '../../../platform/base/errors.js';
import { newId } from '../../../platform/base/ids.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { insertRows } from '../../../platform/db/write/insert-rows.js';
import { languageCodes } from '../../content/collections/enums.js';
import { readTarget } from '../../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import type { Term } from './glossary-entry.js';

/** One change of a glossary; exactly one member is set (`GlossaryBatchOperation`). */
export interface GlossaryOperation {
  insert?: { translations: Term } | null;
  update?: { id: string; translations: Term } | null;
  delete?: { id: string } | null;
}

/** Changes of an organization's glossary. */
export interface GlossaryChanges {
  organization: string;
  operations: readonly GlossaryOperation[];
}

/** Result of the changes. */
export interface GlossaryOutcome {
  /** Ids of the entries that were added or changed. */
  changed: string[];
  /** Ids of the entries that were deleted. */
  deleted: string[];
}

/** Maximum number of terms of a glossary. Each run of a translation compares its texts with all terms. */
const maxEntries = 10_000;

/**
 * Applies operations to the glossary of an organization in their order, either all or none.
 * @throws NOT_FOUND, FORBIDDEN.
 * @throws BAD_USER_INPUT for an unknown or deleted entry, an unsupported language, a term without languages, and more
 * than 10,000 terms.
 */
export function updateGlossary(actor: Actor, { organization, operations }: GlossaryChanges): Promise<GlossaryOutcome> {
  return runAction(actor, async (unit) => {
    await unit.tx.lockName(`glossary ${organization}`);
    await readTarget(unit, 'Organization', organization, 'glossary.edit');
    const known = await readKnown(unit, organization, operations);
    const after = applyOperations(known, operations);
    await saveEntries(unit, organization, { known, after });
    const changed = [...after].flatMap(([id, term]) => (term ? [id] : []));
    const deleted = [...known.keys()].filter((id) => after.has(id) && !after.get(id));
    const changes = { changed: changed.length, deleted: deleted.length };
    unit.record({ organizationId: organization, action: 'updateGlossaryEntries', targetId: organization, changes });
    return { changed, deleted };
  });
}

type StoredEntries = ReadonlyMap<string, Row<'GlossaryEntry'>>;

/** Reads the entries that operations name. */
async function readKnown(
  { tx }: UnitOfWork,
  organization: string,
  operations: readonly GlossaryOperation[],
): Promise<StoredEntries> {
  const ids = operations.flatMap((operation) => (operation.update ?? operation.delete)?.id ?? []);
  const query = tx.read.sql.selectFrom('GlossaryEntry').selectAll().where('organizationId', '=', organization);
  const rows = ids.length === 0 ? [] : await tx.read.all(query.where(tx.read.inList('id', ids)));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the new terms of the entries that operations name or add, by entry id; null for a deleted entry. */
function applyOperations(known: StoredEntries, operations: readonly GlossaryOperation[]): Map<string, Term | null> {
  const after = new Map<string, Term | null>();
  for (const [index, { insert, ...otherOperation }] of operations.entries()) {
    const field = `operations.${index}`;
    const term = insert?.translations ?? otherOperation.update?.translations ?? null;
    if (term) checkTerm(`${field}.translations`, term);
    const id = insert ? newId('GlossaryEntry') : (otherOperation.update ?? otherOperation.delete)!.id;
    const isThere = insert || (after.has(id) ? after.get(id) : known.get(id));
    if (!isThere) {
      const message = `\`${field}.id\` must be an entry of the glossary (got ${JSON.stringify(id)})`;
      throw badInput(`${field}.id`, message);
    }
    after.set(id, term);
  }
  return after;
}

function checkTerm(field: string, term: Term): void {
  const codes = Object.keys(term);
  if (codes.length === 0) throw badInput(field, `\`${field}\` must have at least 1 language (got 0)`);
  const unknown = codes.find((code) => !languageCodes.includes(code));
  if (unknown === undefined) return;
  throw badInput(field, `\`${field}\` must name languages of content (got ${JSON.stringify(unknown)})`);
}

interface Saving {
  known: StoredEntries;
  after: ReadonlyMap<string, Term | null>;
}

async function saveEntries(unit: UnitOfWork, organizationId: string, { known, after }: Saving): Promise<void> {
  const { tx, at } = unit;
  const deleted = [...after].flatMap(([id, term]) => (term ? [] : [id]));
  if (deleted.length > 0)
    await tx.read.all(tx.read.sql.deleteFrom('GlossaryEntry').where(tx.read.inList('id', deleted)));
  const rows = [...after].flatMap(([id, term]) => {
    const createdAt = new Date(known.get(id)?.createdAt ?? at);
    return term ? [{ id, organizationId, translations: JSON.stringify(term), createdAt, updatedAt: at }] : [];
  });
  await insertRows(tx, { table: 'GlossaryEntry', rows, conflictColumns: ['id'] });
  await requireTermLimit(unit, organizationId);
}

async function requireTermLimit({ tx: { read } }: UnitOfWork, organization: string): Promise<void> {
  const query = read.sql.selectFrom('GlossaryEntry').where('organizationId', '=', organization);
  const { count } = (await read.first(query.select(({ fn }) => fn.countAll<number>().as('count'))))!;
  if (Number(count) <= maxEntries) return;
  throw badInput('operations', `\`operations\` must leave at most ${maxEntries} terms (got ${count})`);
}
