import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { storedSchema } from '../../../engine/claims/claims-schema.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { SiteAdaptiveJSONSchema } from './adaptive-json-schema.js';

/** Schema of the claims of a site's visitors (`SiteAdaptiveSchema`). */
export const SiteAdaptiveSchema = builder.objectRef<Row<'Site'>>('SiteAdaptiveSchema').implement({
  description: 'Schema of the claims that visitors of a site may have, which its conditions can use.',
  extensions: { guard: partOfGuardedObject, rest: { constants: { object: 'site-adaptive-schema' } } },
  fields: (t) => ({
    jsonSchema: t.field({
      type: SiteAdaptiveJSONSchema,
      description: 'The schema, with its members in their original order.',
      resolve: (site) => storedSchema(site.adaptiveSchema)!,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When it was last changed.',
      resolve: (site) => site.adaptiveSchemaUpdatedAt!,
    }),
  }),
});
