import { ownChange } from '../../../api/graphql/schema/access.js';
import type { Fields } from '../../../api/graphql/schema/builder.js';
import { sitesById } from './loaders.js';
import { Site } from './site.js';

/**
 * Returns the payload of a mutation that creates or changes one site. `description` describes the payload and its
 * field.
 */
export function sitePayload(description: string) {
  return {
    description,
    outputFields: (t: Fields<{ id: string }>) => ({
      site: t.field({
        type: Site,
        description,
        extensions: ownChange,
        resolve: ({ id }, _args, { loaders }) => loaders.get(sitesById, id),
      }),
    }),
  };
}
