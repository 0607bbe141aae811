import type { Json } from '../../../engine/base/types.js';
import { emptyManifest } from '../../../engine/tree/manifest/empty-manifest.js';
import { badInput } from '../../../platform/base/errors.js';
import { newId } from '../../../platform/base/ids.js';
import { jsonText } from '../../../platform/db/query/json.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { bufferInsert } from '../../../platform/db/write/insert-rows.js';
import { checkRules } from '../../identity/merge-rule-settings/check-rules.js';
import { omitUndefined } from '../../shared/omit-undefined.js';
import { lastPosition } from '../../shared/positions.js';
import { findRow, lockTarget } from '../../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { lockParentForNew } from '../collections/actions.js';
import { resolveLevel } from '../collections/levels.js';
import { lockWithParents } from '../collections/lock-with-parents.js';
import { checkComputedSource, writeComputedHead } from '../computed/start-computed.js';
import { writeRevision } from '../revisions/write-revision.js';
import { requireRoomForSpaces } from './space-limit.js';
import { runUnlockHooks } from './unlock-hooks.js';

/** Input of `createSpace`; absent members get their defaults. */
export interface NewSpace {
  /** Id of the space, if another object already refers to it; by default a new one. */
  id?: string;
  organization: string;
  title?: string | null;
  emoji?: string | null;
  parent?: string | null;
  language?: string | null;
  editMode?: string | null;
  computedSource?: unknown;
  /** Only true is supported: every new space is empty. */
  empty?: unknown;
}

/**
 * Creates a space that is empty, or whose pages are computed from a source. Its first revision has no parent.
 * @returns the space's id
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT for a parent that the organization does not have, and for an invalid
 * computed source; CONFLICT with the reason SPACE_LIMIT.
 */
export function createSpace(actor: Actor, space: NewSpace): Promise<string> {
  const { computedSource } = space;
  if (computedSource != null) {
    if (space.empty != null)
      throw badInput('empty', '`empty` and `computedSource` exclude each other; give one of them');
    checkComputedSource(computedSource);
  }
  return runAction(actor, async (unit) => {
    const parent = await lockParentForNew(unit, space.organization, space.parent);
    const id = await insertSpaceIn(unit, parent, space);
    if (computedSource != null) await writeComputedHead(unit, id, computedSource);
    return id;
  });
}

/** Inserts an empty space into a locked collection, or at the root, in the transaction of an action. */
export function insertSpaceIn(unit: UnitOfWork, parent: Row<'Collection'> | null, space: NewSpace): Promise<string> {
  return insertSpace(unit, space.organization, { ...givenColumns(space), ...(parent && columnsFromParent(parent)) });
}

/**
 * Inserts an empty space with its first revision, in the transaction of an action; the caller may give its id.
 * @returns the space's id
 * @throws CONFLICT with the reason SPACE_LIMIT
 */
export async function insertSpace(
  unit: UnitOfWork,
  organizationId: string,
  { id: givenId, ...columns }: { id?: string; [column: string]: Json | undefined },
): Promise<string> {
  await requireRoomForSpaces(unit, organizationId, 1);
  const [id, revisionId] = [givenId ?? newId('Space'), newId('Revision')];
  const data = {
    id,
    organizationId,
    revisionId,
    position: lastPosition(id),
    ...defaults(unit.at),
    ...(columns as object),
  };
  bufferInsert(unit.tx, { table: 'Space', rows: [omitUndefined({ ...data, mergeRules: jsonText(data.mergeRules) })] });
  const content = { manifest: emptyManifest, blobs: new Map() };
  await writeRevision(unit, { id: revisionId, organizationId, spaceId: id, type: 'edits', ...content });
  unit.record({ organizationId, action: 'createSpace', targetId: id, changes: columns as { [column: string]: Json } });
  return id;
}

function defaults(at: Date) {
  return {
    title: 'Untitled',
    emoji: '',
    visibility: 'private',
    createdAt: at,
    updatedAt: at,
    editMode: 'live',
    mergeRules: { type: 'inherit' },
    defaultLevel: 'inherit',
    resolvedLevel: 'inherit',
    changeRequestNumber: 0,
  };
}

/** Returns the columns of a new space that depend on its collection. */
function columnsFromParent(parent: Row<'Collection'>) {
  return {
    parentId: parent.id,
    visibility: 'in-collection',
    resolvedLevel: resolveLevel('inherit', parent),
  };
}

/**
 * Returns the columns of a new space: all given members, except those for its location and its content. Null means the
 * default, as does an absent member.
 */
function givenColumns({ organization, parent, computedSource, empty, ...columns }: NewSpace): {
  [column: string]: string;
} {
  const members = Object.entries(columns).filter(([, value]) => value != null);
  return Object.fromEntries(members) as { [column: string]: string };
}

/** Changes to the settings of a space; absent members are unchanged. */
export interface SpaceChanges {
  title?: string | null;
  /** An emoji; null for none. Replaces an icon. */
  emoji?: string | null;
  /** Address of an icon; null for none. Replaces an emoji. */
  icon?: string | null;
  editMode?: string | null;
  defaultLevel?: string | null;
  language?: string | null;
  mergeRules?: Json;
}

/**
 * Changes a space's settings.
 * @throws NOT_FOUND, FORBIDDEN, BAD_USER_INPUT for an emoji and an icon at once.
 */
export function updateSpace(actor: Actor, id: string, changes: SpaceChanges): Promise<void> {
  if (changes.emoji && changes.icon) throw badInput('icon', '`emoji` and `icon` exclude each other; give one of them');
  return runAction(actor, async (unit) => {
    const space = await lockForUpdate(unit, id, changes);
    const { organizationId } = space;
    await checkRules(unit, { organizationId, given: changes.mergeRules, stored: space.mergeRules });
    const level = await levelColumn(unit, space, changes);
    const mergeRules = jsonText(changes.mergeRules);
    const set = { ...changes, ...emojiAndIconColumns(changes), ...level, mergeRules, updatedAt: unit.at };
    bufferUpdate(unit.tx, { table: 'Space', where: { id }, set });
    if (space.editMode === 'locked' && changes.editMode === 'live') await runUnlockHooks(unit, space);
    unit.record({
      organizationId,
      action: 'updateSpaceById',
      targetId: id,
      changes: omitUndefined(changes) as { [name: string]: Json },
    });
  });
}

/**
 * Locks a space. If its default access level changes, locks its collection first, so that concurrent moves and changes
 * of the collection's level wait.
 */
async function lockForUpdate(unit: UnitOfWork, id: string, { defaultLevel }: SpaceChanges): Promise<Row<'Space'>> {
  const action = 'space.update';
  return defaultLevel === undefined
    ? lockTarget(unit, 'Space', id, action)
    : lockWithParents(unit, 'Space', { id, action });
}

async function levelColumn(
  unit: UnitOfWork,
  { parentId }: Row<'Space'>,
  { defaultLevel }: SpaceChanges,
): Promise<object> {
  if (defaultLevel === undefined) return {};
  const parent = parentId === null ? null : await findRow(unit, 'Collection', parentId);
  return { resolvedLevel: resolveLevel(defaultLevel, parent) };
}

/**
 * Returns the columns that change with the emoji or the icon. A space has at most one of them: setting one clears the
 * other.
 */
function emojiAndIconColumns({ emoji, icon }: SpaceChanges): object {
  return {
    ...(emoji === null && { emoji: '' }),
    ...(emoji && { icon: null }),
    ...(icon && { emoji: '' }),
  };
}
