import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { storedSchema } from '../../../engine/claims/claims-schema.js';
import { type TemplateCondition, templateConditions } from '../../../engine/claims/templates.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { type WithIndexId, withIndexIds } from './index-ids.js';

/** A condition that authors can start from (`SiteAdaptiveTemplateCondition`). */
export const SiteAdaptiveTemplateCondition = builder
  .objectRef<WithIndexId<TemplateCondition>>('SiteAdaptiveTemplateCondition')
  .implement({
    description: 'An example of a condition, made from the schema of the claims, that authors can start from.',
    extensions: { guard: partOfGuardedObject },
    fields: (t) => ({
      description: t.exposeString('description', {
        description: 'Description of the claim that the condition asks for.',
      }),
      condition: t.exposeString('condition', { description: 'The condition, such as `visitor.claims.plan == "pro"`.' }),
    }),
  });

/** Returns the template conditions of a site, in the order of its schema; empty without a schema. */
export function templatesOf(site: Row<'Site'>): WithIndexId<TemplateCondition>[] {
  const schema = storedSchema(site.adaptiveSchema);
  return schema === null ? [] : withIndexIds(templateConditions(schema));
}
