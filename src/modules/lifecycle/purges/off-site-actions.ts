import type { Operator } from '../../../access/viewer.js';
import type { Store } from '../../../platform/db/write/store.js';
import { lockTarget } from '../../shared/targets.js';
import { runAction } from '../../shared/unit-of-work.js';
import { readStructure, writeStructure } from '../../sites/site-structure/structure.js';

/**
 * Removes a space that is being purged from all sites, with one transaction per site. The first page of a site may
 * change.
 */
export async function removeFromSites(actor: { store: Store; viewer: Operator }, spaceId: string): Promise<void> {
  for (const siteId of await sitesOf(actor.store, spaceId))
    await runAction(actor, async (unit) => {
      const structure = await readStructure(unit, await lockTarget(unit, 'Site', siteId, 'site.update'));
      const { parts } = structure;
      const removed = parts.siteSpaces.find((siteSpace) => siteSpace.spaceId === spaceId);
      if (!removed) return;
      const changes = { site: siteId, space: spaceId, path: removed.path };
      await writeStructure(unit, structure, {
        parts: { ...parts, siteSpaces: parts.siteSpaces.filter(({ id }) => id !== removed.id) },
        event: { action: 'deleteSiteSpaceById', targetId: removed.id, changes },
      });
    });
}

async function sitesOf({ read }: Store, spaceId: string): Promise<string[]> {
  const query = read.sql.selectFrom('SiteSpace').select('siteId').where('spaceId', '=', spaceId).orderBy('siteId');
  return (await read.all(query)).map(({ siteId }) => siteId);
}
