import { sql } from 'kysely';
import { organizationsOf } from '../../../access/viewer.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { listField } from '../../../api/graphql/schema/connections.js';
import { isVisible, viewerKey } from '../../shared/visible.js';
import { User } from '../users/user.js';
import { Organization } from './organization.js';

builder.objectField(User, 'organizations', (t) =>
  listField(t, {
    type: Organization,
    description:
      'For the caller: the organizations it belongs to, newest first. For another person: those that the caller belongs to as well and whose members it may see.',
    args: {},
    key: ({ id }) => id,
    list: (_args, context) => {
      const { viewer, read } = context;
      const ownOrganizationIds = organizationsOf(viewer);
      return {
        name: 'User.organizations',
        filters: viewerKey(context),
        order: { columns: ['id'], direction: 'desc' },
        query: (userId) => {
          const all = read.sql
            .selectFrom('Organization')
            .selectAll()
            .where(
              'id',
              'in',
              read.sql.selectFrom('Member').select('Member.organizationId').where('Member.userId', '=', userId!),
            );
          if (ownOrganizationIds === null || viewer.kind !== 'user')
            return all.where(isVisible(context, 'member.view', 'id'));
          const isSelf = sql`${userId!} = ${viewer.userId} and ${read.inList('id', ownOrganizationIds)}`;
          return all.where(sql<boolean>`(${isVisible(context, 'member.view', 'id')} or ${isSelf})` as never);
        },
      };
    },
  }),
);
