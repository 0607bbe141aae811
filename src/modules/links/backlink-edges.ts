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
import { backlinksOf, type LinkTarget, linkTargetKey } from './usage-rows.js';

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
  const pointed = { organizationId, spaceId, id };
  if (await isHead(context, content)) return { list: backlinksOf(context), key: linkTargetKey(pointed) };
  const own = await backlinksWithin(context, content, pointed);
  const elsewhere = await backlinksElsewhere(context, pointed);
  const items = [...own, ...elsewhere].map((location) => ({ ...location, id: location.pageId }));
  return { identity: ['backlinks', content.revision.id, id, viewerKey(context)], items };
}

/** Returns the pages of a revision that refer to an object of the same revision. */
async function backlinksWithin(
  context: Context,
  content: ContentView,
  { id, spaceId, organizationId }: LinkTarget,
): Promise<PageLocation[]> {
  const links = await linksOfRevision(context, content);
  const pointing = links.filter(
    ({ link }) => link.targetId === id && link.targetSpaceId === spaceId && link.pageId !== id,
  );
  const version = await versionOf(context, content);
  return [...new Set(pointing.map(({ link }) => link.pageId))].map((pageId) => {
    const page = pageById(content, pageId)!;
    return { kind: 'page', organizationId, spaceId, version, pageId, page };
  });
}

/** Returns pages at the heads of other spaces that refer to the object. */
async function backlinksElsewhere(context: Context, { id, spaceId, organizationId }: LinkTarget) {
  const list = backlinksOf(context);
  const rows = await context.read.all(list.query(sql.val(id), sql.val(spaceId), sql.val(organizationId)), list.decode);
  return rows.filter((row) => row.spaceId !== spaceId);
}
