import { mayOn } from '../../access/place-access.js';
import type { Context } from '../../graphql/context.js';
import type { Row } from '../../store/rows.js';
import { siteSectionsBySite, siteSpacesBySite } from '../site-structure/loaders.js';
import { spacesById } from '../spaces/loaders.js';

/** The parts of a site that have conditions, each kind in its order. */
export interface ConditionedParts {
  sections: Row<'SiteSection'>[];
  siteSpaces: Row<'SiteSpace'>[];
}

/** The sections of a site, and those of its spaces that the viewer sees: others do not exist for it, nor do deleted ones. */
export async function shownParts(context: Context, siteId: string): Promise<ConditionedParts> {
  const { loaders } = context;
  const [sections, all] = await Promise.all([
    loaders.load(siteSectionsBySite, siteId),
    loaders.load(siteSpacesBySite, siteId),
  ]);
  const isShown = await Promise.all(
    all.map(async ({ spaceId }) => {
      const space = await loaders.load(spacesById, spaceId);
      return space !== null && space.deletedAt === null && mayOn(context, 'space.view', space);
    }),
  );
  return { sections, siteSpaces: all.filter((_, index) => isShown[index]) };
}
