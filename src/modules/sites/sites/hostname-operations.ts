import { mutation } from '../../../api/graphql/schema/mutation.js';
import { nullClears } from '../../../api/graphql/schema/null-clears.js';
import { badInput } from '../../../platform/base/errors.js';
import { confirmHostname, setHostname } from './hostname-actions.js';
import { sitePayload } from './site-payload.js';
import { SiteHostname } from './site-texts.js';

mutation('setSiteHostname', {
  description: 'Sets or removes the hostname of a site. A new hostname must be confirmed again.',
  policy: 'site.publish',
  takes: 'The site, and its hostname.',
  input: (t) => ({
    site: t.id({ required: true, description: 'Id of the site.' }),
    hostname: t.field({ type: SiteHostname, description: 'The hostname; null for none.', extensions: nullClears }),
  }),
  action: async ({ site, hostname }, context) => {
    if (hostname === undefined) throw badInput('hostname', '`hostname` is required; use null for none');
    await setHostname(context, site, hostname);
    return { id: site };
  },
  payload: sitePayload('The site afterwards.'),
});

mutation('confirmSiteHostname', {
  description:
    'Confirms the hostname of a site after its `hostnameRecord` is set. No other site can have the hostname then.',
  policy: 'site.publish',
  takes: 'The site whose hostname is confirmed.',
  input: (t) => ({ site: t.id({ required: true, description: 'Id of the site.' }) }),
  action: async ({ site }, context) => {
    await confirmHostname(context, site);
    return { id: site };
  },
  payload: sitePayload('The site with its hostname.'),
});
