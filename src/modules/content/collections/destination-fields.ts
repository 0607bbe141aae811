import { builder, type InputFields } from '../../../api/graphql/schema/builder.js';
import { nullClears } from '../../../api/graphql/schema/null-clears.js';

const ContentPointerInput = builder.inputType('ContentPointerInput', {
  description: 'Object before or after which an object is placed.',
  isOneOf: true,
  extensions: {
    rest: {
      name: 'ContentPointer',
      discriminator: { property: 'type', mapping: { space: 'space', collection: 'collection' } },
    },
  },
  fields: (t) => ({
    space: t.id({ description: 'Id of a space.' }),
    collection: t.id({ description: 'Id of a collection.' }),
  }),
});

const ContentPositionInput = builder.inputType('ContentPositionInput', {
  description: 'A position before or after a space or a collection, or between two.',
  extensions: { rest: { name: 'ContentPosition' } },
  fields: (t) => ({
    before: t.field({ type: ContentPointerInput, description: 'The object that follows it afterwards.' }),
    after: t.field({ type: ContentPointerInput, description: 'The object that precedes it afterwards.' }),
  }),
});

/**
 * Returns the input fields for the destination of a move. The moves of spaces and of collections have the same fields.
 */
export function destinationFields(t: InputFields) {
  return {
    parent: t.id({ description: 'Id of the collection to put it into; null is the root.', extensions: nullClears }),
    position: t.field({
      type: ContentPositionInput,
      description: 'Object before or after which it is placed; by default it is placed last.',
    }),
  };
}
