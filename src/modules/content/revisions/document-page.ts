import { builder } from '../../../api/graphql/schema/builder.js';
import { defaultLayout } from '../../../engine/tree/import/page-layout.js';
import { addressesType, appAddress } from '../../shared/addresses.js';
import type { PageView } from './content-view.js';
import { addressFields, Page, seesPage } from './page.js';
import {
  DocumentFormat,
  EvaluatedMode,
  markdownOf,
  PageContent,
  readPageContent,
  readPageDocument,
  type TextRequest,
} from './page-content.js';
import { Cover, GitBlob, MetaLinks, PageLayoutOptions } from './page-parts.js';
import { JSONDocument, Variables } from './scalars.js';

const PageUrls = addressesType<PageView>('PageUrls', { app: appAddress() });

/** A page with a text: Markdown with front matter, given as Markdown or as blocks. */
export const DocumentPage = builder.objectRef<PageView>('DocumentPage').implement({
  description: 'A page with a text.',
  interfaces: [builder.nodeInterfaceRef(), Page],
  extensions: {
    guard: seesPage,
    rest: { constants: { kind: 'sheet', type: 'document' }, name: 'RevisionPageDocument', parentOf: true },
  },
  fields: (t) => ({
    ...addressFields(t),
    description: t.string({
      nullable: true,
      description: 'Description of the page.',
      resolve: ({ page }) => page.description,
    }),
    layout: t.field({
      type: PageLayoutOptions,
      description: 'Parts that are visible.',
      resolve: ({ page }) => page.layout ?? defaultLayout,
    }),
    cover: t.field({
      type: Cover,
      nullable: true,
      description: 'Picture at the top.',
      resolve: ({ page }) => page.cover,
    }),
    variables: t.field({
      type: Variables,
      nullable: true,
      description: 'Variables of the page.',
      resolve: ({ page }) => page.variables,
    }),
    metaLinks: t.field({
      type: MetaLinks,
      nullable: true,
      description: 'Alternate addresses of the same page, for search engines.',
      resolve: ({ page }) => page.metaLinks,
    }),
    urls: t.field({ type: PageUrls, description: 'Addresses of the page.', resolve: (view) => view }),
  }),
});

builder.objectFields(DocumentPage, (t) => ({
  computed: t.field({
    type: 'JSONObject',
    nullable: true,
    description: 'Source that computes the text; null for a text that was written.',
    resolve: ({ page }) => page.computed,
  }),
  computedSeed: t.string({
    nullable: true,
    description:
      'Name of the page within its computed source, which stays as long as the source has the page; null for a page that was written.',
    resolve: ({ page }) => page.computedSeed,
  }),
  documentId: t.id({
    nullable: true,
    description: 'Id of the text; pages with equal texts have the same id.',
    resolve: ({ page }) => page.blob,
  }),
  git: t.field({
    type: GitBlob,
    nullable: true,
    description: 'The git blob of the file.',
    resolve: ({ page }) => page.git,
  }),
  markdown: t.string({
    nullable: true,
    description: 'The text as Markdown, without front matter.',
    resolve: (view, _args, context) => markdownOf(context, view),
  }),
  document: t.field({
    type: JSONDocument,
    nullable: true,
    description: 'The text as a tree of blocks.',
    resolve: (view, _args, context) => readPageDocument(context, view),
  }),
  content: t.field({
    type: PageContent,
    description: 'The text in one format.',
    args: {
      format: t.arg({ type: DocumentFormat, defaultValue: 'document', description: 'As blocks or as Markdown.' }),
      evaluated: t.arg({
        type: EvaluatedMode,
        defaultValue: 'false',
        description: 'Expressions that are evaluated.',
      }),
      computed: t.arg.boolean({
        defaultValue: true,
        description: 'Whether a computed text is generated; if false, it is empty.',
      }),
    },
    resolve: (view, request, context) => readPageContent(context, view, request as TextRequest),
  }),
}));
