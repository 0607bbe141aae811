import type { Guard } from '../../../api/graphql/schema/access.js';
import { builder, type Fields } from '../../../api/graphql/schema/builder.js';
import { documentedEnum } from '../../../api/graphql/schema/enums.js';
import { internal } from '../../../api/graphql/schema/field-marks.js';
import { registerNode } from '../../../api/graphql/schema/nodes.js';
import { emojiCode } from '../../../engine/base/emoji/emoji.js';
import { Emoji, emojiCodeText } from '../../shared/emoji.js';
import { Icon } from '../../shared/icon.js';
import { isAllowedInSpace } from '../spaces/in-space.js';
import { descendantsOf, findHeadPage, type PageView, pageById } from './content-view.js';
import { timesOf } from './page-times.js';

/** Kinds of pages (`RevisionPageType`). */
export const PageType = documentedEnum('RevisionPageType', 'Kind of a page.', {
  document: 'A text.',
  group: 'A heading above pages.',
  link: 'A link to another address.',
  computed: 'A page whose subpages are computed.',
});

/** Description of the field `linkTitle` of pages. */
export const linkTitleText = 'Title of the page in links and navigation; null if they show its title.';

const typeNames = { document: 'DocumentPage', group: 'GroupPage', link: 'LinkPage', computed: 'ComputedPage' } as const;

/** Guard of all pages: a page is visible to viewers who may see its space. */
export const seesPage: Guard<PageView> = ({ content }, context) =>
  isAllowedInSpace(context, 'space.view', content.revision);

type PageRef = ReturnType<typeof builder.interfaceRef<PageView>>;

/** A page of a revision, of any kind. */
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
    linkTitle: t.string({ nullable: true, description: linkTitleText, resolve: ({ page }) => page.linkTitle }),
    type: t.field({ type: PageType, description: 'Kind of the page.', resolve: ({ page }) => page.type }),
    emoji: t.field({
      type: Emoji,
      nullable: true,
      description: 'Emoji of the page.',
      resolve: ({ page }) => page.emoji,
    }),
    emojiCode: t.string({
      nullable: true,
      description: emojiCodeText,
      resolve: ({ page }) => page.emoji && emojiCode(page.emoji),
    }),
    icon: t.field({ type: Icon, nullable: true, description: 'Icon of the page.', resolve: ({ page }) => page.icon }),
    hidden: t.boolean({
      description: 'Whether the page is left out of navigation.',
      resolve: ({ page }) => page.hidden ?? false,
    }),
    createdAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the page was first in the head of its space; null before.',
      resolve: async (view, _args, context) => (await timesOf(context, view))?.createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the page last changed in the head of its space; null before it is there.',
      resolve: async (view, _args, context) => (await timesOf(context, view))?.updatedAt,
    }),
    parentId: t.id({
      nullable: true,
      description: 'Id of the parent page; null at the top level.',
      resolve: ({ parentId }) => parentId,
    }),
    parent: t.field({
      type: Page,
      nullable: true,
      description: 'Parent page; null at the top level.',
      resolve: ({ content, parentId }) => (parentId === null ? null : pageById(content, parentId)),
    }),
  }),
});

/** Returns the fields that documents and groups share: address, search settings, and the pages below. */
export function addressFields(t: Fields<PageView>) {
  return {
    slug: t.string({
      description: 'Last segment of the path.',
      resolve: ({ page }) => page.path?.split('/').at(-1) ?? '',
    }),
    path: t.string({ description: 'Path inside the space.', resolve: ({ page }) => page.path ?? '' }),
    noIndex: t.boolean({
      description: 'Whether search leaves the page out.',
      resolve: ({ page }) => page.noIndex ?? false,
    }),
    noRobotsIndex: t.boolean({
      description: 'Whether search engines are asked to leave the page out.',
      resolve: ({ page }) => page.noRobotsIndex ?? false,
    }),
    descendants: t.field({
      type: [Page],
      description: 'Everything below the page, in reading order.',
      extensions: internal,
      args: { none: t.arg.boolean({ defaultValue: false, description: 'Returns an empty list if true.' }) },
      resolve: (view, { none }) => (none ? [] : descendantsOf(view)),
    }),
  };
}

registerNode('Page', findHeadPage, ({ page }: PageView) => typeNames[page.type]);
