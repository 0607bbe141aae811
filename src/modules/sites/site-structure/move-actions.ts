import { notFound } from '../../../platform/base/errors.js';
import type { SiteName } from '../../shared/lock-site.js';
import { type Actor, runAction } from '../../shared/unit-of-work.js';
import { type ItemKind, itemsLike, movedTo, type Pointer } from './place.js';
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
  path: SiteName,
  { pointer, position }: { pointer: Pointer; position: Position },
): Promise<void> {
  return runAction(actor, async (unit) => {
    const structure = await lockStructure(unit, path);
    const { kind, id } = pointer;
    const item = itemsLike(structure.parts, kind).find((one) => one.kind === kind && one.id === id);
    if (!item || !isVisiblePart(structure, item)) throw notFound(nouns[kind], id);
    const goal = resolvePosition(structure, { item, position });
    const changes = { site: path.site, from: item.placeId, to: goal.placeId };
    await writeStructure(unit, structure, {
      parts: movedTo(structure.parts, item, goal),
      event: { action: 'sortSiteStructure', targetId: id, changes },
    });
  });
}
