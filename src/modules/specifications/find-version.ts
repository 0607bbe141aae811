import { can } from '../../access/policy.js';
import type { Context } from '../../api/graphql/execution/context.js';
import type { Row } from '../../platform/db/query/rows.js';
import type { SpecificationSource } from '../content/revisions/finders.js';
import { findNamed } from './find-named.js';
import { versionsById } from './loaders.js';

/**
 * The version of a specification that content is made of: the one that it is pinned to, or the newest, also where that one is gone
 * or another organization's, which the content came from. Null where there is none. Who sees it is not asked.
 */
export async function findVersion(
  { loaders }: Pick<Context, 'loaders'>,
  source: SpecificationSource,
): Promise<Row<'OpenAPISpecVersion'> | null> {
  const specification = await findNamed({ loaders }, source);
  if (!specification) return null;
  const pinned = source.version === undefined ? null : await loaders.load(versionsById, source.version);
  if (pinned?.specId === specification.id) return pinned;
  const { lastVersionId } = specification;
  return lastVersionId === null ? null : loaders.load(versionsById, lastVersionId);
}

/**
 * Whether a page may show the viewer what a specification of an organization says: visitors of published sites, who are nobody,
 * read what a page shows of one, as they read the page.
 */
export function isShown({ viewer }: Context, specification: { organizationId: string }): boolean {
  return viewer.kind === 'anonymous' || can(viewer, 'openapi.view', specification);
}
