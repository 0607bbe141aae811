import { ownChange } from '../../api/graphql/schema/access.js';
import { builder, type Fields, type InputFields } from '../../api/graphql/schema/builder.js';
import { mutation } from '../../api/graphql/schema/mutation.js';
import { TranslationLanguage } from '../content/collections/enums.js';
import { JSONDocument } from '../content/revisions/scalars.js';
import { deletedPayload } from '../identity/organizations/deleted-payload.js';
import { createTranslation, deleteTranslation, updateTranslation } from './actions.js';
import { translationsById } from './loaders.js';
import { runTranslation } from './run-actions.js';
import { Translation } from './translation.js';

builder.queryFields((t) => ({
  translation: t.field({
    type: Translation,
    nullable: true,
    description: 'A translation by its id.',
    args: { id: t.arg.id({ required: true, description: "The translation's id." }) },
    extensions: { policy: 'guard of Translation' },
    resolve: (_root, { id }, { loaders }) => loaders.load(translationsById, id),
  }),
}));

const TranslationSourceInput = builder.inputType('TranslationSourceInput', {
  description: 'Source of the translation.',
  extensions: { rest: { name: 'TranslationSource' } },
  fields: (t) => ({
    space: t.id({ required: true, description: 'Id of the space.' }),
    language: t.field({ type: TranslationLanguage, required: true, description: 'Its language.' }),
  }),
});

const translationInput = (t: InputFields) => ({
  organization: t.id({ required: true, description: 'Id of the organization.' }),
  translation: t.id({ required: true, description: 'Id of the translation.' }),
});

const theTranslation = (description: string) => ({
  description,
  outputFields: (t: Fields<{ id: string }>) => ({
    translation: t.field({
      type: Translation,
      description,
      extensions: ownChange,
      resolve: ({ id }, _args, { loaders }) => loaders.get(translationsById, id),
    }),
  }),
});

mutation('createTranslation', {
  description:
    'Creates a translation of a space that the caller may read. It is empty until it is run. The result is a space beside the source, open to the same people.',
  policy: 'translation.edit',
  takes: 'Source and language of the translation.',
  input: (t) => ({
    organization: t.id({ required: true, description: 'Id of the organization.' }),
    source: t.field({ type: TranslationSourceInput, required: true, description: 'Source of the translation.' }),
    language: t.field({
      type: TranslationLanguage,
      required: true,
      description: 'Target language; must differ from that of the source.',
    }),
    instructions: t.field({
      type: JSONDocument,
      description: 'Instructions for the translation provider; default none.',
    }),
  }),
  action: async ({ instructions, ...input }, context) => ({
    id: await createTranslation(context, { ...input, instructions: instructions ?? undefined }),
  }),
  payload: theTranslation('The new translation, which is pending.'),
});

mutation('updateTranslation', {
  description: 'Changes the instructions of a translation: the next run translates all texts again.',
  policy: 'translation.edit',
  takes: 'Changes to a translation.',
  input: (t) => ({
    ...translationInput(t),
    instructions: t.field({
      type: JSONDocument,
      required: true,
      description: 'Instructions for the translation provider; replaces the whole text.',
    }),
  }),
  action: async ({ instructions, ...name }, context) => {
    await updateTranslation(context, { ...name, instructions: instructions! });
    return { id: name.translation };
  },
  payload: theTranslation('The translation after the change.'),
});

mutation('runTranslation', {
  description:
    'Runs a translation in the background: it updates the result to the head of its source. Does nothing while a run is queued. While one runs, another run follows it.',
  policy: 'translation.edit',
  takes: 'The translation to run.',
  input: translationInput,
  action: async (name, context) => {
    await runTranslation(context, name);
    return { id: name.translation };
  },
  payload: theTranslation('The translation; its run is queued.'),
});

mutation('deleteTranslation', {
  description:
    'Deletes a translation, permanently. The translated space stays as it is. Does nothing if the translation does not exist.',
  policy: 'translation.edit',
  takes: 'The translation to delete.',
  input: translationInput,
  action: async (name, context) => ({
    ...(await deleteTranslation(context, name)),
    organization: name.organization,
  }),
  payload: deletedPayload('translation', { mayBeAbsent: true }),
});
