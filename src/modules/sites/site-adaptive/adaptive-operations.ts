import { mutation } from '../../../api/graphql/schema/mutation.js';
import { siteInput } from '../sites/site-input.js';
import { sitePayload } from '../sites/site-payload.js';
import { updateAdaptiveSchema } from './actions.js';
import { SiteAdaptiveJSONSchema } from './adaptive-json-schema.js';

mutation('updateSiteAdaptiveSchema', {
  description:
    'Sets the schema of claims of the visitors of a site. Conditions that no longer match stay as they are; the site reports them.',
  policy: 'site.update',
  takes: 'The site, and the schema of the claims of its visitors.',
  input: (t) => ({
    ...siteInput(t),
    jsonSchema: t.field({
      type: SiteAdaptiveJSONSchema,
      required: true,
      description: 'The schema; replaces the previous one.',
    }),
  }),
  action: async ({ jsonSchema, ...name }, context) => {
    await updateAdaptiveSchema(context, name, jsonSchema!);
    return { id: name.site };
  },
  payload: sitePayload('The site with its new schema.'),
});
