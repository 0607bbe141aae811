import { builder } from '../../api/graphql/schema/builder.js';
import { mutation } from '../../api/graphql/schema/mutation.js';
import type { Row } from '../../platform/db/query/rows.js';
import { removeJob, replayJob } from './actions.js';
import { followJob } from './follow-job.js';
import { Job } from './job.js';
import { jobsById } from './loaders.js';

const policy = { policy: 'guard of Job' };

builder.queryField('job', (t) =>
  t.field({
    type: Job,
    nullable: true,
    description: 'A job by its id; for admins of its organization, and for the operator of the server.',
    args: { id: t.arg.id({ required: true, description: "The job's id." }) },
    extensions: policy,
    resolve: (_root, { id }, { loaders }) => loaders.load(jobsById, id),
  }),
);

builder.subscriptionField('jobProgress', (t) =>
  t.field({
    type: Job,
    description:
      'The state of a job now, and again after each change. It ends with the job, and with the token; for admins of its organization.',
    args: { id: t.arg.id({ required: true, description: "The job's id." }) },
    extensions: policy,
    subscribe: (_root, { id }, context) => followJob(context, id),
    resolve: (job) => job as Row<'Job'>,
  }),
);

mutation('replayJob', {
  description: 'Restarts a job that was given up, with as many attempts as a new one.',
  policy: ['job.manage', 'operator'],
  takes: 'The job to restart.',
  input: (t) => ({ job: t.id({ required: true, description: 'Id of the job.' }) }),
  action: async ({ job }, context) => {
    await replayJob(context, job);
    return { id: job };
  },
  payload: {
    description: 'The job, which is queued again.',
    outputFields: (t) => ({
      job: t.field({
        type: Job,
        description: 'The job, which is queued again.',
        resolve: ({ id }, _args, { loaders }) => loaders.get(jobsById, id),
      }),
    }),
  },
});

mutation('removeJob', {
  description: 'Removes a job that was given up, permanently.',
  policy: ['job.manage', 'operator'],
  takes: 'The job to remove.',
  input: (t) => ({ job: t.id({ required: true, description: 'Id of the job.' }) }),
  action: async ({ job }, context) => {
    await removeJob(context, job);
    return { id: job };
  },
  payload: {
    description: 'The removed object.',
    outputFields: (t) => ({ deletedId: t.exposeID('id', { description: 'Id of the removed job.' }) }),
  },
});
