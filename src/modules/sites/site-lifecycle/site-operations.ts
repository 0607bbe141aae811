import { builder } from '../../../api/graphql/schema/builder.js';
import { mutation } from '../../../api/graphql/schema/mutation.js';
import { sitesById } from '../sites/loaders.js';
import { Site, SiteVisibility } from '../sites/site.js';
import { SiteType } from '../sites/site-parts.js';
import { sitePayload } from '../sites/site-payload.js';
import { SiteTitle } from '../sites/site-texts.js';
import { createSite } from './actions.js';

builder.queryFields((t) => ({
  site: t.field({
    type: Site,
    nullable: true,
    description: 'A site by its id.',
    args: { id: t.arg.id({ required: true, description: "The site's id." }) },
    extensions: { policy: 'guard of Site' },
    resolve: (_root, { id }, { loaders }) => loaders.load(sitesById, id),
  }),
}));

mutation('createSite', {
  description: 'Creates a site, unpublished.',
  policy: 'site.create',
  takes: 'Fields of a new site; all except the organization have a default.',
  input: (t) => ({
    organization: t.id({ required: true, description: 'Id of the organization.' }),
    type: t.field({ type: SiteType, description: 'Plan; default `BASIC`.' }),
    title: t.field({ type: SiteTitle, description: 'Title; default `Untitled`.' }),
    visibility: t.field({
      type: SiteVisibility,
      description: 'Visibility; default `PUBLIC`.',
    }),
    spaces: t.idList({
      description: 'Ids of the spaces to show, at most 250; the first is shown first.',
    }),
  }),
  action: async (input, context) => ({ id: await createSite(context, input) }),
  payload: sitePayload('The new site.'),
});
