import { builder } from '../../../api/graphql/schema/builder.js';
import { arrayField } from '../../../api/graphql/schema/connections.js';
import { internal } from '../../../api/graphql/schema/field-marks.js';
import { viewerKey } from '../../shared/visible.js';
import { Site } from '../sites/site.js';
import { BrokenCondition, brokenConditions } from './broken-condition.js';
import { SiteAdaptiveSchema } from './site-adaptive-schema.js';
import { SiteAdaptiveTemplateCondition, templatesOf } from './template-condition.js';

builder.objectFields(Site, (t) => ({
  adaptiveSchema: t.field({
    type: SiteAdaptiveSchema,
    nullable: true,
    description: 'Schema of claims of its visitors; null until it is set.',
    resolve: (site) => (site.adaptiveSchema === null ? null : site),
  }),
  adaptiveTemplateConditions: arrayField(t, {
    type: SiteAdaptiveTemplateCondition,
    description: 'Example conditions, made from the schema, in its order; none without a schema.',
    args: {},
    items: async (site) => ({
      identity: ['Site.adaptiveTemplateConditions', site.id],
      items: templatesOf(site),
    }),
  }),
  adaptiveTemplateConditionList: t.field({
    type: [SiteAdaptiveTemplateCondition],
    description: 'Example conditions, made from the schema, in its order; none without a schema.',
    extensions: internal,
    resolve: templatesOf,
  }),
  brokenConditions: arrayField(t, {
    type: BrokenCondition,
    description:
      'Problems in the conditions of its sections and spaces that the caller may see: those that no longer match its schema of claims.',
    args: {},
    items: async (site, _args, context) => ({
      identity: ['Site.brokenConditions', viewerKey(context), site.id],
      items: await brokenConditions(context, site),
    }),
  }),
}));
