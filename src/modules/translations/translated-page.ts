import { can } from '../../access/policy.js';
import type { Context } from '../../api/graphql/execution/context.js';
import { type Guard, partOfGuardedObject } from '../../api/graphql/schema/access.js';
import { builder } from '../../api/graphql/schema/builder.js';
import { describe } from '../../api/graphql/schema/describe.js';
import type { Row } from '../../platform/db/query/rows.js';
import { findHeadPage, type PageView } from '../content/revisions/content-view.js';
import { Page } from '../content/revisions/page.js';
import { findStaleParts } from './find-stale-parts.js';
import { translationsById } from './loaders.js';
import { Translation } from './translation.js';

/** A page of a result. `view` is the page in the requested revision, by default the head. */
export interface TranslatedPageView extends Row<'TranslatedPage'> {
  view?: PageView;
}

/** A block that stayed in the language of the source, and the rule that its translations broke. */
interface Refused {
  block: string;
  rule: string;
}

const RefusedBlock = builder.objectRef<Refused>('RefusedTranslation').implement({
  description: 'A text that stayed in the language of the source, since no answer for it was valid.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    block: t.exposeString('block', {
      description: 'Key of its block; `front-matter` for a field of the front matter.',
    }),
    rule: t.exposeString('rule', { description: 'The rule that the answers broke.' }),
  }),
});

/** Reports whether a viewer may see a page; this depends on its translation. */
const seesTranslatedPage: Guard<TranslatedPageView> = (page, { viewer }) => can(viewer, 'translation.view', page);

/** Translation data of a page. */
export const TranslatedPage = builder.objectRef<TranslatedPageView>('TranslatedPage').implement({
  description: 'A page that is a translation of another page, and the problems to check in it.',
  extensions: { guard: seesTranslatedPage },
  fields: (t) => ({
    page: t.field({
      type: Page,
      nullable: true,
      description: 'The page in the other language; null if the caller may not see it.',
      resolve: findPageView,
    }),
    sourcePageId: t.exposeID('sourcePageId', { description: describe('TranslatedPage', 'sourcePageId') }),
    sourcePage: t.field({
      type: Page,
      nullable: true,
      description:
        'The page that it is a translation of, at the head; null if it was deleted, or the caller may not see it.',
      resolve: ({ sourcePageId }, _args, context) => findHeadPage(context, sourcePageId),
    }),
    isStale: t.boolean({
      description: 'Whether people wrote content here whose source has changed since.',
      resolve: async (page, _args, context) => {
        const { blocks, fields } = await staleIn(page, context);
        return page.isSourceGone || blocks.length > 0 || Object.keys(fields).length > 0;
      },
    }),
    isSourceGone: t.exposeBoolean('isSourceGone', { description: describe('TranslatedPage', 'isSourceGone') }),
    staleBlocks: t.stringList({
      description: describe('TranslatedPage', 'staleBlocks'),
      resolve: async (page, _args, context) => (await staleIn(page, context)).blocks,
    }),
    staleFields: t.stringList({
      description: describe('TranslatedPage', 'staleFields'),
      resolve: async (page, _args, context) => Object.keys((await staleIn(page, context)).fields),
    }),
    refused: t.field({
      type: [RefusedBlock],
      description: describe('TranslatedPage', 'refusedBlocks'),
      resolve: ({ refusedBlocks }) => refusedBlocks as unknown as Refused[],
    }),
    translation: t.field({
      type: Translation,
      description: 'The translation that it belongs to.',
      resolve: ({ translationId }, _args, { loaders }) => loaders.get(translationsById, translationId),
    }),
  }),
});

async function findPageView(
  { view, pageId }: TranslatedPageView,
  _args: object,
  context: Context,
): Promise<PageView | null> {
  return view ?? findHeadPage(context, pageId);
}

async function staleIn(page: TranslatedPageView, context: Context) {
  return findStaleParts(context, page, await findPageView(page, {}, context));
}
