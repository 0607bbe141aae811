import type { Context } from '../../api/graphql/execution/context.js';
import type { Specification } from '../../engine/tree/computed/openapi-pages.js';
import { idKind } from '../../platform/base/ids.js';
import { registerDependencyReader } from '../content/computed/pinned-content.js';
import { registerFinder, type SpecificationSource } from '../content/revisions/finders.js';
import { findVersion, isSpecificationVisible } from './find-version.js';
import { parsedContent } from './parsed-content.js';

/**
 * Returns the parsed document of a specification: of the requested version, or of the newest one. Returns null if there
 * is no version. It does not check permissions.
 */
async function findContent(context: Context, source: SpecificationSource): Promise<Specification | null> {
  const version = await findVersion(context, source);
  return version && { version: version.id, content: await parsedContent(context.read, version) };
}

registerDependencyReader('openapi', async ({ sql, first }, { organizationId, name }) => {
  const column = idKind(name) === 'OpenAPISpec' ? 'id' : 'slug';
  const query = sql.selectFrom('OpenAPISpec').select(['id', 'slug', 'lastVersionId']);
  const found = await first(query.where('organizationId', '=', organizationId).where(column, '=', name));
  if (!found?.lastVersionId) return null;
  const { id, slug, lastVersionId: lastVersion } = found;
  return { object: 'openapi-spec', id, slug, lastVersion };
});

registerFinder('openapi', async (context, source) =>
  isSpecificationVisible(context, source) ? findContent(context, source) : null,
);
