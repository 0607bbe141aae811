import type { Operator } from '../../../access/viewer.js';
import type { Store } from '../../../platform/db/write/store.js';
import { lockTarget } from '../../shared/targets.js';
import { runAction } from '../../shared/unit-of-work.js';
import { readStructure, writeStructure } from '../../sites/site-structure/structure.js';

/**
 * Removes a space that is being purged from all sites, each in its own transaction. The first page of a site may
 * change.
 */
export async function takeOffSites(actor: { store: Store; viewer: Operator }, spaceId: string): Promise<void> {
  for (const siteId of await sitesOf(actor.store, spaceId))
    await runAction(actor, async (unit) => {
      const structure = await readStructure(unit, await lockTarget(unit, 'Site', siteId, 'site.update'));
      const { parts } = structure;
      const gone = parts.siteSpaces.find((siteSpace) => siteSpace.spaceId === spaceId);
      if (!gone) return;
      const changes = { site: siteId, space: spaceId, path: gone.path };
      await writeStructure(unit, structure, {
        parts: { ...parts, siteSpaces: parts.siteSpaces.filter(({ id }) => id !== gone.id) },
        event: { action: 'deleteSiteSpaceById', targetId: gone.id, changes },
      });
    });
}

async function sitesOf({ read }: Store, spaceId: string): Promise<string[]> {
  const query = read.sql.selectFrom('SiteSpace').select('siteId').where('spaceId', '=', spaceId).orderBy('siteId');
  return (await read.all(query)).map(({ siteId }) => siteId);
}
