import { can } from '../../access/policy.js';
import type { Specification } from '../../content/computed/openapi-pages.js';
import type { Context } from '../../graphql/context.js';
import { findBy, type SourceName } from '../computed/finders.js';
import { findNamed } from './find-named.js';
import { versionsById } from './loaders.js';
import { parsedContent } from './parsed-content.js';

/** The newest content of a specification that an organization has; null where there is none yet. Who sees it is not asked. */
export async function findContent(context: Context, name: SourceName): Promise<Specification | null> {
  const specification = await findNamed(context, name);
  const id = specification?.lastVersionId;
  const version = id == null ? null : await context.loaders.load(versionsById, id);
  return version && { version: version.id, content: await parsedContent(context.read, version) };
}

// Visitors of published sites, who are nobody, read what a page shows of a specification, as they read the page.
findBy('openapi', async (context, name) => {
  const { viewer } = context;
  const isVisitor = viewer.kind === 'anonymous';
  return isVisitor || can(viewer, 'openapi.view', name) ? findContent(context, name) : null;
});
