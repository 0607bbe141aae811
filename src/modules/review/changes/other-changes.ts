import { builder, type Fields } from '../../../api/graphql/schema/builder.js';
import { jsonScalar } from '../../../api/graphql/schema/declare-scalars.js';
import { syncField } from '../../../api/graphql/schema/field-marks.js';
import type { Json } from '../../../engine/base/types.js';
import type {
  FileCreatedOrDeleted,
  FileEdited,
  ReusableContentCreatedOrDeleted,
  ReusableContentEdited,
  VariablesEdited,
} from '../../../engine/change/diff/change.js';
import { manifestIndex } from '../../../engine/tree/manifest/page-index.js';
import { variableValue } from '../../content/revisions/scalars.js';
import { FileChangeAttributes, fileAttributesView, ReusableContentChangeAttributes } from './changed-attributes.js';
import { ChangedRevisionFile, ChangedRevisionReusableContent } from './changed-objects.js';
import type { DifferenceView } from './difference-view.js';
import { semanticChangeExtensions } from './page-changes.js';

const ChangedVariables = jsonScalar('ChangedVariables', {
  type: 'object',
  description: 'Changed variables by name, each with its value before and after.',
  additionalProperties: {
    type: 'object',
    properties: { before: variableValue, after: variableValue },
    additionalProperties: false,
  },
});

type FileDifference = DifferenceView<FileCreatedOrDeleted | FileEdited>;

function fileField(t: Fields<FileDifference>) {
  return t.field({
    type: ChangedRevisionFile,
    description: 'The file.',
    resolve: ({ difference: { type, file }, before, after }) => ({
      file,
      content: type === 'file_deleted' ? before : after,
    }),
  });
}

const FileCreated = builder.objectRef<FileDifference>('FileCreated').implement({
  description: 'A file that was added.',
  extensions: semanticChangeExtensions('file_created', 'FileCreated'),
  fields: (t) => ({ file: fileField(t) }),
});

const FileDeleted = builder.objectRef<FileDifference>('FileDeleted').implement({
  description: 'A file that was removed.',
  extensions: semanticChangeExtensions('file_deleted', 'FileDeleted'),
  fields: (t) => ({ file: fileField(t) }),
});

const FileEditedType = builder.objectRef<DifferenceView<FileEdited>>('FileEdited').implement({
  description: 'A file with other bytes, or another name, path or kind.',
  extensions: semanticChangeExtensions('file_edited', 'FileEdited'),
  fields: (t) => ({
    file: fileField(t as never),
    attributes: t.field({
      type: FileChangeAttributes,
      description: 'Attributes that changed, each before and after.',
      extensions: syncField,
      resolve: ({ difference: { file, attributes }, before, after }, _args, { urls }) => {
        const previous = manifestIndex(before.manifest).fileById.get(file.id)!;
        const states = { before: { file: previous, content: before }, after: { file, content: after } };
        return fileAttributesView(attributes, states, urls);
      },
    }),
  }),
});

const VariablesEditedType = builder.objectRef<DifferenceView<VariablesEdited>>('VariablesEdited').implement({
  description: 'Variables of the space with other values.',
  extensions: semanticChangeExtensions('variables_edited', 'VariablesEdited'),
  fields: (t) => ({
    variables: t.field({
      type: ChangedVariables,
      description: 'Changed variables by name, each with its value `before` and `after`.',
      resolve: ({ difference }) => difference.variables as unknown as Json,
    }),
  }),
});

type ReusableContentDifference = DifferenceView<ReusableContentCreatedOrDeleted | ReusableContentEdited>;

function reusableField(t: Fields<ReusableContentDifference>) {
  return t.field({
    type: ChangedRevisionReusableContent,
    description: 'The shared text.',
    resolve: ({ difference }) => difference.reusableContent,
  });
}

const ReusableContentCreated = builder.objectRef<ReusableContentDifference>('ReusableContentCreated').implement({
  description: 'A reusable content that was added.',
  extensions: semanticChangeExtensions('reusable_content_created', 'ReusableContentCreated'),
  fields: (t) => ({ reusableContent: reusableField(t) }),
});

const ReusableContentDeleted = builder.objectRef<ReusableContentDifference>('ReusableContentDeleted').implement({
  description: 'A reusable content that was removed.',
  extensions: semanticChangeExtensions('reusable_content_deleted', 'ReusableContentDeleted'),
  fields: (t) => ({ reusableContent: reusableField(t) }),
});

const ReusableContentEditedType = builder
  .objectRef<DifferenceView<ReusableContentEdited>>('ReusableContentEdited')
  .implement({
    description: 'A reusable content with another title or text.',
    extensions: semanticChangeExtensions('reusable_content_edited', 'ReusableContentEdited'),
    fields: (t) => ({
      reusableContent: reusableField(t as never),
      attributes: t.field({
        type: ReusableContentChangeAttributes,
        description: 'Attributes that changed, each before and after.',
        resolve: ({ difference }) => difference.attributes,
      }),
    }),
  });

/** GraphQL types of changes of files, variables and reusable contents, by the `type` of the change. */
export const otherChangeTypes = {
  file_created: FileCreated,
  file_edited: FileEditedType,
  file_deleted: FileDeleted,
  variables_edited: VariablesEditedType,
  reusable_content_created: ReusableContentCreated,
  reusable_content_deleted: ReusableContentDeleted,
  reusable_content_edited: ReusableContentEditedType,
};
