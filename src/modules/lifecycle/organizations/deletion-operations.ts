import { ownChange } from '../../../api/graphql/schema/access.js';
import type { Fields } from '../../../api/graphql/schema/builder.js';
import { mutation } from '../../../api/graphql/schema/mutation.js';
import { organizationsById } from '../../identity/organizations/loaders.js';
import { Organization } from '../../identity/organizations/organization.js';
import { deleteOrganization, restoreOrganization } from './deletion-actions.js';

mutation('deleteOrganization', {
  description:
    'Deletes an organization: it no longer exists for anyone, and it is removed permanently 7 days later. Until then its admins and the operator can restore it. Also allowed for the operator.',
  policy: 'organization.delete',
  takes: 'The organization, and its title as a confirmation.',
  input: (t) => ({
    organization: t.id({ required: true, description: 'Id of the organization.' }),
    title: t.string({ required: true, description: 'Title of the organization, exactly as it is.' }),
  }),
  action: ({ organization, title }, context) => deleteOrganization(context, { organization, title }),
  payload: {
    description: 'The id of the deleted organization, and the time of its removal.',
    outputFields: (t: Fields<{ id: string; removeAt: string }>) => ({
      deletedId: t.exposeID('id', { description: 'Id of the deleted organization.' }),
      removeAt: t.expose('removeAt', {
        type: 'DateTime',
        description: 'When its removal begins, unless it is restored before.',
      }),
    }),
  },
});

mutation('restoreOrganization', {
  description:
    'Restores a deleted organization with its content, members and settings, until its removal begins. Requires a token or session that works in all organizations. Also allowed for the operator.',
  policy: 'organization.delete',
  takes: 'The organization.',
  input: (t) => ({ organization: t.id({ required: true, description: 'Id of the organization.' }) }),
  action: async ({ organization }, context) => {
    await restoreOrganization(context, organization);
    return { organization };
  },
  payload: {
    description: 'The restored organization.',
    outputFields: (t: Fields<{ organization: string }>) => ({
      organization: t.field({
        type: Organization,
        description: 'The organization. Its lists have what the caller may see from the next request on.',
        extensions: ownChange,
        resolve: ({ organization }, _args, { loaders }) => loaders.get(organizationsById, organization),
      }),
    }),
  },
});
