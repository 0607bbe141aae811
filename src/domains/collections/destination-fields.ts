import { builder, type InputFields } from '../../graphql/builder.js';
import { nullClears } from '../../graphql/null-clears.js';

const ContentPointerInput = builder.inputType('ContentPointerInput', {
  description: 'What something is moved before or behind.',
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
  description: 'A place before or behind a space or a collection, or between two.',
  extensions: { rest: { name: 'ContentPosition' } },
  fields: (t) => ({
    before: t.field({ type: ContentPointerInput, description: 'What stands behind it then.' }),
    after: t.field({ type: ContentPointerInput, description: 'What stands before it then.' }),
  }),
});

/** Where a space or a collection moves to: members of the inputs of both moves. */
export function destinationFields(t: InputFields) {
  return {
    parent: t.id({ description: 'Id of the collection to put it into; null is the root.', extensions: nullClears }),
    position: t.field({
      type: ContentPositionInput,
      description: 'What it goes before or behind; default the end.',
    }),
  };
}
