import { ownChange } from '../../graphql/access.js';
import { builder, type Fields, type InputFields } from '../../graphql/builder.js';
import { mutation } from '../../graphql/mutation.js';
import { JSONDocument } from '../revisions/scalars.js';
import { TranslationLanguage } from '../spaces/enums.js';
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
  description: 'What is translated.',
  extensions: { rest: { name: 'TranslationSource' } },
  fields: (t) => ({
    space: t.id({ required: true, description: 'Id of the space.' }),
    language: t.field({ type: TranslationLanguage, required: true, description: 'Language that it is in.' }),
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
    'Creates a translation of a space that the caller may read. Nothing is translated before it is run; what it comes to lies beside the space, open to the same people.',
  policy: 'translation.edit',
  takes: 'What is translated, and to which language.',
  input: (t) => ({
    organization: t.id({ required: true, description: 'Id of the organization.' }),
    source: t.field({ type: TranslationSourceInput, required: true, description: 'What is translated.' }),
    language: t.field({
      type: TranslationLanguage,
      required: true,
      description: 'Language to translate it to: another one than its own.',
    }),
    instructions: t.field({ type: JSONDocument, description: 'What the provider is told; default nothing.' }),
  }),
  action: async ({ instructions, ...input }, context) => ({
    id: await createTranslation(context, { ...input, instructions: instructions ?? undefined }),
  }),
  payload: theTranslation('The new translation, which is pending.'),
});

mutation('updateTranslation', {
  description: 'Gives a translation other instructions: the next run asks for all texts anew.',
  policy: 'translation.edit',
  takes: 'What to change of a translation.',
  input: (t) => ({
    ...translationInput(t),
    instructions: t.field({
      type: JSONDocument,
      required: true,
      description: 'What the provider is told; it replaces all.',
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
    'Has a translation run in the background: it brings the result up to the head of its source. While it waits to be run this changes nothing; while it runs, it is run once more afterwards.',
  policy: 'translation.edit',
  takes: 'Which translation to run.',
  input: translationInput,
  action: async (name, context) => {
    await runTranslation(context, name);
    return { id: name.translation };
  },
  payload: theTranslation('The translation, which is to be run.'),
});

mutation('deleteTranslation', {
  description:
    'Deletes a translation, for good. The space that it came to stays as it is; one that is not there is passed over.',
  policy: 'translation.edit',
  takes: 'Which translation to delete.',
  input: translationInput,
  action: async (name, context) => deleteTranslation(context, name),
  payload: {
    description: 'What was deleted.',
    outputFields: (t) => ({
      deletedId: t.exposeID('deletedId', { nullable: true, description: 'Id that it had; null where there was none.' }),
    }),
  },
});
