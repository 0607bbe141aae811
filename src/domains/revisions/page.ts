import { can } from '../../access/policy.js';
import type { ContentRef } from '../../content/types.js';
import type { Guard } from '../../graphql/access.js';
import { builder } from '../../graphql/builder.js';
import { storedOnly } from '../../graphql/connections.js';
import { documentedEnum } from '../../graphql/enums.js';
import { registerNode } from '../../graphql/nodes.js';
import { addressesType, appAddress } from '../shared/addresses.js';
import { descendantsOf, findHeadPage, type PageView, pageById } from './content-view.js';
import { DocumentFormat, documentOf, EvaluatedMode, markdownOf, PageContent } from './page-content.js';
import { Cover, defaultLayout, GitBlob, MetaLinks, PageLayoutOptions } from './page-parts.js';
import { timesOf } from './page-times.js';

/** Kinds of pages (`RevisionPageType`). */
export const PageType = documentedEnum('RevisionPageType', 'Kind of a page.', {
  document: 'A text.',
  group: 'A heading over pages.',
  link: 'A link to somewhere else.',
  computed: 'A page whose sub-pages are computed.',
});

const typeNames = { document: 'DocumentPage', group: 'GroupPage', link: 'LinkPage', computed: 'ComputedPage' } as const;

/** Pages are seen by whoever may see the space they belong to. */
const seesPage: Guard<PageView> = ({ content }, { viewer }) => can(viewer, 'space.view', content.revision);

const PageUrls = addressesType<PageView>('PageUrls', { app: appAddress() });

type PageRef = ReturnType<typeof builder.interfaceRef<PageView>>;

/** A page of a revision, whatever its kind. */
export const Page: PageRef = builder.interfaceRef<PageView>('Page');

Page.implement({
  description:
    'A page of a revision: a document, a group, a link or a computed page. `node(id)` is the one at the head.',
  resolveType: ({ page }) => typeNames[page.type],
  interfaces: () => [builder.nodeInterfaceRef()],
  fields: (t) => ({
    id: t.id({
      description: 'Id of the page; it stays through revisions and change requests.',
      resolve: ({ id }) => id,
    }),
    title: t.string({ description: 'Title of the page.', resolve: ({ page }) => page.title }),
    type: t.field({ type: PageType, description: 'Kind of the page.', resolve: ({ page }) => page.type }),
    emoji: t.field({
      type: 'Emoji',
      nullable: true,
      description: 'Emoji of the page.',
      resolve: ({ page }) => page.emoji,
    }),
    icon: t.field({ type: 'Icon', nullable: true, description: 'Icon of the page.', resolve: ({ page }) => page.icon }),
    hidden: t.boolean({
      description: 'Whether the page is left out of navigation.',
      resolve: ({ page }) => page.hidden ?? false,
    }),
    createdAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the page came to the head of its space; null before.',
      resolve: async (view, _args, context) => (await timesOf(context, view))?.createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the page last changed at the head of its space; null before it came there.',
      resolve: async (view, _args, context) => (await timesOf(context, view))?.updatedAt,
    }),
    parentId: t.id({
      nullable: true,
      description: 'Id of the page above; null at the top level.',
      resolve: ({ parentId }) => parentId,
    }),
    parent: t.field({
      type: Page,
      nullable: true,
      description: 'The page above; null at the top level.',
      resolve: ({ content, parentId }) => (parentId === null ? null : pageById(content, parentId)),
    }),
  }),
});

const seenWithSpace = { guard: seesPage };

/** Switches that documents and groups have. */
const visibility = {
  noIndex: 'Whether search leaves the page out.',
  noRobotsIndex: 'Whether search engines are asked to leave the page out.',
} as const;

const slugOf = ({ page }: PageView): string => page.path?.split('/').at(-1) ?? '';

