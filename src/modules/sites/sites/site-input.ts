import type { InputFields } from '../../../api/graphql/schema/builder.js';

/** Returns the input fields that identify a site, for every mutation of `/v1` on a site or its parts. */
export const siteInput = (t: InputFields) => ({
  organization: t.id({ required: true, description: 'Id of the organization.' }),
  site: t.id({ required: true, description: 'Id of the site.' }),
});
