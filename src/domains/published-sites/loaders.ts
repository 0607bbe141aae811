import { groupBy } from '../../arrays/group-by.js';
import type { LoaderDefinition } from '../../store/loaders.js';
import type { Row } from '../../store/rows.js';

/** Share links by the hash of their key; null where none has it. */
export const shareLinksByKeyHash: LoaderDefinition<string, Row<'ShareLink'> | null> = {
  name: 'share links by key',
  async load(queries, hashes) {
    const query = queries.sql.selectFrom('ShareLink').selectAll().where(queries.inList('keyHash', hashes));
    const byHash = new Map((await queries.all(query)).map((link) => [link.keyHash, link]));
    return hashes.map((hash) => byHash.get(hash) ?? null);
  },
};

/** Sites by the hostname that is confirmed to be theirs; null where none has it. */
export const sitesByHostname: LoaderDefinition<string, Row<'Site'> | null> = {
  name: 'sites by hostname',
  async load(queries, hostnames) {
    const query = queries.sql.selectFrom('Site').selectAll().where(queries.inList('confirmedHostname', hostnames));
    const byHostname = new Map((await queries.all(query)).map((site) => [site.confirmedHostname, site]));
    return hostnames.map((hostname) => byHostname.get(hostname) ?? null);
  },
};

/** Where a published site shows a space: what its address is made of, and who may open it. */
export interface SpaceOnSite {
  site: Pick<Row<'Site'>, 'id' | 'organizationId' | 'basename' | 'visibility' | 'published'>;
  section: Pick<Row<'SiteSection'>, 'path'> | null;
  siteSpace: Pick<Row<'SiteSpace'>, 'path'>;
}

/** Where published sites show spaces, the oldest site first, by the space's id: one batch. */
export const publishedPlacesBySpace: LoaderDefinition<string, SpaceOnSite[]> = {
  name: 'published places of spaces',
  async load(queries, spaceIds) {
    const query = queries.sql
      .selectFrom('SiteSpace')
      .innerJoin('Site', 'Site.id', 'SiteSpace.siteId')
      .leftJoin('SiteSection', 'SiteSection.id', 'SiteSpace.sectionId')
      .select(['SiteSpace.spaceId', 'SiteSpace.path', 'SiteSection.path as sectionPath'])
      .select(['Site.id', 'Site.organizationId', 'Site.basename', 'Site.visibility'])
      .where('Site.published', '=', true)
      .where(queries.inList('SiteSpace.spaceId', spaceIds))
      .orderBy('Site.id');
    const bySpace = groupBy(await queries.all(query), ({ spaceId }) => spaceId);
    return spaceIds.map((id) =>
      (bySpace.get(id) ?? []).map(({ path, sectionPath, spaceId: _, ...site }) => ({
        site: { ...site, published: true },
        section: sectionPath === null ? null : { path: sectionPath },
        siteSpace: { path },
      })),
    );
  },
};
