import { builder } from '../../../api/graphql/schema/builder.js';
import { mutation } from '../../../api/graphql/schema/mutation.js';
import { Organization } from '../organizations/organization.js';
import { emailDomainOf, normalizeDomain } from '../users/email-domain.js';
import { usersById } from '../users/loaders.js';
import { joinOrganization } from './join-actions.js';
import { joinPayload } from './join-payload.js';
import { findJoinableOrganizations } from './joinable.js';

builder.queryFields((t) => ({
  organizationsForEmailDomain: t.field({
    type: [Organization],
    description:
      "Organizations that people with an e-mail address of this domain may join, newest first, at most 100. The list is empty unless it is the domain of the caller's own verified address. An address that an identity provider verified counts for the organization of that provider only.",
    args: { domain: t.arg.string({ required: true, description: 'The domain, such as `example.org`.' }) },
    extensions: { policy: "the domain of the caller's own verified address" },
    resolve: async (_root, { domain }, context) => {
      const { viewer, loaders } = context;
      if (viewer.kind !== 'user') return [];
      const user = await loaders.get(usersById, viewer.userId);
      const ownDomain = user.email === null ? null : emailDomainOf(user.email);
      if (ownDomain === null || normalizeDomain(domain) !== ownDomain) return [];
      return findJoinableOrganizations(context, viewer, {
        domain: ownDomain,
        isVerified: user.emailVerifiedAt !== null,
      });
    },
  }),
}));

mutation('joinOrganization', {
  description:
    "Makes the caller a member with the organization's default role, if the organization accepts the domain of the caller's verified e-mail address. Joining again changes nothing.",
  policy: 'viewer.join',
  takes: 'The object that the caller joins.',
  input: (t) => ({ organization: t.id({ required: true, description: 'Id of the organization.' }) }),
  action: ({ organization }, context) => joinOrganization(context, organization),
  payload: joinPayload,
});
