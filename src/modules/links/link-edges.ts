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
import { type StatusCounts, usageCountsLoader, usageList } from './usage-rows.js';

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

/** A list of usages, and the functions that count them. */
interface UsageConnection {
  items: Source<Usage>;
  connectionFields: { stats(): Promise<LinkStats> };
}

builder.objectField(Space, 'links', (t) =>
  sourceField(t, {
    type: ContentReferenceUsage,
    description: 'References of all pages in the head, by page.',
    args: { filter: t.arg({ type: ContentReferenceFilter, description: 'Selection of references.' }) },
    source: async ({ id }, { filter }, context) =>
      headUsages(context, { parent: 'Space', key: id, status: filter?.status ?? null }),
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
      if (await isHead(context, content))
        return headUsages(context, { parent: 'Page', key: `${spaceId} ${id}`, status });
      const links = (await linksOfRevision(context, content)).filter(({ link }) => link.pageId === id);
      return revisionUsages(content, { identity: ['Page.links', id], links, filters: { status } });
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
      return revisionUsages(content, { identity: ['ChangeRequest.links', changeRequest.id], links, filters });
    },
  }),
);

/** Cost of reading a link and its status, expressed in bytes of text. */
const linkCost = 100;

/**
 * Reports whether content belongs to the head revision of its space. This is never true of the content of a change
 * request, even if the change request has no changes yet.
 */
export async function isHead({ loaders }: Context, { revision }: ContentView): Promise<boolean> {
  if (revision.changeRequestId !== null) return false;
  return (await loaders.get(spacesById, revision.spaceId)).revisionId === revision.id;
}

interface HeadUsagesInput {
  parent: 'Space' | 'Page';
  key: string;
  status: string | null;
}

function headUsages(context: Context, { parent, key, status }: HeadUsagesInput): UsageConnection {
  const counts = () => context.loaders.load(usageCountsLoader(parent, context), key);
  return {
    items: { list: usageList(parent, status, context), key },
    connectionFields: {
      stats: async () => statsOf(await counts(), null),
      totalCount: async () => countUsages(await counts(), status),
    },
  } as UsageConnection;
}

/** Returns the number of usages with a status; with null, the number of all usages. */
function countUsages(counts: StatusCounts, status: string | null): number {
  return status === null ? counts.ok + counts.broken + counts['in-app'] : counts[status as LinkStatus];
}

function statsOf(counts: StatusCounts, changeRequest: number | null): LinkStats {
  return { total: countUsages(counts, null), broken: { total: counts.broken, changeRequest } };
}

interface RevisionUsagesInput {
  identity: unknown[];
  links: RevisionLink[];
  filters: { status?: string | null; brokenContext?: string | null };
}

async function revisionUsages(
  content: ContentView,
  { identity, links, filters }: RevisionUsagesInput,
): Promise<UsageConnection> {
  const { status = null, brokenContext = null } = filters;
  const items: RevisionLink[] = [];
  let [broken, newlyBroken] = [0, 0];
  await forEachYielding(links, (link) => {
    const isBroken = link.status === 'broken';
    if (isBroken) broken++;
    if (link.isNewlyBroken) newlyBroken++;
    if (status !== null && link.status !== status) return;
    if (brokenContext !== null && !(isBroken && link.isNewlyBroken === (brokenContext === 'change-request'))) return;
    items.push(link);
  });
  const isProposed = content.revision.changeRequestId !== null;
  const stats = { total: links.length, broken: { total: broken, changeRequest: isProposed ? newlyBroken : null } };
  return { items: { identity: [...identity, filters], items }, connectionFields: { stats: async () => stats } };
}
