import { ownChange } from '../../../api/graphql/schema/access.js';
import type { Fields } from '../../../api/graphql/schema/builder.js';
import { Collection } from './collection.js';
import { collectionsById } from './loaders.js';

/**
 * Returns the payload type of a mutation that creates or changes one collection; `description` describes the
 * collection.
 */
export function collectionPayload(description: string) {
  return {
    description,
    outputFields: (t: Fields<{ id: string }>) => ({
      collection: t.field({
        type: Collection,
        description,
        extensions: ownChange,
        resolve: ({ id }, _args, { loaders }) => loaders.get(collectionsById, id),
      }),
    }),
  };
}
