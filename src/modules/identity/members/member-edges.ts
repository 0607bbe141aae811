import { authorize } from '../../../access/policy.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { listField } from '../../../api/graphql/schema/connections.js';
import { type Columns, orderChoice, rowOrder, searchArgument } from '../../shared/list-arguments.js';
import { containsFolded } from '../../shared/text-match.js';
import { viewerKey } from '../../shared/visible.js';
import { MemberRoleFilter } from '../organizations/enums.js';
import { Organization, owned } from '../organizations/organization.js';
import { isOfKind, UserKind } from '../users/user-kind.js';
import { memberKey, membersByKey } from './loaders.js';
import { Member } from './member.js';

const MemberFilter = builder.inputType('MemberFilter', {
  description: 'Selection of members.',
  fields: (t) => ({
    role: t.field({
      type: MemberRoleFilter,
      description: 'Returns only members with this role; `GUEST` means members without a role.',
    }),
    kind: t.field({ type: UserKind, description: 'Returns only members whose user is of this kind.' }),
  }),
});

const memberOrder = orderChoice<Columns>(
  'Member',
  {
    joinedAt: { description: 'When they joined.', order: { columns: ['joinedAt', 'userId'] } },
    lastSeenAt: {
      description: 'When they were last seen; filters out people who were never seen.',
      order: { columns: ['lastSeenAt', 'userId'] },
    },
  },
  'MemberSort',
);

builder.objectFields(Organization, (t) => ({
  members: listField(t, {
    type: Member,
    description: 'Members of the organization; requires the role read.',
    args: {
      filter: t.arg({ type: MemberFilter, description: 'Selection of members.' }),
      orderBy: memberOrder.argument(t),
      search: searchArgument(t, 'name or e-mail address'),
    },
    key: ({ id }) => id,
    authorize: (organization, { viewer }) => authorize(viewer, 'member.view', owned(organization)),
    list: ({ filter, orderBy, search }, context) => ({
      name: 'Organization.members',
      filters: [viewerKey(context), filter, orderBy, search],
      order: rowOrder(memberOrder, orderBy),
      query: (organizationId) => {
        const { read } = context;
        const role = filter?.role;
        let query = read.sql.selectFrom('Member').selectAll().where('organizationId', '=', organizationId!);
        if (orderBy?.[0]?.field === 'lastSeenAt') query = query.where('lastSeenAt', 'is not', null);
        if (role === 'guest') query = query.where('role', 'is', null);
        else if (role != null) query = query.where('role', '=', role);
        const [kind, text] = [filter?.kind, search];
        if (kind == null && text == null) return query;
        return query.where(({ exists, selectFrom }) => {
          let user = selectFrom('User').select('User.id').whereRef('User.id', '=', 'Member.userId');
          if (text != null) user = user.where(containsFolded(read, 'User.searchKey', text));
          if (kind != null) user = user.where(isOfKind(kind));
          return exists(user);
        });
      },
    }),
  }),
  member: t.field({
    type: Member,
    nullable: true,
    description: 'A member of the organization by the id of its user; guests find only themselves.',
    args: { user: t.arg.id({ required: true, description: 'Id of the user.' }) },
    resolve: ({ id }, { user }, { loaders }) => loaders.load(membersByKey, memberKey(id, user)),
  }),
}));
