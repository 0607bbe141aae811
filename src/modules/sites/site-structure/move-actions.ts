import { notFound } from '../../../platform/base/errors.js';
import type { SiteName } from '../../shared/lock-site.js';
import { type Actor, runAction } from '../../shared/unit-of-work.js';
import { type ItemKind, moveItem, type Pointer, possibleNeighbors } from './place.js';
import { isVisiblePart, type Position, resolvePosition } from './resolve-position.js';
import { lockStructure, writeStructure } from './structure.js';

const nouns: Readonly<Record<ItemKind, string>> = {
  SiteSpace: 'site space',
  SiteSection: 'site section',
  SiteSectionGroup: 'section group',
};

/**
 * Moves a part of a site before or after another part, or between two, into the section or group of those neighbors.
 * Without a neighbor, the part moves to the end of its current section, group or root. Writes nothing if the part is
 * already there.
 * @throws NOT_FOUND for the site or the part, FORBIDDEN; BAD_USER_INPUT for an invalid position.
 */
export function moveSitePart(
  actor: Actor,
  siteName: SiteName,
  { pointer, position }: { pointer: Pointer; position: Position },
): Promise<void> {
  return runAction(actor, async (unit) => {
    const structure = await lockStructure(unit, siteName);
    const { kind, id } = pointer;
    const item = possibleNeighbors(structure.parts, kind).find((one) => one.kind === kind && one.id === id);
    if (!item || !isVisiblePart(structure, item)) throw notFound(nouns[kind], id);
    const target = resolvePosition(structure, { item, position });
    const changes = { site: siteName.site, from: item.containerId, to: target.containerId };
    await writeStructure(unit, structure, {
      parts: moveItem(structure.parts, item, target),
      event: { action: 'sortSiteStructure', targetId: id, changes },
    });
  });
}
