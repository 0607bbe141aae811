import { badInput, notFound } from '../../../platform/base/errors.js';
import type { SiteName } from '../../shared/lock-site.js';
import { omitUndefined } from '../../shared/omit-undefined.js';
import { type Actor, runAction } from '../../shared/unit-of-work.js';
import { newGroup } from './new-parts.js';
import type { GroupRow, SiteParts } from './parts.js';
import {
  itemsIn,
  lastPositionIn,
  type MoveTarget,
  moveItem,
  possibleNeighbors,
  requireDepth,
  updateRow,
  withoutGroup,
} from './place.js';
import { requireSection, requireSections } from './section-actions.js';
import { lockStructure, type Structure, writeStructure } from './structure.js';

/** Ids of a group of sections, of its site and of its organization. */
export interface GroupIds extends SiteName {
  group: string;
}

/** Fields of a new group. */
export interface NewGroup {
  title: string;
  icon?: string | null | undefined;
  /** Ids of sections to put into the new group, in their order. */
  sections?: readonly string[] | null | undefined;
  /** Id of the group that will contain the new group; if it is absent, the new group is at the root. */
  parent?: string | null | undefined;
}

/** Maximum number of sections that one request can name. */
const maxSections = 250;

/**
 * Adds a group with sections at the end of another group or of the root.
 * @returns its id
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT for a section or group that the site does not have, and for groups that
 * are nested too deeply.
 */
export function addGroup(
  actor: Actor,
  siteName: SiteName,
  { title, icon, parent, ...given }: NewGroup,
): Promise<string> {
  const ids = given.sections ?? [];
  if (ids.length > maxSections)
    throw badInput('sections', `\`sections\` must have at most ${maxSections} ids (got ${ids.length})`);
  return runAction(actor, async (unit) => {
    const structure = await lockStructure(unit, siteName);
    const { site, parts } = structure;
    const references = ids.map((id, index) => ({ id, field: `sections[${index}]` }));
    requireSections(structure, references);
    const parentId = requireParent(parts, parent);
    const columns = { organizationId: site.organizationId, siteId: site.id, parentId, title, icon: icon ?? null };
    const group = newGroup(unit, { ...columns, last: lastPositionIn(parts, 'SiteSectionGroup', parentId) });
    const changes = { site: site.id, title, parent: parentId, sections: [...ids] };
    await writeStructure(unit, structure, {
      parts: ids.reduce<SiteParts>((partsSoFar, id) => moveIntoGroup(partsSoFar, id, group.id), {
        ...parts,
        groups: [...parts.groups, group],
      }),
      event: { action: 'addSectionGroupToSite', targetId: group.id, changes },
    });
    return group.id;
  });
}

/** Changes to a group; absent members stay as they are. */
export interface GroupChanges {
  title?: string | null | undefined;
  icon?: string | null | undefined;
}

/**
 * Changes a group.
 * @throws NOT_FOUND, FORBIDDEN.
 */
export function updateGroup(actor: Actor, target: GroupIds, changes: GroupChanges): Promise<void> {
  return runAction(actor, async (unit) => {
    const structure = await lockStructure(unit, target);
    const { parts } = structure;
    const { id } = requireGroup(structure, target.group);
    const columnChanges = omitUndefined(changes) as Partial<GroupRow>;
    await writeStructure(unit, structure, {
      parts: { ...parts, groups: updateRow(parts.groups, id, columnChanges) },
      event: { action: 'updateSiteSectionGroupById', targetId: id, changes: { site: target.site, ...columnChanges } },
    });
  });
}

/**
 * Deletes a group; its sections and groups take its position.
 * @throws NOT_FOUND, FORBIDDEN.
 */
export function deleteGroup(actor: Actor, target: GroupIds): Promise<void> {
  return runAction(actor, async (unit) => {
    const structure = await lockStructure(unit, target);
    const group = requireGroup(structure, target.group);
    await writeStructure(unit, structure, {
      parts: withoutGroup(structure.parts, group),
      event: {
        action: 'deleteSiteSectionGroupById',
        targetId: group.id,
        changes: { site: target.site, title: group.title },
      },
    });
  });
}

/**
 * Moves a section to the end of a group; a section that is already in the group stays where it is.
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT for a section that the site does not have.
 */
export function addSectionToGroup(actor: Actor, target: GroupIds, sectionId: string): Promise<void> {
  return runAction(actor, async (unit) => {
    const structure = await lockStructure(unit, target);
    const { id } = requireGroup(structure, target.group);
    requireSections(structure, [{ id: sectionId, field: 'sectionId' }]);
    if (requireSection(structure, sectionId).groupId === id) return;
    await writeStructure(unit, structure, {
      parts: moveIntoGroup(structure.parts, sectionId, id),
      event: { action: 'addSectionToGroup', targetId: sectionId, changes: { site: target.site, group: id } },
    });
  });
}

/**
 * Moves a section out of a group, to the position directly after the group. Does nothing if it is not in the group.
 * @throws NOT_FOUND, FORBIDDEN.
 */
export function removeSectionFromGroup(actor: Actor, target: GroupIds, sectionId: string): Promise<void> {
  return runAction(actor, async (unit) => {
    const structure = await lockStructure(unit, target);
    const { id, parentId: containerId } = requireGroup(structure, target.group);
    if (requireSection(structure, sectionId).groupId !== id) return;
    const siblings = itemsIn(possibleNeighbors(structure.parts, 'SiteSection'), containerId);
    const index = siblings.findIndex((item) => item.id === id) + 1;
    await writeStructure(unit, structure, {
      parts: moveSection(structure.parts, sectionId, { containerId, index }),
      event: { action: 'removeSectionFromGroup', targetId: sectionId, changes: { site: target.site, group: id } },
    });
  });
}

function requireGroup({ parts }: Structure, id: string): GroupRow {
  const found = parts.groups.find((group) => group.id === id);
  if (!found) throw notFound('section group', id);
  return found;
}

function requireParent(parts: SiteParts, parent: string | null | undefined): string | null {
  if (parent == null) return null;
  if (!parts.groups.some(({ id }) => id === parent))
    throw badInput('parent', `\`parent\` must be a section group of the site (got ${JSON.stringify(parent)})`);
  requireDepth(parts, null, parent);
  return parent;
}

function moveIntoGroup(parts: SiteParts, sectionId: string, containerId: string): SiteParts {
  const siblings = itemsIn(possibleNeighbors(parts, 'SiteSection'), containerId, sectionId);
  return moveSection(parts, sectionId, { containerId, index: siblings.length });
}

function moveSection(parts: SiteParts, sectionId: string, target: MoveTarget): SiteParts {
  const item = possibleNeighbors(parts, 'SiteSection').find(({ id }) => id === sectionId)!;
  return moveItem(parts, item, target);
}
