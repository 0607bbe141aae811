import { ownChange } from '../../../api/graphql/schema/access.js';
import type { Fields } from '../../../api/graphql/schema/builder.js';
import { spacesById } from './loaders.js';
import { Space } from './space.js';

/** Returns the payload type of a mutation that creates or changes one space; `description` describes the space. */
export function spacePayload(description: string) {
  return {
    description,
    outputFields: (t: Fields<{ id: string }>) => ({
      space: t.field({
        type: Space,
        description,
        extensions: ownChange,
        resolve: ({ id }, _args, { loaders }) => loaders.get(spacesById, id),
      }),
    }),
  };
}
