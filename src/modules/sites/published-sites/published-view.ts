import { canOnPlace } from '../../../access/place-access.js';
import type { Context } from '../../../api/graphql/execution/context.js';
import { conditionEvaluator } from '../../../engine/claims/condition-met.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { partsOfSite } from '../site-structure/loaders.js';
import { spacesBySite } from './loaders.js';
import { type VisibleTree, visibleTree } from './visible-tree.js';
import type { Visitor } from './visitor.js';

/** A published site as one visitor sees it. */
export interface PublishedView {
  id: string;
  site: Row<'Site'>;
  /**
   * The admitted visitor. Null if no visitor was admitted: a member of the organization then sees the spaces that its
   * role allows.
   */
  visitor: Visitor | null;
}

/** Trees of visible parts, by view. Each tree is computed once during a request. */
const trees = new WeakMap<PublishedView, Promise<VisibleTree>>();

/**
 * Returns the parts of a site that a visitor can see. It takes one batch of queries if the structure is cached and
 * unchanged, otherwise three.
 */
export function loadVisibleTree(context: Context, view: PublishedView): Promise<VisibleTree> {
  const cached = trees.get(view);
  if (cached) return cached;
  const tree = readTree(context, view);
  trees.set(view, tree);
  return tree;
}

async function readTree(context: Context, { site, visitor }: PublishedView): Promise<VisibleTree> {
  const { loaders } = context;
  const [{ groups, sections, siteSpaces }, spacesOnSite] = await Promise.all([
    partsOfSite(loaders, site),
    loaders.load(spacesBySite, site.id),
  ]);
  const liveSpaces = spacesOnSite.filter(isAlive);
  const visibleSpaces = visitor ? liveSpaces : await filterVisibleSpaces(context, liveSpaces);
  const spaces = new Map(visibleSpaces.map((space) => [space.id, space]));
  const claims = visitor?.claims ?? { unsigned: {} };
  return visibleTree({ groups, sections, siteSpaces, spaces }, conditionEvaluator(claims));
}

function isAlive({ deletedAt }: Row<'Space'>): boolean {
  return deletedAt === null;
}

/** Returns the spaces that a member of the organization may see by role and grants. */
async function filterVisibleSpaces(context: Context, spaces: Row<'Space'>[]): Promise<Row<'Space'>[]> {
  const visibility = await Promise.all(spaces.map((space) => canOnPlace(context, 'space.view', space)));
  return spaces.filter((_, index) => visibility[index]);
}
