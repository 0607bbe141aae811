import { can } from '../../access/policy.js';
import { isOperator } from '../../access/viewer.js';
import type { Guard } from '../../api/graphql/schema/access.js';
import { builder } from '../../api/graphql/schema/builder.js';
import { describe } from '../../api/graphql/schema/describe.js';
import { documentedEnum } from '../../api/graphql/schema/enums.js';
import { registerNode } from '../../api/graphql/schema/nodes.js';
import type { Row } from '../../platform/db/query/rows.js';
import { organizationsById } from '../identity/organizations/loaders.js';
import { Organization } from '../identity/organizations/organization.js';
import { ServerOrganization } from '../identity/server/server-organization.js';
import { jobsById } from './loaders.js';

type JobRow = Row<'Job'>;

/** State of a job. */
export const JobStatus = documentedEnum('JobStatus', 'State of a job.', {
  waiting: 'Queued, also for another attempt after a failure.',
  running: 'In progress.',
  done: 'Done.',
  dead: 'All its attempts have failed; it stays until it is restarted or removed.',
});

/** Allows admins access to the jobs of their organization, and the operator to all jobs. */
export const seesJob: Guard<JobRow> = ({ organizationId }, { viewer }) =>
  isOperator(viewer) || (organizationId !== null && can(viewer, 'job.view', { organizationId }));

/** A job. The type has no field for the payload, because the payload may name objects that an admin may not see. */
export const Job = builder.node(builder.objectRef<JobRow>('Job'), {
  description: 'Background work, done at least once.',
  extensions: { guard: seesJob },
  id: { resolve: ({ id }) => id, description: describe('Job', 'id') },
  fields: (t) => ({
    kind: t.exposeString('kind', { description: describe('Job', 'kind') }),
    status: t.expose('status', { type: JobStatus, description: 'State.' }),
    done: t.exposeInt('done', { description: describe('Job', 'done') }),
    total: t.exposeInt('total', { description: describe('Job', 'total') }),
    attempts: t.exposeInt('attempts', { description: describe('Job', 'attempts') }),
    error: t.exposeString('error', { nullable: true, description: describe('Job', 'error') }),
    runAt: t.expose('runAt', { type: 'DateTime', description: describe('Job', 'runAt') }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was asked for.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true, description: describe('Job', 'startedAt') }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: describe('Job', 'finishedAt'),
    }),
    organization: t.field({
      type: Organization,
      nullable: true,
      description: 'Organization that the job belongs to.',
      resolve: ({ organizationId }, _args, { loaders }) =>
        organizationId === null ? null : loaders.load(organizationsById, organizationId),
    }),
    serverOrganization: t.field({
      type: ServerOrganization,
      nullable: true,
      description: 'Organization that the job belongs to, as the operator of the server sees it; null for others.',
      resolve: ({ organizationId }, _args, { loaders }) =>
        organizationId === null ? null : loaders.load(organizationsById, organizationId),
    }),
  }),
});

registerNode('Job', ({ loaders }, id) => loaders.load(jobsById, id));
