import type { ContentRef, Json } from '../../content/types.js';
import type { Context } from '../../graphql/context.js';
import { findSpecification } from '../computed/finders.js';
import { type ContentView, headOfSpace } from '../revisions/content-view.js';
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

/** The specifications that references name, by the slug or id that they use. */
export type Specifications = ReadonlyMap<string, Json>;

/** Reads the newest documents of the specifications that references name. */
export async function specificationsFor(
  context: Context,
  organizationId: string,
  references: readonly ContentRef[],
): Promise<Specifications> {
  const named = references.filter(({ kind }) => kind === 'openapi').map(({ spec }) => String(spec));
  const names = [...new Set(named)];
  const found = await Promise.all(names.map((name) => findSpecification(context, { organizationId, name })));
  return new Map(names.flatMap((name, index) => (found[index] ? [[name, found[index].content] as const] : [])));
}
