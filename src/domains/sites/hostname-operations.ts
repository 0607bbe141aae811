import { badInput } from '../../errors.js';
import { mutation } from '../../graphql/mutation.js';
import { nullClears } from '../../graphql/null-clears.js';
import { confirmHostname, setHostname } from './hostname-actions.js';
import { sitePayload } from './site-payload.js';
import { SiteHostname } from './site-texts.js';

mutation('setSiteHostname', {
  description: 'Sets the hostname that a site is to have, or takes it away. Another one is to be confirmed anew.',
  policy: 'site.publish',
  takes: 'Which site, and its hostname.',
  input: (t) => ({
    site: t.id({ required: true, description: 'Id of the site.' }),
    hostname: t.field({ type: SiteHostname, description: 'The hostname; null for none.', extensions: nullClears }),
  }),
  action: async ({ site, hostname }, context) => {
    if (hostname === undefined) throw badInput('hostname', '`hostname` is required; null gives none');
    await setHostname(context, site, hostname);
    return { id: site };
  },
  payload: sitePayload('The site after that.'),
});

mutation('confirmSiteHostname', {
  description: 'Confirms the hostname of a site, once its `hostnameRecord` is set. No other site has it then.',
  policy: 'site.publish',
  takes: 'Whose hostname to confirm.',
  input: (t) => ({ site: t.id({ required: true, description: 'Id of the site.' }) }),
  action: async ({ site }, context) => {
    await confirmHostname(context, site);
    return { id: site };
  },
  payload: sitePayload('The site with its hostname.'),
});
