import { can } from '../../access/policy.js';
import type { Context } from '../../graphql/context.js';
import type { Row } from '../../store/rows.js';
import type { SpecificationSource } from '../computed/finders.js';
import { findNamed } from './find-named.js';
import { versionsById } from './loaders.js';

/** A version of a specification that an organization has, or the newest; null where there is none. Who sees it is not asked. */
export async function findVersion(
  context: Pick<Context, 'loaders'>,
  source: SpecificationSource,
): Promise<Row<'OpenAPISpecVersion'> | null> {
  const specification = await findNamed(context, source);
  const id = source.version ?? specification?.lastVersionId;
  const version = id == null ? null : await context.loaders.load(versionsById, id);
  return specification && version?.specId === specification.id ? version : null;
}

/**
 * Whether a page may show the viewer what a specification of an organization says: visitors of published sites, who are nobody,
 * read what a page shows of one, as they read the page.
 */
export function isShown({ viewer }: Context, specification: { organizationId: string }): boolean {
  return viewer.kind === 'anonymous' || can(viewer, 'openapi.view', specification);
}
