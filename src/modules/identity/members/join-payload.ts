import { ownChange } from '../../../api/graphql/schema/access.js';
import type { Fields } from '../../../api/graphql/schema/builder.js';
import { documentedEnum } from '../../../api/graphql/schema/enums.js';
import { organizationsById } from '../organizations/loaders.js';
import { Organization } from '../organizations/organization.js';
import { memberKey, membersByKey } from './loaders.js';
import { Member } from './member.js';

/** Result of joining an organization: ids of the organization and of the user, and the outcome. */
export interface JoinResult {
  organization: string;
  user: string;
  outcome: 'joined' | 'unchanged';
}

const JoinOutcome = documentedEnum('JoinOutcome', 'Result of joining an organization.', {
  joined: 'The caller became a member, or has more rights than before.',
  unchanged: 'The caller had these rights before.',
});

/** Payload of a mutation with which the caller joins an organization. */
export const joinPayload = {
  description: 'The membership of the caller.',
  outputFields: (t: Fields<JoinResult>) => ({
    outcome: t.field({ type: JoinOutcome, description: 'Result of joining.', resolve: ({ outcome }) => outcome }),
    member: t.field({
      type: Member,
      description: 'The caller as a member.',
      extensions: ownChange,
      resolve: ({ organization, user }, _args, { loaders }) => loaders.get(membersByKey, memberKey(organization, user)),
    }),
    organization: t.field({
      type: Organization,
      description: 'The organization. Its lists have what the caller may see from the next request on.',
      extensions: ownChange,
      resolve: ({ organization }, _args, { loaders }) => loaders.get(organizationsById, organization),
    }),
  }),
};
