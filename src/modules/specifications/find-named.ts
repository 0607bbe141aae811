import type { Context } from '../../api/graphql/execution/context.js';
import { idKind } from '../../platform/base/ids.js';
import type { Row } from '../../platform/db/query/rows.js';
import type { SourceName } from '../content/revisions/finders.js';
import { slugKey, specificationsById, specificationsBySlug } from './loaders.js';

/**
 * Returns a specification of an organization by its id or slug; references in content may contain either. Returns null
 * if there is none. It does not check permissions.
 */
export async function findSpecification(
  { loaders }: Pick<Context, 'loaders'>,
  { organizationId, name }: SourceName,
): Promise<Row<'OpenAPISpec'> | null> {
  if (idKind(name) !== 'OpenAPISpec')
    return loaders.load(specificationsBySlug, slugKey({ organizationId, slug: name }));
  const found = await loaders.load(specificationsById, name);
  return found?.organizationId === organizationId ? found : null;
}
