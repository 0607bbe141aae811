import { mutation } from '../../../api/graphql/schema/mutation.js';
import { nullClears } from '../../../api/graphql/schema/null-clears.js';
import { maxRetentionDays, type RetentionKind, retentionKinds } from '../../../platform/config/retention-config.js';
import { organizationsById } from '../../identity/organizations/loaders.js';
import { Organization } from '../../identity/organizations/organization.js';
import { updateRetention } from './retention-actions.js';

function describeDays(kind: RetentionKind, rows: string): string {
  return `Days that ${rows} are kept, ${retentionKinds[kind].min} to ${maxRetentionDays}, and at most the maximum of the server; null for the maximum.`;
}

mutation('updateRetention', {
  description: 'Sets how long an organization keeps rows. Rows that are older are removed within a day.',
  policy: 'organization.update',
  takes: 'Numbers of days by kind; absent kinds stay.',
  input: (t) => ({
    organization: t.id({ required: true, description: 'Id of the organization.' }),
    events: t.int({ description: describeDays('events', 'events'), extensions: nullClears }),
    revisions: t.int({
      description: describeDays('revisions', 'revisions of merged change requests'),
      extensions: nullClears,
    }),
    pdfs: t.int({ description: describeDays('pdfs', 'PDFs'), extensions: nullClears }),
    mails: t.int({ description: describeDays('mails', 'mails'), extensions: nullClears }),
    jobs: t.int({ description: describeDays('jobs', 'jobs that are done'), extensions: nullClears }),
  }),
  action: async ({ organization, ...changes }, context) => {
    await updateRetention(context, organization, changes);
    return { id: organization };
  },
  payload: {
    description: 'The changed organization.',
    outputFields: (t) => ({
      organization: t.field({
        type: Organization,
        description: 'The organization after the change.',
        resolve: ({ id }, _args, { loaders }) => loaders.get(organizationsById, id),
      }),
    }),
  },
});
