import { builder } from '../../../api/graphql/schema/builder.js';
import { usersById } from './loaders.js';
import { findUser, User } from './user.js';

builder.queryFields((t) => ({
  viewer: t.field({
    type: User,
    nullable: true,
    description: 'The user to whom the access token belongs; null without a token.',
    extensions: { policy: 'anyone' },
    resolve: (_root, _args, { viewer, loaders }) =>
      viewer.kind === 'anonymous' ? null : loaders.load(usersById, viewer.userId),
  }),
  user: t.field({
    type: User,
    nullable: true,
    description: "A person of one of the caller's organizations.",
    args: { id: t.arg.id({ required: true, description: "The user's id." }) },
    extensions: { policy: 'sharesOrganization' },
    resolve: (_root, { id }, context) => findUser(context, id),
  }),
}));
