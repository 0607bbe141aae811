import type { Context } from '../../../api/graphql/execution/context.js';
import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { emojiCode } from '../../../engine/base/emoji/emoji.js';
import type { Json } from '../../../engine/base/types.js';
import type { PageView } from '../../content/revisions/content-view.js';
import { linkTitleText, PageType } from '../../content/revisions/page.js';
import { readPageContent } from '../../content/revisions/page-content.js';
import { timesOf } from '../../content/revisions/page-times.js';
import { JSONDocument } from '../../content/revisions/scalars.js';
import { addressesType } from '../../shared/addresses.js';
import { Emoji, emojiCodeText } from '../../shared/emoji.js';
import { Icon } from '../../shared/icon.js';
import type { PublishedPart } from './published-part.js';
import { spaceAddress } from './published-space.js';
import type { VisibleSpace } from './visible-tree.js';

/** A page at the head of a space on a published site. */
export interface PublishedPageView {
  id: string;
  part: PublishedPart<VisibleSpace>;
  page: PageView;
}

const PublishedPageUrls = addressesType<PublishedPageView>('PublishedPageUrls', {
  published: {
    description: 'Address of the page on the site; null for callers whom the site does not admit.',
    nullable: true,
    of: ({ part, page }, urls) => spaceAddress(part, urls, page.page.path ?? ''),
  },
});

/** A page of a published site, as its visitor sees it. */
export const PublishedPage = builder.objectRef<PublishedPageView>('PublishedPage').implement({
  description: 'A page at the head of a space on a published site; its expressions see the claims of the visitor.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the page.' }),
    type: t.field({ type: PageType, description: 'Kind of the page.', resolve: ({ page }) => page.page.type }),
    title: t.string({ description: 'Title of the page.', resolve: ({ page }) => page.page.title }),
    linkTitle: t.string({ nullable: true, description: linkTitleText, resolve: ({ page }) => page.page.linkTitle }),
    description: t.string({
      nullable: true,
      description: 'Description of the page.',
      resolve: ({ page }) => page.page.description,
    }),
    emoji: t.field({
      type: Emoji,
      nullable: true,
      description: 'Emoji of the page.',
      resolve: ({ page }) => page.page.emoji,
    }),
    emojiCode: t.string({
      nullable: true,
      description: emojiCodeText,
      resolve: ({ page }) => page.page.emoji && emojiCode(page.page.emoji),
    }),
    icon: t.field({
      type: Icon,
      nullable: true,
      description: 'Icon of the page.',
      resolve: ({ page }) => page.page.icon,
    }),
    path: t.string({ description: 'Path inside the space.', resolve: ({ page }) => page.page.path ?? '' }),
    parentId: t.id({
      nullable: true,
      description: 'Id of the parent page; null at the top level.',
      resolve: ({ page }) => page.parentId,
    }),
    hidden: t.boolean({
      description: 'Whether the page is left out of navigation.',
      resolve: ({ page }) => page.page.hidden ?? false,
    }),
    noRobotsIndex: t.boolean({
      description: 'Whether search engines are asked to leave the page out.',
      resolve: ({ page }) => page.page.noRobotsIndex ?? false,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the page last changed.',
      resolve: async ({ page }, _args, context) => (await timesOf(context, page))?.updatedAt,
    }),
    markdown: t.string({
      nullable: true,
      description: 'The text as Markdown, without front matter; null for a page without a text.',
      resolve: async (view, _args, context) => (await readVisibleText(context, view, 'markdown')).markdown,
    }),
    document: t.field({
      type: JSONDocument,
      nullable: true,
      description: 'The text as a tree of blocks; null for a page without a text.',
      resolve: async (view, _args, context) => (await readVisibleText(context, view, 'document')).document as Json,
    }),
    urls: t.field({ type: PublishedPageUrls, description: 'Addresses of the page.', resolve: (view) => view }),
  }),
});

/** Reads the text of a page as its visitor sees it. */
function readVisibleText(context: Context, { part, page }: PublishedPageView, format: 'markdown' | 'document') {
  const claims = part.view.visitor?.claims;
  return readPageContent(context, page, { format, evaluated: 'true', computed: true, claims });
}