/** A text: Markdown with front matter, given as Markdown or as blocks. */
export const DocumentPage = builder.objectRef<PageView>('DocumentPage').implement({
  description: 'A page with a text.',
  interfaces: [builder.nodeInterfaceRef(), Page],
  extensions: {
    ...seenWithSpace,
    rest: { constants: { kind: 'sheet', type: 'document' }, name: 'RevisionPageDocument', parentOf: true },
  },
  fields: (t) => ({
    slug: t.string({ description: 'Last segment of the path.', resolve: slugOf }),
    path: t.string({ description: 'Address inside the space.', resolve: ({ page }) => page.path ?? '' }),
    description: t.string({
      nullable: true,
      description: 'What the page is about.',
      resolve: ({ page }) => page.description,
    }),
    noIndex: t.boolean({ description: visibility.noIndex, resolve: ({ page }) => page.noIndex ?? false }),
    noRobotsIndex: t.boolean({
      description: visibility.noRobotsIndex,
      resolve: ({ page }) => page.noRobotsIndex ?? false,
    }),
    layout: t.field({
      type: PageLayoutOptions,
      description: 'Which parts are shown.',
      resolve: ({ page }) => page.layout ?? defaultLayout,
    }),
    cover: t.field({
      type: Cover,
      nullable: true,
      description: 'Picture at the top.',
      resolve: ({ page }) => page.cover,
    }),
    variables: t.field({
      type: 'Variables',
      nullable: true,
      description: 'Variables of the page.',
      resolve: ({ page }) => page.variables,
    }),
    metaLinks: t.field({
      type: MetaLinks,
      nullable: true,
      description: 'Addresses that stand for the page.',
      resolve: ({ page }) => page.metaLinks,
    }),
    computed: t.field({
      type: 'JSONObject',
      nullable: true,
      description: 'What computes the text.',
      resolve: ({ page }) => page.computed,
    }),
    computedSeed: t.string({
      nullable: true,
      description: 'Seed of the computation.',
      resolve: ({ page }) => page.computedSeed,
    }),
    documentId: t.id({
      nullable: true,
      description: 'Id of the text; pages with the same text have the same.',
      resolve: ({ page }) => page.blob,
    }),
    git: t.field({
      type: GitBlob,
      nullable: true,
      description: 'The git blob it came from.',
      resolve: ({ page }) => page.git,
    }),
    descendants: t.field({
      type: [Page],
      ...storedOnly('Everything below the page, in reading order.'),
      resolve: descendantsOf,
    }),
    urls: t.field({ type: PageUrls, description: 'Addresses of the page.', resolve: (view) => view }),
    markdown: t.string({
      nullable: true,
      description: 'The text as Markdown, without front matter.',
      resolve: (view, _args, context) => markdownOf(context, view),
    }),
    document: t.field({
      type: 'JSONDocument',
      nullable: true,
      description: 'The text as a tree of blocks.',
      resolve: (view, _args, context) => documentOf(context, view),
    }),
    content: t.field({
      type: PageContent,
      description: 'The text in one format.',
      args: {
        format: t.arg({ type: DocumentFormat, defaultValue: 'document', description: 'Which format.' }),
        evaluated: t.arg({
          type: EvaluatedMode,
          defaultValue: 'false',
          description: 'Which expressions are evaluated; none is yet.',
        }),
        computed: t.arg.boolean({ defaultValue: true, description: 'Whether computed content is produced.' }),
      },
      resolve: async (view, { format }, context) =>
        format === 'markdown'
          ? { markdown: await markdownOf(context, view), document: null }
          : { markdown: null, document: await documentOf(context, view) },
    }),
  }),
});

/** A heading over pages. */
export const GroupPage = builder.objectRef<PageView>('GroupPage').implement({
  description: 'A heading over pages, without a text of its own.',
  interfaces: [builder.nodeInterfaceRef(), Page],
  extensions: {
    ...seenWithSpace,
    rest: { constants: { kind: 'group', type: 'group' }, name: 'RevisionPageGroup', parentOf: true },
  },
  fields: (t) => ({
    slug: t.string({ description: 'Last segment of the path.', resolve: slugOf }),
    path: t.string({ description: 'Address inside the space.', resolve: ({ page }) => page.path ?? '' }),
    noIndex: t.boolean({ description: visibility.noIndex, resolve: ({ page }) => page.noIndex ?? false }),
    noRobotsIndex: t.boolean({
      description: visibility.noRobotsIndex,
      resolve: ({ page }) => page.noRobotsIndex ?? false,
    }),
    descendants: t.field({
      type: [Page],
      ...storedOnly('Everything below the group, in reading order.'),
      resolve: descendantsOf,
    }),
  }),
});

/** A link in the tree of pages. */
export const LinkPage = builder.objectRef<PageView>('LinkPage').implement({
  description: 'An entry of the tree that leads somewhere else.',
  interfaces: [builder.nodeInterfaceRef(), Page],
  extensions: { ...seenWithSpace, rest: { constants: { kind: 'link', type: 'link' }, name: 'RevisionPageLink' } },
  fields: (t) => ({
    target: t.field({
      type: 'ContentRef',
      description: 'Where it leads.',
      resolve: ({ page }) => page.target ?? { kind: 'url', url: '' },
    }),
    href: t.string({
      nullable: true,
      description: 'Address of an external target.',
      resolve: ({ page }) => hrefOf(page.target),
    }),
  }),
});

function hrefOf(target: ContentRef | undefined): string | null {
  return typeof target?.['url'] === 'string' ? target['url'] : null;
}

/** An entry whose pages are computed, from an OpenAPI specification or a translation. */
export const ComputedPage = builder.objectRef<PageView>('ComputedPage').implement({
  description: 'An entry of the tree whose pages are computed.',
  interfaces: [builder.nodeInterfaceRef(), Page],
  extensions: { ...seenWithSpace, rest: { constants: { type: 'computed' }, name: 'RevisionPageComputed' } },
  fields: (t) => ({
    computed: t.field({
      type: 'JSONObject',
      description: 'What computes the pages.',
      resolve: ({ page }) => page.computed ?? {},
    }),
  }),
});

registerNode('Page', findHeadPage, ({ page }: PageView) => typeNames[page.type]);
