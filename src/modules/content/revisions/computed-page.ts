import { builder } from '../../../api/graphql/schema/builder.js';
import { arrayField } from '../../../api/graphql/schema/connections.js';
import { pagesBelow } from './computed-pages.js';
import type { PageView } from './content-view.js';
import { Page, seesPage } from './page.js';

/** An entry of the table of contents whose pages are computed from an OpenAPI specification or a translation. */
builder.objectRef<PageView>('ComputedPage').implement({
  description: 'An entry of the table of contents whose pages are computed.',
  interfaces: [builder.nodeInterfaceRef(), Page],
  extensions: { guard: seesPage, rest: { constants: { type: 'computed' }, name: 'RevisionPageComputed' } },
  fields: (t) => ({
    computed: t.field({
      type: 'JSONObject',
      description: 'Source that computes the pages.',
      resolve: ({ page }) => page.computed ?? {},
    }),
    pages: arrayField(t, {
      type: Page,
      description: 'All pages of the source, in reading order; none without a source.',
      args: {},
      items: async (view: PageView, _args, context) => ({
        identity: ['ComputedPage.pages', view.id],
        items: await pagesBelow(context, view),
      }),
    }),
  }),
});
