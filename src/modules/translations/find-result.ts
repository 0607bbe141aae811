import { can } from '../../access/policy.js';
import type { Context } from '../../api/graphql/execution/context.js';
import type { TranslationResult } from '../../engine/tree/computed/source.js';
import { registerDependencyReader } from '../content/computed/pinned-content.js';
import { registerFinder, type SourceName } from '../content/revisions/finders.js';
import { translationsById } from './loaders.js';

/**
 * Returns the result of a translation of an organization; null before its first run is complete. It does not check
 * permissions.
 */
async function findResult(
  { loaders }: Context,
  { organizationId, name }: SourceName,
): Promise<TranslationResult | null> {
  const found = await loaders.load(translationsById, name);
  if (found?.organizationId !== organizationId) return null;
  const { resultSpaceId: space, resultRevisionId: revision } = found;
  return space === null || revision === null ? null : { space, revision };
}

registerDependencyReader('translation', async ({ sql, first }, { organizationId, name }) => {
  const query = sql.selectFrom('Translation').select(['resultSpaceId', 'resultRevisionId']);
  const found = await first(query.where('organizationId', '=', organizationId).where('id', '=', name));
  return found?.resultSpaceId && found.resultRevisionId
    ? { space: found.resultSpaceId, revision: found.resultRevisionId }
    : null;
});

// Anonymous visitors of published sites may see all translation data of a page.
registerFinder('translation', async (context, name) => {
  const { viewer } = context;
  const isVisitor = viewer.kind === 'anonymous';
  return isVisitor || can(viewer, 'translation.view', name) ? findResult(context, name) : null;
});
