import type { InputFields } from '../../../api/graphql/schema/builder.js';

/** Input fields that name a site, of every mutation on it or its parts that `/v1` has. */
export const siteInput = (t: InputFields) => ({
  organization: t.id({ required: true, description: 'Id of the organization.' }),
  site: t.id({ required: true, description: 'Id of the site.' }),
});
