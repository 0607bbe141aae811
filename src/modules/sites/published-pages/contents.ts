import type { Context } from '../../../api/graphql/execution/context.js';
import type { ContentRef } from '../../../engine/base/types.js';
import { groupBy } from '../../../platform/arrays/group-by.js';
import { type ContentView, headOfSpace } from '../../content/revisions/content-view.js';
import { type ShownParts, showParts } from '../../specifications/shown-parts.js';
import type { SpecificationHole } from './shown-text.js';
import { placeOf, type Visit } from './visit.js';

/** The contents that a page and its references lead to, by the id of the space. */
export type Contents = ReadonlyMap<string, ContentView>;

/** Reads the contents that references lead to, of those spaces that the visitor is shown; nothing is read of heads in memory. */
export async function contentsFor(
  context: Context,
  visit: Visit,
  { own, references }: { own: ContentView; references: readonly ContentRef[] },
): Promise<Contents> {
  const spaceId = own.revision.spaceId;
  const ids = [...new Set(references.flatMap(({ space }) => (typeof space === 'string' ? [space] : [])))];
  const places = ids.filter((id) => id !== spaceId).flatMap((id) => placeOf(visit, id) ?? []);
  const contents = await Promise.all(places.map(({ space }) => headOfSpace(context, space)));
  return new Map([
    [spaceId, own],
    ...contents.flatMap((content) => (content ? [[content.revision.spaceId, content] as const] : [])),
  ]);
}

/** What specifications say, by the slug or id that texts name them by. */
export type Specifications = ReadonlyMap<string, ShownParts>;

/** Shows what blocks name of specifications, as the newest versions say it. */
export async function specificationsFor(
  context: Context,
  organizationId: string,
  blocks: readonly SpecificationHole[],
): Promise<Specifications> {
  const byName = groupBy(blocks, ({ ref }) => String(ref.spec));
  const shown = await Promise.all(
    [...byName].map(async ([name, own]) => {
      const parts = own.map(({ part }) => part);
      return [name, await showParts(context, { organizationId, name }, parts)] as const;
    }),
  );
  return new Map(shown);
}
