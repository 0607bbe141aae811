import type { Context } from '../../api/graphql/execution/context.js';
import { builder, type Fields } from '../../api/graphql/schema/builder.js';
import { listField } from '../../api/graphql/schema/connections.js';
import { documentedEnum } from '../../api/graphql/schema/enums.js';
import { type LanguageCode, languages } from '../../engine/translation/languages.js';
import { TranslationLanguage } from '../content/collections/enums.js';
import { Space } from '../content/spaces/space.js';
import { Organization } from '../identity/organizations/organization.js';
import {
  type Columns,
  type GivenOrder,
  hasChanged,
  orderChoice,
  rowOrder,
  updatedSince,
} from '../shared/list-arguments.js';
import { isVisible, viewerKey } from '../shared/visible.js';
import { translationsById, translationsByResult } from './loaders.js';
import { Translation } from './translation.js';

const TranslationFilter = builder.inputType('TranslationFilter', {
  description: 'Selection of translations; all members must hold.',
  fields: (t) => ({
    language: t.field({ type: TranslationLanguage, description: 'Only those into this language.' }),
    updatedSince: updatedSince(t),
  }),
});

const translationOrder = orderChoice<Columns>('Translation', {
  createdAt: { description: 'When the translation was created.', order: { columns: ['id'] } },
  updatedAt: { description: 'When the translation last changed.', order: { columns: ['updatedAt', 'id'] } },
});

const translationArguments = (t: Pick<Fields<unknown>, 'arg'>) => ({
  filter: t.arg({ type: TranslationFilter, description: 'Selection of translations.' }),
  orderBy: translationOrder.argument(t),
});

/** Arguments of a list of translations. */
interface Selection {
  filter?: { language?: string | null; updatedSince?: string | null } | null | undefined;
  orderBy?: readonly GivenOrder[] | null | undefined;
}

function visibleTranslations(context: Context, { filter, orderBy }: Selection) {
  let query = context.read.sql.selectFrom('Translation').selectAll().where(isVisible(context, 'translation.view'));
  if (filter?.language != null) query = query.where('language', '=', filter.language);
  const since = filter?.updatedSince;
  const order = rowOrder(translationOrder, orderBy);
  if (since != null) query = query.where(hasChanged(context.read, order, { column: 'updatedAt', since }));
  return query;
}

builder.objectFields(Organization, (t) => ({
  translations: listField(t, {
    type: Translation,
    description: 'Translations of spaces of the organization, newest first.',
    args: translationArguments(t),
    key: ({ id }) => id,
    list: (selection, context) => ({
      name: 'Organization.translations',
      filters: [viewerKey(context), selection],
      order: rowOrder(translationOrder, selection.orderBy),
      query: (organizationId) => visibleTranslations(context, selection).where('organizationId', '=', organizationId!),
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
    args: translationArguments(t),
    key: ({ id }) => id,
    list: (selection, context) => ({
      name: 'Space.translations',
      filters: [viewerKey(context), selection],
      order: rowOrder(translationOrder, selection.orderBy),
      query: (spaceId) => visibleTranslations(context, selection).where('sourceSpaceId', '=', spaceId!),
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
