import { embedded } from '../../graphql/access.js';
import { builder } from '../../graphql/builder.js';
import { describe } from '../../graphql/describe.js';
import { hostnameRecord } from './hostname-record.js';
import { Site } from './site.js';

const SiteHostnameRecord = builder.objectRef<{ name: string; value: string }>('SiteHostnameRecord').implement({
  description: "A record of the name service (TXT) that shows a hostname to be the organization's.",
  extensions: { guard: embedded },
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the record.' }),
    value: t.exposeString('value', { description: 'Its text.' }),
  }),
});

builder.objectFields(Site, (t) => ({
  hostname: t.exposeString('hostname', { nullable: true, description: describe('Site', 'hostname') }),
  hostnameConfirmed: t.boolean({
    description: "Whether the hostname is shown to be the organization's; only then it is served.",
    resolve: ({ hostname, confirmedHostname }) => hostname !== null && hostname === confirmedHostname,
  }),
  confirmedHostname: t.exposeString('confirmedHostname', {
    nullable: true,
    description: 'The hostname, once it is confirmed; what `/v1` shows.',
  }),
  hostnameRecord: t.field({
    type: SiteHostnameRecord,
    nullable: true,
    description: 'The record to set before the hostname is confirmed; null where the site has none.',
    resolve: ({ id, hostname }) => (hostname === null ? null : hostnameRecord(id, hostname)),
  }),
}));
