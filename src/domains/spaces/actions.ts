import type { Json, Manifest } from '../../content/types.js';
import { badInput } from '../../errors.js';
import { newId } from '../../ids.js';
import type { Row } from '../../store/rows.js';
import { lockPlaceForNew } from '../collections/actions.js';
import { resolveLevel } from '../collections/levels.js';
import { writeRevision } from '../revisions/write-revision.js';
import { type Act, type Actor, act } from '../shared/act.js';
import { present } from '../shared/present.js';
import { findRow, lockTarget, readTarget, type Target } from '../shared/targets.js';

/** What a space is created with; what is absent gets its default. */
export interface NewSpace {
  organization: string;
  title?: string | null;
  emoji?: string | null;
  parent?: string | null;
  language?: string | null;
  editMode?: string | null;
  template?: unknown;
  computedSource?: unknown;
  /** Only true is served: every new space is empty. */
  empty?: unknown;
}

/** The content of a new space. */
export const emptyManifest: Manifest = { pages: [], files: [], variables: {}, reusableContents: [], root: '' };

/**
 * Creates an empty space; its first revision has no parent.
 * @returns the space's id
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT for a parent that the organization does not have and for what is not
 * served yet: a template, a computed source.
 */
export function createSpace(actor: Actor, space: NewSpace): Promise<string> {
  for (const field of ['template', 'computedSource'] as const) {
    if (space[field] != null)
      throw badInput(field, `\`${field}\` is not served yet; leave it out to create an empty space`);
  }
  return act(actor, async (under) => {
    const organizationId = space.organization;
    const parent = await lockPlaceForNew(under, organizationId, space.parent);
    return insertSpace(under, organizationId, { ...given(space), ...(parent && placeIn(parent)) });
  });
}

/** Inserts an empty space with its first revision, in the transaction of an action. Answers its id. */
export async function insertSpace(
  under: Act,
  organizationId: string,
  columns: { [name: string]: string | null },
): Promise<string> {
  const [id, revisionId] = [newId('Space'), newId('Revision')];
  const data = { id, organizationId, revisionId, ...defaults(under.at), ...columns };
  await under.tx.prisma.space.create({ data, select: { id: true } });
  const content = { manifest: emptyManifest, blobs: new Map() };
  await writeRevision(under, { id: revisionId, organizationId, spaceId: id, type: 'edits', ...content });
  under.record({ organizationId, action: 'createSpace', targetId: id, changes: columns });
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

/** What a space in a collection has from it. */
function placeIn(parent: Row<'Collection'>) {
  return {
    parentId: parent.id,
    visibility: 'in-collection',
    resolvedLevel: resolveLevel('inherit', parent),
  };
}

/** The members that were given; null means the default here, as absent does. */
function given({ title, emoji, language, editMode }: NewSpace): { [name: string]: string } {
  const members = Object.entries({ title, emoji, language, editMode }).filter(([, value]) => value != null);
  return Object.fromEntries(members) as { [name: string]: string };
}

/** What may be changed of a space; absent members stay as they are. */
export interface SpaceChanges {
  title?: string | null;
  /** An emoji; null for none. It replaces an icon. */
  emoji?: string | null;
  /** Address of an icon; null for none. It replaces an emoji. */
  icon?: string | null;
  editMode?: string | null;
  defaultLevel?: string | null;
  language?: string | null;
  mergeRules?: Json;
}

/** Changes a space's settings. @throws NOT_FOUND, FORBIDDEN, BAD_USER_INPUT for an emoji and an icon at once. */
export function updateSpace(actor: Actor, id: string, changes: SpaceChanges): Promise<void> {
  if (changes.emoji && changes.icon) throw badInput('icon', '`emoji` and `icon` exclude each other; give one of them');
  return act(actor, async (under) => {
    const target = { id, view: 'space.view', action: 'space.update', noun: 'space' } as const;
    const level = changes.defaultLevel === undefined ? {} : await levelOf(under, target, changes.defaultLevel);
    const space = await lockTarget(under, 'Space', target);
    const data = { ...present(changes), ...symbol(changes), ...level, updatedAt: under.at } as object;
    await under.tx.prisma.space.update({ where: { id }, data, select: { id: true } });
    const { organizationId } = space;
    under.record({
      organizationId,
      action: 'updateSpaceById',
      targetId: id,
      changes: present(changes) as { [name: string]: Json },
    });
  });
}

/**
 * The resolved level of a space whose default level changes. Its collection is locked, before the space as everywhere:
 * a change of the collection's level that runs meanwhile waits. Who may not change the space locks nothing.
 */
async function levelOf(under: Act, target: Target, defaultLevel: string | null): Promise<object> {
  const space = await readTarget(under, 'Space', target);
  if (!space.parentId) return { resolvedLevel: defaultLevel };
  await under.tx.lock('Collection', space.parentId);
  return { resolvedLevel: resolveLevel(defaultLevel, await findRow(under, 'Collection', space.parentId)) };
}

/** A space has an emoji or an icon: setting one clears the other. */
function symbol({ emoji, icon }: SpaceChanges): object {
  return {
    ...(emoji === null && { emoji: '' }),
    ...(emoji && { icon: null }),
    ...(icon && { emoji: '' }),
  };
}
