import { builder } from '../../graphql/builder.js';
import { arrayField, storedOnly } from '../../graphql/connections.js';
import { viewerKey } from '../shared/visible.js';
import { Site } from '../sites/site.js';
import { BrokenCondition, brokenConditions } from './broken-condition.js';
import { SiteAdaptiveSchema } from './site-adaptive-schema.js';
import { SiteAdaptiveTemplateCondition, templatesOf } from './template-condition.js';

builder.objectFields(Site, (t) => ({
  adaptiveSchema: t.field({
    type: SiteAdaptiveSchema,
    nullable: true,
    description: 'What its visitors may claim; null until that is written.',
    resolve: (site) => (site.adaptiveSchema === null ? null : site),
  }),
  adaptiveTemplateConditions: arrayField(t, {
    type: SiteAdaptiveTemplateCondition,
    description: 'Conditions to start from, made from the schema in its order; none without one.',
    args: {},
    items: async (site) => ({
      identity: ['Site.adaptiveTemplateConditions', site.id],
      items: templatesOf(site),
    }),
  }),
  adaptiveTemplateConditionList: t.field({
    type: [SiteAdaptiveTemplateCondition],
    ...storedOnly(
      'Conditions to start from, made from the schema in its order; none without one.',
      'adaptiveTemplateConditions',
    ),
    resolve: templatesOf,
  }),
  brokenConditions: arrayField(t, {
    type: BrokenCondition,
    description:
      'What is wrong with the conditions of its sections and spaces that the caller may see: those that its schema no longer fits.',
    args: {},
    items: async (site, _args, context) => ({
      identity: ['Site.brokenConditions', viewerKey(context), site.id],
      items: await brokenConditions(context, site),
    }),
  }),
}));
