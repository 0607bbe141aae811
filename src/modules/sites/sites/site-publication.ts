import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { Site } from './site.js';

const SiteCheckout = builder.objectRef<{ sessionId: string }>('SiteCheckout').implement({
  description:
    'A plan that must be bought before a site can be published. This server sells none, so it is never returned.',
  extensions: { guard: partOfGuardedObject, rest: { constants: { type: 'checkout' } } },
  fields: (t) => ({ sessionId: t.exposeString('sessionId', { description: 'Id of the sale.' }) }),
});

/** Result of publishing a site, as `/v1` documents it. On this server, it is always the site. */
export const SitePublication = builder.unionType('SitePublication', {
  description: 'Result of publishing a site: always the site, as this server sells no plans.',
  types: [Site, SiteCheckout],
  resolveType: () => Site,
});
