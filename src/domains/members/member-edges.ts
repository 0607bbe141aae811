import { authorize } from '../../access/policy.js';
import { builder } from '../../graphql/builder.js';
import { listField } from '../../graphql/connections.js';
import { documentedEnum } from '../../graphql/enums.js';
import { MemberRoleFilter } from '../organizations/enums.js';
import { Organization, owned } from '../organizations/organization.js';
import { OrderDirection } from '../shared/order-direction.js';
import { containsFolded } from '../shared/text-match.js';
import { viewerKey } from '../shared/visible.js';
import { memberKey, membersByKey } from './loaders.js';
import { Member } from './member.js';

const MemberSort = documentedEnum('MemberSort', 'Order of members.', {
  joinedAt: 'When they joined.',
  lastSeenAt: 'When they were last seen; filters out people who were never seen.',
});

builder.objectFields(Organization, (t) => ({
  members: listField(t, {
    type: Member,
    description: 'Members of the organization; requires the role read.',
    args: {
      order: t.arg({ type: OrderDirection, defaultValue: 'desc', description: 'Direction; default `DESC`.' }),
      sort: t.arg({ type: MemberSort, defaultValue: 'joinedAt', description: 'Order; default `JOINED_AT`.' }),
      role: t.arg({
        type: MemberRoleFilter,
        description: 'Returns only members with this role; `GUEST` means members without a role.',
      }),
      search: t.arg.string({
        description: 'Only those whose name or e-mail address contains this text, ignoring case and diacritics.',
      }),
    },
    key: ({ id }) => id,
    authorize: (organization, { viewer }) => authorize(viewer, 'member.view', owned(organization)),
    list: ({ order, sort, role, search }, context) => ({
      name: 'Organization.members',
      filters: [viewerKey(context), order, sort, role, search],
      order: {
        columns: [sort === 'lastSeenAt' ? 'lastSeenAt' : 'joinedAt', 'userId'],
        direction: order === 'asc' ? 'asc' : 'desc',
      },
      query: (organizationId) => {
        const { read } = context;
        let query = read.sql.selectFrom('Member').selectAll().where('organizationId', '=', organizationId!);
        if (sort === 'lastSeenAt') query = query.where('lastSeenAt', 'is not', null);
        if (role === 'guest') query = query.where('role', 'is', null);
        else if (role != null) query = query.where('role', '=', role);
        if (search == null) return query;
        return query.where(({ exists, selectFrom }) =>
          exists(
            selectFrom('User')
              .select('User.id')
              .whereRef('User.id', '=', 'Member.userId')
              .where(containsFolded(read, 'User.searchKey', search)),
          ),
        );
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
