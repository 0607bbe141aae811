import { authorize } from '../../access/policy.js';
import { builder, type InputFields } from '../../api/graphql/schema/builder.js';
import { listField } from '../../api/graphql/schema/connections.js';
import { Organization, owned } from '../identity/organizations/organization.js';
import { Server } from '../identity/server/server.js';
import { viewerKey } from '../shared/visible.js';
import { Job, JobStatus } from './job.js';
import { jobsQuery } from './job-log.js';

const filters = (t: InputFields) => ({
  status: t.field({ type: JobStatus, description: 'Only those with this status.' }),
  kind: t.string({ description: 'Only those of this kind.' }),
});

const JobFilter = builder.inputType('JobFilter', {
  description: 'Selection of jobs; all members must hold.',
  fields: filters,
});

const ServerJobFilter = builder.inputType('ServerJobFilter', {
  description: 'Selection of jobs of the server; all members must hold.',
  fields: (t) => ({
    ...filters(t),
    organization: t.id({ description: 'Only those of the organization with this id.' }),
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
      query: (organizationId) => jobsQuery(context.read, filter ?? {}).where('organizationId', '=', organizationId!),
    }),
  }),
);

builder.objectField(Server, 'jobs', (t) =>
  listField(t, {
    type: Job,
    description: 'Jobs of all organizations and of the server, newest first. Finished jobs stay for 7 days.',
    args: { filter: t.arg({ type: ServerJobFilter, description: 'Selection of jobs.' }) },
    list: ({ filter }, { read }) => ({
      name: 'Server.jobs',
      filters: filter,
      order: { columns: ['id'], direction: 'desc' },
      query: () => jobsQuery(read, filter ?? {}),
    }),
  }),
);
