import type { Context } from '../../../api/graphql/execution/context.js';
import { groupBy } from '../../../platform/arrays/group-by.js';
import type { LoaderDefinition } from '../../../platform/db/query/loaders.js';
import { hasVisibleSpace } from '../sites/visible-spaces.js';
import { sectionsBySite } from './loaders.js';
import type { SiteSpaceRow } from './parts.js';
import {
  type Arrangement,
  arrangeParts,
  defaultItem,
  descendantsInOrder,
  type GroupRow,
  isGroup,
  isSection,
  type SectionRow,
} from './parts.js';

/** The structure of a site as the viewer of a request sees it. */
export interface VisibleStructure extends Arrangement {
  /** All sections and all groups, in reading order. */
  sections: SectionRow[];
  groups: GroupRow[];
  /** All site spaces, section by section. */
  orderedSiteSpaces: SiteSpaceRow[];
  /** Ids of the default site spaces: one per section, or one for the root, among those that the viewer can see. */
  defaultSiteSpaceIds: ReadonlySet<string>;
}

/**
 * Returns the structure of a site as the viewer sees it. It takes two batches of queries for all sites of a request:
 * one for site spaces, and one for sections and groups.
 */
export function loadVisibleStructure(context: Context, siteId: string): Promise<VisibleStructure> {
  return context.loaders.once(`structure of ${siteId}`, () => readVisibleStructure(context, siteId));
}

async function readVisibleStructure(context: Context, siteId: string): Promise<VisibleStructure> {
  const { loaders } = context;
  const [{ groups, sections }, siteSpaces] = await Promise.all([
    loaders.load(sectionsBySite, siteId),
    loaders.load(visibleSiteSpacesBySite(context), siteId),
  ]);
  const arrangement = arrangeParts({ groups, sections, siteSpaces });
  const items = descendantsInOrder(arrangement, null);
  const orderedSections = items.filter(isSection);
  const sectionIds = orderedSections.length > 0 ? orderedSections.map(({ id }) => id) : [null];
  const lists = sectionIds.map((sectionId) => arrangement.siteSpaces.get(sectionId) ?? []);
  const defaultIds = lists.flatMap((list) => defaultItem(list)?.id ?? []);
  const visibleParts = {
    sections: orderedSections,
    groups: items.filter(isGroup),
    orderedSiteSpaces: lists.flat(),
    defaultSiteSpaceIds: new Set(defaultIds),
  };
  return { ...arrangement, ...visibleParts };
}

/** Returns the loader of the site spaces that the viewer of a request can see, by the id of the site. */
function visibleSiteSpacesBySite(context: Context): LoaderDefinition<string, SiteSpaceRow[]> {
  return context.loaders.once('shownSiteSpacesBySite', () => ({
    name: 'shown SiteSpace by site',
    async load(queries, siteIds) {
      const query = queries.sql.selectFrom('SiteSpace').selectAll().where(queries.inList('siteId', siteIds));
      const rows = await queries.all(query.where(hasVisibleSpace(context)));
      const bySite = groupBy(rows, ({ siteId }) => siteId);
      return siteIds.map((id) => bySite.get(id) ?? []);
    },
  }));
}
