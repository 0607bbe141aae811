import { builder } from '../../api/graphql/schema/builder.js';
import { listField } from '../../api/graphql/schema/connections.js';
import { Page } from '../content/revisions/page.js';
import { translatedPagesById } from './loaders.js';
import { TranslatedPage } from './translated-page.js';
import { Translation } from './translation.js';

builder.objectField(Translation, 'pages', (t) =>
  listField(t, {
    type: TranslatedPage,
    description: 'Pages of the result that are translations of pages of the source, by their ids.',
    args: {},
    key: ({ id }) => id,
    list: (_args, { read }) => ({
      name: 'Translation.pages',
      filters: [],
      order: { columns: ['pageId'], direction: 'asc' },
      query: (translationId) =>
        read.sql.selectFrom('TranslatedPage').selectAll().where('translationId', '=', translationId!),
    }),
  }),
);

builder.interfaceField(Page, 'translation', (t) =>
  t.field({
    type: TranslatedPage,
    nullable: true,
    description: 'Source of the translation; null for any other page.',
    resolve: async (view, _args, { loaders }) => {
      const row = await loaders.load(translatedPagesById, view.id);
      return row && { ...row, view };
    },
  }),
);
