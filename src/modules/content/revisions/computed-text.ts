import type { Context } from '../../../api/graphql/execution/context.js';
import { type Members, membersOrEmpty } from '../../../engine/base/members.js';
import type { ContentRef, Json } from '../../../engine/base/types.js';
import { openApiText } from '../../../engine/tree/computed/openapi-text.js';
import { type PageView, pageById } from './content-view.js';
import { findSpecification } from './finders.js';
import { visibleContentOf } from './visible-content.js';

/** A computed text, as Markdown and as a document; or the page of another space that contains the text. */
export type ComputedContent = { markdown: string; document: Json } | { page: PageView };

type Resolve = (context: Context, view: PageView, source: Members) => Promise<ComputedContent | null>;

/** Resolvers by type of source. */
const resolvers = new Map<string, Resolve>([
  ['builtin:openapi', textOfSpecification],
  ['builtin:translation', pageOfTranslation],
]);

/**
 * Computes the text of a page from its source. Null if the page has no source, if the source does not exist, or if the
 * caller may not see it.
 */
export async function computedText(context: Context, view: PageView): Promise<ComputedContent | null> {
  const source = view.page.computed;
  if (view.page.type !== 'document' || !source) return null;
  return (await resolvers.get(String(source.type))?.(context, view, source)) ?? null;
}

async function textOfSpecification(context: Context, view: PageView, source: Members): Promise<ComputedContent | null> {
  const { ref, value } = membersOrEmpty(membersOrEmpty(source.dependencies).spec) as { ref?: ContentRef; value?: Json };
  if (!ref) return null;
  const { lastVersion } = membersOrEmpty(value) as { lastVersion?: string };
  const { organizationId } = view.content.revision;
  const found = await findSpecification(context, { organizationId, name: String(ref.spec), version: lastVersion });
  return found && openApiText(found.content, membersOrEmpty(source.props), ref);
}

/**
 * Returns the page that contains the text, at the head of another space. Null if this page has no stored text, so that
 * there is no cycle.
 */
async function pageOfTranslation(context: Context, view: PageView, source: Members): Promise<ComputedContent | null> {
  const { space, document } = membersOrEmpty(source.props);
  const content = await visibleContentOf(context, view.content.revision.organizationId, { space: String(space) });
  const page = content && pageById(content, String(document));
  return page?.page.blob ? { page } : null;
}
