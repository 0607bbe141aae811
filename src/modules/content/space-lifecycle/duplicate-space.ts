import type { Json } from '../../../engine/base/types.js';
import { newId } from '../../../platform/base/ids.js';
import type { ColumnName } from '../../../platform/db/query/columns.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferInsertIfFew } from '../../../platform/db/write/insert-rows.js';
import { getRow } from '../../shared/targets.js';
import type { Actor, UnitOfWork } from '../../shared/unit-of-work.js';
import { lockParentOf } from '../collections/actions.js';
import { resolveLevel } from '../collections/levels.js';
import { lockTree } from '../collections/lock-with-parents.js';
import { spaceTitle } from '../spaces/space-title.js';
import { applyTemplate, writeCopy } from '../template-copies/application-actions.js';
import { insertSpace } from './actions.js';

/**
 * Copies a space into the same collection. Copies the content of its head with new ids, its settings and its grants, so
 * that the same people have access to it. Does not copy the history, the change requests and the invite links. The copy
 * is not locked.
 * @returns the copy's id
 * @throws NOT_FOUND; FORBIDDEN if the viewer may not create content in that collection.
 */
export function duplicateSpace(actor: Actor, id: string): Promise<string> {
  const copyId = newId('Space');
  return applyTemplate(actor, {
    application: { id, prefix: '', verbatim: true },
    lockBase: async (unit) => {
      const { organizationId } = (await lockSpaceAndParent(unit, id)).source;
      return { organizationId, spaceId: copyId, revision: null };
    },
    write: async (unit, copy) => {
      const { source, parent } = await lockSpaceAndParent(unit, id);
      const { organizationId } = source;
      await insertSpace(unit, organizationId, {
        id: copyId,
        title: truncateTitle(`Copy of ${source.title}`),
        ...copiedSettings(source, parent),
      });
      const { revisionId: parentId } = await getRow(unit, 'Space', copyId);
      await writeCopy(unit, { organizationId, spaceId: copyId, parentId }, copy);
      await copyGrants(unit, source, copyId);
      unit.record({ organizationId, action: 'duplicateSpace', targetId: copyId, changes: { space: id } });
      return copyId;
    },
  });
}

/** The collection of a space; null is the root. */
type Parent = Row<'Collection'> | null;

/**
 * Locks a space and its collection, so that another space can be created in the collection.
 * @throws errors of `lockParentOf`
 */
export async function lockSpaceAndParent(
  unit: UnitOfWork,
  id: string,
): Promise<{ source: Row<'Space'>; parent: Parent }> {
  // A second call in the same transaction finds the same parent, because the first one locks the tree.
  const source = await lockTree(unit, 'Space', { id, action: 'space.view' });
  return { source, parent: await lockParentOf(unit, source) };
}

/** Columns that are not copied. All other columns are copied, including settings that are added later. */
const columnsNotCopied: ReadonlySet<string> = new Set<ColumnName<'Space'>>([
  'id',
  'organizationId',
  'title',
  'titleKey',
  'parentId',
  'position',
  'resolvedLevel',
  'createdAt',
  'updatedAt',
  'deletedAt',
  'purgedAt',
  'editMode',
  'revisionId',
  'changeRequestNumber',
  'changeRequestsOpen',
  'changeRequestsDraft',
  'commentsOpen',
]);

/**
 * Returns the settings of a space that is created next to another one, with access for the same people. They include
 * the default access level, because without one all members would have access.
 */
export function copiedSettings(source: Row<'Space'>, parent: Parent): { [column: string]: Json } {
  const settings = Object.entries(source).filter(([column]) => !columnsNotCopied.has(column));
  const resolvedLevel = resolveLevel(source.defaultLevel, parent);
  return {
    ...(Object.fromEntries(settings) as { [column: string]: Json }),
    parentId: parent?.id ?? null,
    resolvedLevel,
  };
}

/** Cuts a title of a space to the maximum length, never within a character. */
export function truncateTitle(title: string): string {
  let text = '';
  for (const character of title) {
    if (text.length + character.length > spaceTitle.maxLength) break;
    text += character;
  }
  return text;
}

/**
 * Copies the grants of a space to another. Locks the organization, so that no user leaves it and no team is deleted
 * meanwhile.
 */
export async function copyGrants(
  { tx, at }: UnitOfWork,
  { id, organizationId }: Row<'Space'>,
  spaceId: string,
): Promise<void> {
  await tx.lock('Organization', organizationId);
  const query = tx.read.sql.selectFrom('Grant').select(['userId', 'teamId', 'role']).where('spaceId', '=', id);
  const place = { organizationId, spaceId, createdAt: at };
  const rows = (await tx.read.all(query)).map((grant) => ({ id: newId('Grant'), ...place, ...grant }));
  await bufferInsertIfFew(tx, { table: 'Grant', rows });
}
