import { builder } from '../../../api/graphql/schema/builder.js';
import { JSONDocument } from './scalars.js';

/** Text of a page or a comment, as a client sends it. */
export const DocumentInput = builder.inputType('DocumentInput', {
  description: 'Text of a page: as Markdown or as blocks; null in both means an empty text.',
  fields: (t) => ({
    markdown: t.string({ description: 'Markdown without front matter.' }),
    document: t.field({
      type: JSONDocument,
      description: 'A tree of blocks; only the kinds that Markdown can express.',
    }),
  }),
});
