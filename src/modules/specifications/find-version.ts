import { can } from '../../access/policy.js';
import type { Context } from '../../api/graphql/execution/context.js';
import type { Row } from '../../platform/db/query/rows.js';
import type { SpecificationSource } from '../content/revisions/finders.js';
import { findSpecification } from './find-named.js';
import { versionsById } from './loaders.js';

/**
 * Returns the version of a specification that content uses: the version that the content names, otherwise the newest
 * one. It uses the newest one also if the named version is deleted or belongs to another specification. The latter
 * happens to content that was copied from another organization. Returns null if there is no version. It does not check
 * permissions.
 */
export async function findVersion(
  { loaders }: Pick<Context, 'loaders'>,
  source: SpecificationSource,
): Promise<Row<'OpenAPISpecVersion'> | null> {
  const specification = await findSpecification({ loaders }, source);
  if (!specification) return null;
  const pinned = source.version === undefined ? null : await loaders.load(versionsById, source.version);
  if (pinned?.specId === specification.id) return pinned;
  const { lastVersionId } = specification;
  return lastVersionId === null ? null : loaders.load(versionsById, lastVersionId);
}

/**
 * Reports whether a page may show the viewer a specification of an organization. Anonymous visitors of published sites
 * see everything that a page shows.
 */
export function isSpecificationVisible({ viewer }: Context, specification: { organizationId: string }): boolean {
  return viewer.kind === 'anonymous' || can(viewer, 'openapi.view', specification);
}
