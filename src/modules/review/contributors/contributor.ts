import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { documentedEnum } from '../../../api/graphql/schema/enums.js';
import { usersById } from '../../identity/users/loaders.js';
import { User } from '../../identity/users/user.js';
import type { Contribution } from './contributions.js';

const ContributionType = documentedEnum('ContributionType', 'Kind of a contribution.', {
  edit: 'Edits of the content.',
  comment: 'Comments and replies, including those of reviews.',
});

/** Contributions of one kind of a user to a change request (`ChangeRequestUserContributor` of the contract). */
export const Contributor = builder.objectRef<Contribution>('Contributor').implement({
  description: 'A contribution to a change request; a user who both edited and commented is listed twice.',
  extensions: { guard: partOfGuardedObject, rest: { name: 'ChangeRequestUserContributor' } },
  fields: (t) => ({
    user: t.field({
      type: User,
      description: 'The person.',
      resolve: ({ userId }, _args, { loaders }) => loaders.get(usersById, userId),
    }),
    actionType: t.expose('actionType', { type: ContributionType, description: 'Kind of their contribution.' }),
    count: t.exposeInt('count', { description: 'Number of edits, or of comments and replies.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When they contributed last.' }),
  }),
});
