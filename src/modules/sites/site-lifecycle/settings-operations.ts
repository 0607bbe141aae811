import { builder } from '../../../api/graphql/schema/builder.js';
import { mutation } from '../../../api/graphql/schema/mutation.js';
import { nullClears } from '../../../api/graphql/schema/null-clears.js';
import { SiteAgentsContext, SiteVisibility } from '../sites/site.js';
import { siteInput } from '../sites/site-input.js';
import { sitePayload } from '../sites/site-payload.js';
import { SiteBasename, SiteProxyOrigin, SiteTitle } from '../sites/site-texts.js';
import { updateSite } from './settings-actions.js';

const SiteAdaptiveContentInput = builder.inputType('SiteAdaptiveContentInput', {
  description: 'Whether content adapts to the visitor.',
  extensions: { rest: { name: 'SiteAdaptiveContent' } },
  fields: (t) => ({ enabled: t.boolean({ required: true, description: 'Whether content adapts to the visitor.' }) }),
});

mutation('updateSite', {
  description:
    'Updates settings of a site, all of them or none. Changing `visibility` requires the role admin: it decides who may read a published site.',
  policy: ['site.update', 'site.publish'],
  takes: 'Changes to a site; absent fields stay.',
  input: (t) => ({
    ...siteInput(t),
    title: t.field({ type: SiteTitle, description: 'New title.' }),
    visibility: t.field({ type: SiteVisibility, description: 'Visibility; requires the role admin.' }),
    basename: t.field({
      type: SiteBasename,
      description: 'Name in the address of the published site; unique in the organization.',
    }),
    adaptiveContent: t.field({
      type: SiteAdaptiveContentInput,
      description: 'Whether content adapts to the visitor.',
    }),
    agentsContext: t.field({ type: SiteAgentsContext, description: 'Whether agents may read the site.' }),
    defaultSiteSpace: t.id({
      description: 'Id of the site space to show first: at the root of the site, or in the default section.',
    }),
    defaultSiteSection: t.id({ description: 'Id of the section to show first.' }),
    proxy: t.field({
      type: SiteProxyOrigin,
      description: 'Host and path at which a proxy shows the site; null for none.',
      extensions: nullClears,
    }),
  }),
  action: async ({ organization, site, ...changes }, context) => {
    await updateSite(context, { organization, site }, changes);
    return { id: site };
  },
  payload: sitePayload('The changed site.'),
});
