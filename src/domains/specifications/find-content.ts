import { can } from '../../access/policy.js';
import type { Specification } from '../../content/computed/openapi-pages.js';
import type { Context } from '../../graphql/context.js';
import { kindOf } from '../../ids.js';
import { findBy, type SpecificationSource } from '../computed/finders.js';
import { tellBy } from '../computed/pinned-content.js';
import { findNamed } from './find-named.js';
import { versionsById } from './loaders.js';
import { parsedContent } from './parsed-content.js';

/**
 * The content of a specification that an organization has, of one of its versions or the newest; null where there is none. Who
 * sees it is not asked.
 */
export async function findContent(context: Context, source: SpecificationSource): Promise<Specification | null> {
  const specification = await findNamed(context, source);
  const id = source.version ?? specification?.lastVersionId;
  const version = id == null ? null : await context.loaders.load(versionsById, id);
  if (!specification || version?.specId !== specification.id) return null;
  return { version: version.id, content: await parsedContent(context.read, version) };
}

tellBy('openapi', async ({ sql, first }, { organizationId, name }) => {
  const column = kindOf(name) === 'OpenAPISpec' ? 'id' : 'slug';
  const query = sql.selectFrom('OpenAPISpec').select(['id', 'slug', 'lastVersionId']);
  const found = await first(query.where('organizationId', '=', organizationId).where(column, '=', name));
  if (!found?.lastVersionId) return null;
  const { id, slug, lastVersionId: lastVersion } = found;
  return { object: 'openapi-spec', id, slug, lastVersion };
});

// Visitors of published sites, who are nobody, read what a page shows of a specification, as they read the page.
findBy('openapi', async (context, name) => {
  const { viewer } = context;
  const isVisitor = viewer.kind === 'anonymous';
  return isVisitor || can(viewer, 'openapi.view', name) ? findContent(context, name) : null;
});
