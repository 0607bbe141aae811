import type { Context } from '../../../api/graphql/execution/context.js';
import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { type ConditionFault, conditionFaults } from '../../../engine/claims/check-condition.js';
import { storedSchema } from '../../../engine/claims/claims-schema.js';
import { isCondition } from '../../../engine/claims/condition.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { SiteSection } from '../site-structure/site-section.js';
import { SiteSpace } from '../site-structure/site-space.js';
import { loadVisibleStructure } from '../site-structure/visible-structure.js';
import { type WithIndexId, withIndexIds } from './index-ids.js';

/** A fault in the condition of a part of a site. */
interface PartConditionFault extends ConditionFault {
  section?: Row<'SiteSection'>;
  siteSpace?: Row<'SiteSpace'>;
  condition: string;
}

/** A fault in a condition that does not match the schema of the claims. */
export const BrokenCondition = builder.objectRef<WithIndexId<PartConditionFault>>('BrokenCondition').implement({
  description: 'A condition of a section or of a space of a site that asks for a claim that no visitor can have.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    section: t.field({
      type: SiteSection,
      nullable: true,
      description: 'The section that has the condition; null if a site space has it.',
      resolve: ({ section }) => section,
    }),
    siteSpace: t.field({
      type: SiteSpace,
      nullable: true,
      description: 'The site space that has the condition; null if a section has it.',
      resolve: ({ siteSpace }) => siteSpace,
    }),
    condition: t.exposeString('condition', { description: 'The condition.' }),
    fault: t.exposeString('fault', { description: 'The problem, as a sentence that names its place.' }),
    column: t.int({
      nullable: true,
      description: 'The character that it begins at, counted from 1.',
      resolve: ({ column }) => column ?? null,
    }),
  }),
});

/**
 * Returns the faults in the conditions of a site's parts that the viewer can see: first sections, then site spaces,
 * each in their order.
 */
export async function brokenConditions(
  context: Context,
  site: Row<'Site'>,
): Promise<WithIndexId<PartConditionFault>[]> {
  const schema = storedSchema(site.adaptiveSchema);
  const { sections, orderedSiteSpaces } = await loadVisibleStructure(context, site.id);
  const parts = [...sections.map((section) => ({ section })), ...orderedSiteSpaces.map((siteSpace) => ({ siteSpace }))];
  return withIndexIds(
    parts.flatMap((part) => {
      const { condition } = 'section' in part ? part.section : part.siteSpace;
      if (!isCondition(condition)) return [];
      return conditionFaults(condition, schema).map((fault) => ({ ...part, ...fault, condition }));
    }),
  );
}
