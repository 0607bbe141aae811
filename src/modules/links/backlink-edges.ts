import { sql } from 'kysely';
import type { Context } from '../../api/graphql/execution/context.js';
import { builder } from '../../api/graphql/schema/builder.js';
import { type Source, sourceField } from '../../api/graphql/schema/connections.js';
import { type ContentView, pageById } from '../content/revisions/content-view.js';
import { File } from '../content/revisions/file.js';
import { Page } from '../content/revisions/page.js';
import { viewerKey } from '../shared/visible.js';
import { isHead } from './link-edges.js';
import { ContentLocation, type PageLocation } from './location.js';
import { linksOfRevision } from './revision-links.js';
import { versionOf } from './usage-locations.js';
import { backlinkList, type LinkTarget, linkTargetKey } from './usage-rows.js';

const description =
  'Pages that refer to it, each once and without itself, of all spaces of the organization that the caller may see.';

builder.interfaceField(Page, 'backlinks', (t) =>
  sourceField(t, {
    type: ContentLocation,
    description,
    args: {},
    source: async ({ id, content }, _args, context) => ({ items: await backlinksTo(context, content, id) }),
  }),
);

builder.objectField(File, 'backlinks', (t) =>
  sourceField(t, {
    type: ContentLocation,
    description,
    args: {},
    source: async ({ id, content }, _args, context) => ({ items: await backlinksTo(context, content, id) }),
  }),
);

async function backlinksTo(context: Context, content: ContentView, id: string): Promise<Source<PageLocation>> {
  const { organizationId, spaceId } = content.revision;
  const target = { organizationId, spaceId, id };
  if (await isHead(context, content)) return { list: backlinkList(context), key: linkTargetKey(target) };
  const withinRevision = await backlinksWithin(context, content, target);
  const elsewhere = await backlinksElsewhere(context, target);
  const items = [...withinRevision, ...elsewhere].map((location) => ({ ...location, id: location.pageId }));
  return { identity: ['backlinks', content.revision.id, id, viewerKey(context)], items };
}

/** Returns the pages of a revision that refer to a page or file of the same revision. */
async function backlinksWithin(
  context: Context,
  content: ContentView,
  { id, spaceId, organizationId }: LinkTarget,
): Promise<PageLocation[]> {
  const links = await linksOfRevision(context, content);
  const referring = links.filter(
    ({ link }) => link.targetId === id && link.targetSpaceId === spaceId && link.pageId !== id,
  );
  const version = await versionOf(context, content);
  return [...new Set(referring.map(({ link }) => link.pageId))].map((pageId) => {
    const page = pageById(content, pageId)!;
    return { kind: 'page', organizationId, spaceId, version, pageId, page };
  });
}

/** Returns the pages at the heads of other spaces that refer to a page or file. */
async function backlinksElsewhere(context: Context, { id, spaceId, organizationId }: LinkTarget) {
  const list = backlinkList(context);
  const rows = await context.read.all(list.query(sql.val(id), sql.val(spaceId), sql.val(organizationId)), list.decode);
  return rows.filter((row) => row.spaceId !== spaceId);
}
