import type { InputFields } from '../../graphql/builder.js';
import { jsonScalar } from '../../graphql/declare-scalars.js';
import { nullClears } from '../../graphql/null-clears.js';

/** What something is moved before or behind. */
const pointer = {
  oneOf: (['space', 'collection'] as const).map((type) => ({
    type: 'object',
    required: ['type', type],
    properties: { type: { type: 'string', enum: [type] }, [type]: { type: 'string' } },
    additionalProperties: false,
  })),
};

const ContentPosition = jsonScalar('ContentPosition', {
  type: 'object',
  description: 'A place before or behind a space or a collection.',
  properties: { before: pointer, after: pointer },
  additionalProperties: false,
});

/** Where a space or a collection moves to: members of the inputs of both moves. */
export function destinationFields(t: InputFields) {
  return {
    parent: t.id({ description: 'Id of the collection to put it into; null is the root.', extensions: nullClears }),
    position: t.field({
      type: ContentPosition,
      description: 'What it goes before or behind; default the end.',
    }),
  };
}
