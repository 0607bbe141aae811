import { can } from '../../../access/policy.js';
import type { Guard } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { MemberRole } from '../organizations/enums.js';
import { organizationsById } from '../organizations/loaders.js';
import { Organization } from '../organizations/organization.js';
import { usersById } from '../users/loaders.js';
import { markAsCoMember, User } from '../users/user.js';

type Member = Row<'Member'>;

/** Members may see each other; guests may see only themselves. */
const seesMember: Guard<Member> = ({ organizationId, userId }, { viewer }) =>
  can(viewer, 'member.view', { organizationId }) || (viewer.kind === 'user' && viewer.userId === userId);

/** A membership. It has no id of its own: within its organization, the id of its user identifies it. */
export const Member = builder.objectRef<Member>('Member').implement({
  description:
    'A user as member of an organization. Its id is the id of the user, so that `node(id)` returns the user.',
  extensions: { guard: seesMember, rest: { constants: { object: 'member' }, name: 'OrganizationMember' } },
  fields: (t) => ({
    id: t.exposeID('userId', { description: 'Id of the user.' }),
    role: t.expose('role', { type: MemberRole, nullable: true, description: describe('Member', 'role') }),
    user: t.field({
      type: User,
      description: 'The user.',
      resolve: async ({ userId }, _args, { loaders }) => markAsCoMember(await loaders.get(usersById, userId)),
    }),
    organization: t.field({
      type: Organization,
      description: 'The organization.',
      resolve: ({ organizationId }, _args, { loaders }) => loaders.get(organizationsById, organizationId),
    }),
    disabled: t.exposeBoolean('disabled', { description: describe('Member', 'disabled') }),
    sso: t.exposeBoolean('sso', { description: describe('Member', 'sso') }),
    joinedAt: t.expose('joinedAt', { type: 'DateTime', description: 'When the user joined.' }),
    lastSeenAt: t.expose('lastSeenAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the user was last seen in the organization; null for never.',
    }),
  }),
});
