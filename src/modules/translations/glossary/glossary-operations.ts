import { ownChange } from '../../../api/graphql/schema/access.js';
import { builder, type InputFields } from '../../../api/graphql/schema/builder.js';
import { mutation } from '../../../api/graphql/schema/mutation.js';
import { type GlossaryOperation, updateGlossary } from './actions.js';
import { GlossaryEntry, GlossaryTranslations } from './glossary-entry.js';
import { glossaryEntriesById } from './loaders.js';

const idField = (t: InputFields) => t.id({ required: true, description: 'Id of the entry.' });
const termField = (t: InputFields) =>
  t.field({
    type: GlossaryTranslations,
    required: true,
    description: 'The term by language; replaces the whole term.',
  });

const InsertGlossaryEntryInput = builder.inputType('InsertGlossaryEntryInput', {
  description: 'A new term.',
  fields: (t) => ({ translations: termField(t) }),
});

const UpdateGlossaryEntryInput = builder.inputType('UpdateGlossaryEntryInput', {
  description: 'A term and its translation.',
  fields: (t) => ({ id: idField(t), translations: termField(t) }),
});

const DeleteGlossaryEntryInput = builder.inputType('DeleteGlossaryEntryInput', {
  description: 'A term to delete.',
  fields: (t) => ({ id: idField(t) }),
});

const GlossaryOperationInput = builder.inputType('GlossaryOperationInput', {
  description: 'One change of a glossary.',
  isOneOf: true,
  extensions: {
    rest: {
      name: 'GlossaryBatchOperation',
      discriminator: { property: 'type', mapping: { insert: 'insert', update: 'update', delete: 'delete' } },
    },
  },
  fields: (t) => ({
    insert: t.field({ type: InsertGlossaryEntryInput, description: 'Add a term.' }),
    update: t.field({ type: UpdateGlossaryEntryInput, description: 'Change a term.' }),
    delete: t.field({ type: DeleteGlossaryEntryInput, description: 'Delete a term.' }),
  }),
});

/** Maximum number of changes in one request. */
const maxOperations = 1_000;

mutation('updateGlossary', {
  description: 'Changes the glossary that translations of an organization use: all changes, or none.',
  policy: 'glossary.edit',
  takes: 'Changes to a glossary.',
  input: (t) => ({
    organization: t.id({ required: true, description: 'Id of the organization.' }),
    operations: t.field({
      type: [GlossaryOperationInput],
      required: true,
      description: `The changes in their order, at most ${maxOperations}.`,
      extensions: { rest: { schema: { maxItems: maxOperations } } },
    }),
  }),
  action: async ({ organization, operations }, context) =>
    updateGlossary(context, { organization, operations: operations as GlossaryOperation[] }),
  payload: {
    description: 'The effect of the changes.',
    outputFields: (t) => ({
      entries: t.field({
        type: [GlossaryEntry],
        description: 'The entries that were added or changed.',
        extensions: ownChange,
        resolve: async ({ changed }, _args, { loaders }) => {
          const entries = await Promise.all(changed.map((id) => loaders.load(glossaryEntriesById, id)));
          return entries.filter((entry) => entry !== null);
        },
      }),
      deletedIds: t.exposeIDList('deleted', { description: 'Ids of the entries that were deleted.' }),
    }),
  },
});
