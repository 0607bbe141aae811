import type { Json } from '../../../engine/base/types.js';
import { newId } from '../../../platform/base/ids.js';
import type { ColumnName } from '../../../platform/db/query/columns.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferInsertIfFew } from '../../../platform/db/write/insert-rows.js';
import { getRow } from '../../shared/targets.js';
import type { Actor, UnitOfWork } from '../../shared/unit-of-work.js';
import { lockPlaceBeside } from '../collections/actions.js';
import { resolveLevel } from '../collections/levels.js';
import { lockTree } from '../collections/lock-in-place.js';
import { spaceTitle } from '../spaces/space-title.js';
import { applying, writeCopy } from '../template-copies/application-actions.js';
import { insertSpace } from './actions.js';

/**
 * Makes a copy of a space beside it: its content as at the head, with new ids, and its settings and grants, so that the
 * copy is open to the same people. History, change requests, invite links and a lock are not copied.
 * @returns the copy's id
 * @throws NOT_FOUND; FORBIDDEN where the viewer may not create anything there.
 */
export function duplicateSpace(actor: Actor, id: string): Promise<string> {
  const copyId = newId('Space');
  return applying(actor, {
    application: { id, prefix: '', verbatim: true },
    lockBase: async (unit) => {
      const { organizationId } = (await lockBeside(unit, id)).source;
      return { organizationId, spaceId: copyId, revision: null };
    },
    write: async (unit, copy) => {
      const { source, parent } = await lockBeside(unit, id);
      const { organizationId } = source;
      await insertSpace(unit, organizationId, {
        id: copyId,
        title: fittingTitle(`Copy of ${source.title}`),
        ...settingsBeside(source, parent),
      });
      const { revisionId: parentId } = await getRow(unit, 'Space', copyId);
      await writeCopy(unit, { organizationId, spaceId: copyId, parentId }, copy);
      await copyGrants(unit, source, copyId);
      unit.record({ organizationId, action: 'duplicateSpace', targetId: copyId, changes: { space: id } });
      return copyId;
    },
  });
}

/** The collection that a space lies in; null is the root. */
type Parent = Row<'Collection'> | null;

/** Locks where a space lies, so that something can be made beside it. @throws as `lockPlaceBeside` */
export async function lockBeside(unit: UnitOfWork, id: string): Promise<{ source: Row<'Space'>; parent: Parent }> {
  // Asked for twice in one transaction: it lies where it lay.
  const source = await lockTree(unit, 'Space', { id, action: 'space.view' });
  return { source, parent: await lockPlaceBeside(unit, source) };
}

/** Columns that belong to one space alone. A copy gets all others, so a new setting needs no line here. */
const ownColumns: ReadonlySet<string> = new Set<ColumnName<'Space'>>([
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
 * Settings of a space that is created beside another one, open to the same people. They include the level: without one, the space
 * would be open to all members.
 */
export function settingsBeside(source: Row<'Space'>, parent: Parent): { [column: string]: Json } {
  const settings = Object.entries(source).filter(([column]) => !ownColumns.has(column));
  const resolvedLevel = resolveLevel(source.defaultLevel, parent);
  return {
    ...(Object.fromEntries(settings) as { [column: string]: Json }),
    parentId: parent?.id ?? null,
    resolvedLevel,
  };
}

/** A title of a space, cut to the longest one, never within a character. */
export function fittingTitle(title: string): string {
  let text = '';
  for (const character of title) {
    if (text.length + character.length > spaceTitle.maxLength) break;
    text += character;
  }
  return text;
}

/** Gives a space what was granted on another. Behind the lock of the organization nobody leaves it, and no team goes. */
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
