import type { Row } from '../../store/rows.js';
import type { Urls } from '../../urls.js';

/** What a published address leads to: a site, and what lies in it. */
export interface PublishedPlace {
  site: Pick<Row<'Site'>, 'id' | 'organizationId' | 'basename'>;
  section?: Pick<Row<'SiteSection'>, 'path'> | null;
  siteSpace?: Pick<Row<'SiteSpace'>, 'path'> | null;
  /** Path of a page in its space. */
  page?: string;
}

/**
 * The address of something published: `/published/<organization>/<basename or id>`, then the paths of section, space and
 * page. It names all of them, also those that are shown first, so that it stays right when others become that.
 * @param shareKey what opens the site, where its visibility takes one
 */
export function publishedAddress({ base }: Urls, place: PublishedPlace, shareKey: string | null = null): string {
  const { site, section, siteSpace, page } = place;
  const paths = [section?.path, siteSpace?.path, ...(page?.split('/') ?? [])].filter((path) => path);
  const path = [site.organizationId, site.basename ?? site.id, ...paths].map((part) => encodeURIComponent(part!));
  const query = shareKey === null ? '' : `?${new URLSearchParams({ shareKey })}`;
  return `${base}/published/${path.join('/')}${query}`;
}
