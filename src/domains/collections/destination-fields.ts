import type { InputFields } from '../../graphql/builder.js';
import { nullClears } from '../../graphql/null-clears.js';

/** Where a space or a collection moves to: members of the inputs of both moves. */
export function destinationFields(t: InputFields) {
  return {
    parent: t.id({ description: 'Id of the collection to put it into; null is the root.', extensions: nullClears }),
    position: t.field({
      type: 'ContentPosition',
      description: 'What it goes before or behind; default the end.',
    }),
  };
}
