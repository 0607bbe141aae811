import type { Context } from '../../../api/graphql/execution/context.js';
import type { ContentRef } from '../../../engine/base/types.js';
import { groupBy } from '../../../platform/arrays/group-by.js';
import { type ContentView, headOfSpace } from '../../content/revisions/content-view.js';
import { type RenderedParts, showParts } from '../../specifications/shown-parts.js';
import type { SpecificationPlaceholder } from './page-text.js';
import { findVisibleSpace, type SiteVisit } from './visit.js';

/** Contents of the space of a page and of the spaces that the page refers to, by space id. */
export type Contents = ReadonlyMap<string, ContentView>;

/**
 * Returns the content of the page's own space and of the spaces that its references lead to. Leaves out spaces that the
 * visitor cannot see. Cached heads are not read again.
 */
export async function contentsFor(
  context: Context,
  visit: SiteVisit,
  { ownContent, references }: { ownContent: ContentView; references: readonly ContentRef[] },
): Promise<Contents> {
  const spaceId = ownContent.revision.spaceId;
  const ids = [...new Set(references.flatMap(({ space }) => (typeof space === 'string' ? [space] : [])))];
  const otherSpaces = ids.filter((id) => id !== spaceId).flatMap((id) => findVisibleSpace(visit, id) ?? []);
  const contents = await Promise.all(otherSpaces.map(({ space }) => headOfSpace(context, space)));
  return new Map([
    [spaceId, ownContent],
    ...contents.flatMap((content) => (content ? [[content.revision.spaceId, content] as const] : [])),
  ]);
}

/** Rendered parts of specifications, by the slugs or ids that texts use to refer to the specifications. */
export type Specifications = ReadonlyMap<string, RenderedParts>;

/** Renders the parts of specifications that blocks show, from the newest version of each specification. */
export async function specificationsFor(
  context: Context,
  organizationId: string,
  blocks: readonly SpecificationPlaceholder[],
): Promise<Specifications> {
  const byName = groupBy(blocks, ({ ref }) => String(ref.spec));
  const entries = await Promise.all(
    [...byName].map(async ([name, sameSpecification]) => {
      const parts = sameSpecification.map(({ part }) => part);
      return [name, await showParts(context, { organizationId, name }, parts)] as const;
    }),
  );
  return new Map(entries);
}
