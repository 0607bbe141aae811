import { type LanguageCode, languages } from '../../content/translation/languages.js';
import { builder } from '../../graphql/builder.js';
import { listField } from '../../graphql/connections.js';
import { documentedEnum } from '../../graphql/enums.js';
import { Organization } from '../organizations/organization.js';
import { isVisible, viewerKey } from '../shared/visible.js';
import { Space } from '../spaces/space.js';
import { translationsById, translationsByResult } from './loaders.js';
import { Translation } from './translation.js';

builder.objectFields(Organization, (t) => ({
  translations: listField(t, {
    type: Translation,
    description: 'Translations of spaces of the organization, newest first.',
    args: {},
    key: ({ id }) => id,
    list: (_args, context) => ({
      name: 'Organization.translations',
      filters: viewerKey(context),
      order: { columns: ['id'], direction: 'desc' },
      query: (organizationId) =>
        context.read.sql
          .selectFrom('Translation')
          .selectAll()
          .where('organizationId', '=', organizationId!)
          .where(isVisible(context, 'translation.view')),
    }),
  }),
  translation: t.field({
    type: Translation,
    nullable: true,
    description: 'A translation of the organization by its id.',
    args: { id: t.arg.id({ required: true, description: "The translation's id." }) },
    resolve: async ({ id: organizationId }, { id }, { loaders }) => {
      const translation = await loaders.load(translationsById, id);
      return translation?.organizationId === organizationId ? translation : null;
    },
  }),
}));

/** The direction in which a language is written. */
const TextDirection = documentedEnum('TextDirection', 'The direction in which a language is written.', {
  ltr: 'From left to right.',
  rtl: 'From right to left.',
});

builder.objectFields(Space, (t) => ({
  translations: listField(t, {
    type: Translation,
    description: 'Translations of the space, newest first.',
    args: {},
    key: ({ id }) => id,
    list: (_args, context) => ({
      name: 'Space.translations',
      filters: viewerKey(context),
      order: { columns: ['id'], direction: 'desc' },
      query: (spaceId) =>
        context.read.sql
          .selectFrom('Translation')
          .selectAll()
          .where('sourceSpaceId', '=', spaceId!)
          .where(isVisible(context, 'translation.view')),
    }),
  }),
  translation: t.field({
    type: Translation,
    nullable: true,
    description: 'The translation whose result this space is; null for any other space.',
    resolve: ({ id }, _args, { loaders }) => loaders.load(translationsByResult, id),
  }),
  direction: t.field({
    type: TextDirection,
    nullable: true,
    description: 'Writing direction of its language; null if the language is not set.',
    resolve: ({ language }) =>
      language !== null && Object.hasOwn(languages, language) ? languages[language as LanguageCode].direction : null,
  }),
}));
