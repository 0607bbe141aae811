import type { Context } from '../../api/graphql/execution/context.js';
import { builder } from '../../api/graphql/schema/builder.js';
import { type Source, sourceField } from '../../api/graphql/schema/connections.js';
import { documentedEnum } from '../../api/graphql/schema/enums.js';
import type { Row } from '../../platform/db/query/rows.js';
import { forEachYielding } from '../../platform/workers/event-loop.js';
import { type ContentView, readContentView } from '../content/revisions/content-view.js';
import { Page } from '../content/revisions/page.js';
import { spacesById } from '../content/spaces/loaders.js';
import { Space } from '../content/spaces/space.js';
import { ChangeRequest, proposedRevision } from '../review/change-requests/change-request.js';
import type { LinkStatus } from './link-status.js';
import { linksOfRevision, type RevisionLink } from './revision-links.js';
import { ContentReferenceStatus, ContentReferenceUsage, type LinkStats } from './usage.js';
import type { Usage } from './usage-locations.js';
import { linksOf, type StatusCounts, usageCountsLoader } from './usage-rows.js';

const BrokenContext = documentedEnum('BrokenContext', 'Causes of broken references.', {
  'change-request': 'Links that break with the change request.',
  space: 'The space has these changes already.',
});

const ContentReferenceFilter = builder.inputType('ContentReferenceFilter', {
  description: 'Selection of references.',
  fields: (t) => ({
    status: t.field({ type: ContentReferenceStatus, description: 'Only those in this state.' }),
  }),
});

const ProposedReferenceFilter = builder.inputType('ProposedReferenceFilter', {
  description: 'Selection of references in a change request; all members must hold.',
  fields: (t) => ({
    status: t.field({ type: ContentReferenceStatus, description: 'Only those in this state.' }),
    brokenContext: t.field({
      type: BrokenContext,
      description: 'Only broken references, and only those from this page.',
    }),
  }),
});

/** A list of usages, and their counts. */
interface Listed {
  items: Source<Usage>;
  connectionFields: { stats(): Promise<LinkStats> };
}

builder.objectField(Space, 'links', (t) =>
  sourceField(t, {
    type: ContentReferenceUsage,
    description: 'References of all pages in the head, by page.',
    args: { filter: t.arg({ type: ContentReferenceFilter, description: 'Selection of references.' }) },
    source: async ({ id }, { filter }, context) =>
      ofHead(context, { parent: 'Space', key: id, status: filter?.status ?? null }),
  }),
);

builder.interfaceField(Page, 'links', (t) =>
  sourceField(t, {
    type: ContentReferenceUsage,
    description: 'References on the page, in the order of its text.',
    args: { filter: t.arg({ type: ContentReferenceFilter, description: 'Selection of references.' }) },
    source: async ({ id, content }, { filter }, context) => {
      const status = filter?.status ?? null;
      const { spaceId } = content.revision;
      if (await isHead(context, content)) return ofHead(context, { parent: 'Page', key: `${spaceId} ${id}`, status });
      const links = (await linksOfRevision(context, content)).filter(({ link }) => link.pageId === id);
      return ofRevision(content, { identity: ['Page.links', id], links, filters: { status } });
    },
  }),
);

builder.objectField(ChangeRequest, 'links', (t) =>
  sourceField(t, {
    type: ContentReferenceUsage,
    description: 'References of all pages in the change request, by page.',
    args: { filter: t.arg({ type: ProposedReferenceFilter, description: 'Selection of references.' }) },
    source: async (changeRequest: Row<'ChangeRequest'>, { filter }, context) => {
      const filters = filter ?? {};
      const content = await readContentView(context, await proposedRevision(context.loaders, changeRequest));
      const links = await linksOfRevision(context, content);
      await context.pay(links.length * linkCost);
      return ofRevision(content, { identity: ['ChangeRequest.links', changeRequest.id], links, filters });
    },
  }),
);

/** Cost of finding a link and its status, expressed in bytes of text. */
const linkCost = 100;

/**
 * Reports whether content is that of the head of its space. The content of a change request is never treated as the
 * head's, even if both are equal.
 */
export async function isHead({ loaders }: Context, { revision }: ContentView): Promise<boolean> {
  if (revision.changeRequestId !== null) return false;
  return (await loaders.get(spacesById, revision.spaceId)).revisionId === revision.id;
}

interface HeadList {
  parent: 'Space' | 'Page';
  key: string;
  status: string | null;
}

function ofHead(context: Context, { parent, key, status }: HeadList): Listed {
  const counts = () => context.loaders.load(usageCountsLoader(parent, context), key);
  return {
    items: { list: linksOf(parent, status, context), key },
    connectionFields: {
      stats: async () => statsOf(await counts(), null),
      totalCount: async () => countOf(await counts(), status),
    },
  } as Listed;
}

/** Returns the length of a list from its counts by status. */
function countOf(counts: StatusCounts, status: string | null): number {
  return status === null ? counts.ok + counts.broken + counts['in-app'] : counts[status as LinkStatus];
}

function statsOf(counts: StatusCounts, changeRequest: number | null): LinkStats {
  return { total: countOf(counts, null), broken: { total: counts.broken, changeRequest } };
}

interface RevisionList {
  identity: unknown[];
  links: RevisionLink[];
  filters: { status?: string | null; brokenContext?: string | null };
}

async function ofRevision(content: ContentView, { identity, links, filters }: RevisionList): Promise<Listed> {
  const { status = null, brokenContext = null } = filters;
  const items: RevisionLink[] = [];
  let [broken, changeRequest] = [0, 0];
  await forEachYielding(links, (link) => {
    const isBroken = link.status === 'broken';
    if (isBroken) broken++;
    if (link.isNewlyBroken) changeRequest++;
    if (status !== null && link.status !== status) return;
    if (brokenContext !== null && !(isBroken && link.isNewlyBroken === (brokenContext === 'change-request'))) return;
    items.push(link);
  });
  const isProposed = content.revision.changeRequestId !== null;
  const stats = { total: links.length, broken: { total: broken, changeRequest: isProposed ? changeRequest : null } };
  return { items: { identity: [...identity, filters], items }, connectionFields: { stats: async () => stats } };
}
