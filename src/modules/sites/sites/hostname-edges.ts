import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import { hostnameRecord } from './hostname-record.js';
import { Site } from './site.js';

const SiteHostnameRecord = builder.objectRef<{ name: string; value: string }>('SiteHostnameRecord').implement({
  description: 'A DNS record (TXT) that proves that a hostname belongs to the organization.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the record.' }),
    value: t.exposeString('value', { description: 'Its text.' }),
  }),
});

builder.objectFields(Site, (t) => ({
  hostname: t.exposeString('hostname', { nullable: true, description: describe('Site', 'hostname') }),
  hostnameConfirmed: t.boolean({
    description: 'Whether the hostname is confirmed; only then it is served.',
    resolve: ({ hostname, confirmedHostname }) => hostname !== null && hostname === confirmedHostname,
  }),
  confirmedHostname: t.exposeString('confirmedHostname', {
    nullable: true,
    description: 'The hostname, after it is confirmed; `/v1` shows this one.',
  }),
  hostnameRecord: t.field({
    type: SiteHostnameRecord,
    nullable: true,
    description: 'DNS record to set before the hostname is confirmed; null if the site has none.',
    resolve: ({ id, hostname }) => (hostname === null ? null : hostnameRecord(id, hostname)),
  }),
}));
