import { authorize } from '../../access/policy.js';
import { builder } from '../../api/graphql/schema/builder.js';
import { listField } from '../../api/graphql/schema/connections.js';
import { Organization, owned } from '../identity/organizations/organization.js';
import { viewerKey } from '../shared/visible.js';
import { Job, JobStatus } from './job.js';

const JobFilter = builder.inputType('JobFilter', {
  description: 'Selection of jobs; all members must hold.',
  fields: (t) => ({
    status: t.field({ type: JobStatus, description: 'Only those with this status.' }),
    kind: t.string({ description: 'Only those of this kind.' }),
  }),
});

builder.objectField(Organization, 'jobs', (t) =>
  listField(t, {
    type: Job,
    description: 'Jobs of the organization, newest first; for its admins. Finished jobs stay for 7 days.',
    args: { filter: t.arg({ type: JobFilter, description: 'Selection of jobs.' }) },
    authorize: (organization, { viewer }) => authorize(viewer, 'job.view', owned(organization)),
    key: ({ id }) => id,
    list: ({ filter }, context) => ({
      name: 'Organization.jobs',
      filters: [viewerKey(context), filter],
      order: { columns: ['id'], direction: 'desc' },
      query: (organizationId) => {
        const { status, kind } = filter ?? {};
        let query = context.read.sql.selectFrom('Job').selectAll().where('organizationId', '=', organizationId!);
        if (status != null) query = query.where('status', '=', status);
        if (kind != null) query = query.where('kind', '=', kind);
        return query;
      },
    }),
  }),
);
