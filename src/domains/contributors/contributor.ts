import { embedded } from '../../graphql/access.js';
import { builder } from '../../graphql/builder.js';
import { documentedEnum } from '../../graphql/enums.js';
import { usersById } from '../users/loaders.js';
import { User } from '../users/user.js';
import type { Contribution } from './contributions.js';

const ContributionType = documentedEnum('ContributionType', 'What somebody contributed.', {
  edit: 'Edits of the content.',
  comment: 'Comments and replies, those of reviews among them.',
});

/** Somebody who contributed to a change request (`ChangeRequestUserContributor`). */
export const Contributor = builder.objectRef<Contribution>('Contributor').implement({
  description: 'Somebody who contributed to a change request, and what: whoever did both is there twice.',
  extensions: { guard: embedded, rest: { name: 'ChangeRequestUserContributor' } },
  fields: (t) => ({
    user: t.field({
      type: User,
      description: 'Who it is.',
      resolve: ({ userId }, _args, { loaders }) => loaders.get(usersById, userId),
    }),
    actionType: t.expose('actionType', { type: ContributionType, description: 'What they contributed.' }),
    count: t.exposeInt('count', { description: 'How many edits, or comments and replies.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When they contributed last.' }),
  }),
});
