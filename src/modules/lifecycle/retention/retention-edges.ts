import { authorize } from '../../../access/policy.js';
import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import type { RetentionKind } from '../../../platform/config/retention-config.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { oldestEventSequences } from '../../audit/events/oldest-event.js';
import { Organization, owned } from '../../identity/organizations/organization.js';
import { effectiveDays, retentionColumns } from './organization-retention.js';

/** How long an organization keeps rows of one kind. */
interface Retention {
  setting: number | null;
  maximum: number | null;
}

const RetentionType = builder.objectRef<Retention>('Retention').implement({
  description: 'How long an organization keeps rows of one kind.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    days: t.int({
      nullable: true,
      description: 'Number of days that the rows are kept: the shorter of both settings; null for no limit.',
      resolve: ({ setting, maximum }) => effectiveDays(setting, maximum),
    }),
    setting: t.exposeInt('setting', {
      nullable: true,
      description: 'Setting of the organization, in days; null if it has none.',
    }),
    maximum: t.exposeInt('maximum', {
      nullable: true,
      description: 'Setting of the server, in days; null for no limit.',
    }),
  }),
});

const OrganizationRetention = builder.objectRef<Row<'Organization'>>('OrganizationRetention').implement({
  description: 'How long an organization keeps rows, by kind.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => {
    const retentionField = (kind: RetentionKind, description: string) =>
      t.field({
        type: RetentionType,
        description,
        resolve: (organization, _args, { retention }) => {
          return { setting: organization[retentionColumns[kind]], maximum: retention[kind] };
        },
      });
    return {
      events: retentionField('events', 'Events, from their time on.'),
      revisions: retentionField('revisions', 'Revisions of merged change requests, from the merge on.'),
      pdfs: retentionField('pdfs', 'PDFs, from the time when they were made.'),
      mails: retentionField('mails', 'Mails in the outbox, from the time when they were written.'),
      jobs: retentionField('jobs', 'Jobs that are done, from their end on.'),
      oldestEvent: t.int({
        description:
          'Number of the oldest event from which the log has no gap. If no such event is left, the number of the next event.',
        resolve: ({ id }, _args, { loaders }) => loaders.get(oldestEventSequences, id),
      }),
    };
  },
});

builder.objectField(Organization, 'retention', (t) =>
  t.field({
    type: OrganizationRetention,
    description: 'How long the organization keeps rows; requires the role admin.',
    resolve: (organization, _args, { viewer }) => {
      authorize(viewer, 'organization.update', owned(organization));
      return organization;
    },
  }),
);
