import { type Expression, sql } from 'kysely';
import { effectiveRole } from '../../../access/effective-role.js';
import { grantedCollections, grantedSpaces, grantsOfUser } from '../../../access/grants.js';
import { type Role, roles } from '../../../access/viewer.js';
import type { Context } from '../../../api/graphql/execution/context.js';
import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { listField } from '../../../api/graphql/schema/connections.js';
import type { LoaderDefinition } from '../../../platform/db/query/loaders.js';
import type { SelectBuilder } from '../../../platform/db/query/per-key.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { memberKey } from '../../identity/members/loaders.js';
import { Member } from '../../identity/members/member.js';
import { MemberRole } from '../../identity/organizations/enums.js';
import { type Columns, orderChoice, rowOrder } from '../../shared/list-arguments.js';
import { isVisibleSpace, viewerKey } from '../../shared/visible.js';
import { Space } from './space.js';

/** A space, with the id of a member and the role of this member in the organization. */
type SpaceOfMember = Row<'Space'> & { memberId: string; memberRole: string | null };

const MemberContentPermission = builder.objectRef<SpaceOfMember>('MemberContentPermission').implement({
  description: 'Rights of a member on a space.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    permission: t.field({
      type: MemberRole,
      description: "The member's role there: the highest of its own, its teams', and the default level.",
      resolve: async (space, _args, { loaders }) => {
        const grants = await loaders.load(grantsOfUser, space.memberId);
        return effectiveRole(space.memberRole as Role | null, space, grants)!;
      },
    }),
    space: t.field({ type: Space, description: 'The space.', resolve: (space) => space }),
  }),
});

/**
 * Selects the spaces that the viewer sees and that a member has a role on. Leaves out deleted spaces. The SQL follows
 * the rules of `effectiveRole`.
 */
function spacesOfMember(context: Context, organizationId: Expression<string>, userId: Expression<string>) {
  const level = sql.ref('Space.resolvedLevel');
  const holder = { userId };
  return context.read.sql
    .selectFrom('Member')
    .innerJoin('Space', 'Space.organizationId', 'Member.organizationId')
    .selectAll('Space')
    .select(['Member.userId as memberId', 'Member.role as memberRole'])
    .where('Member.organizationId', '=', organizationId)
    .where('Member.userId', '=', userId)
    .where('Space.deletedAt', 'is', null)
    .where(isVisibleSpace(context, 'space.view'))
    .where(
      sql<boolean>`("Member"."role" = 'admin'
        or "Member"."role" is not null and ${level} in ('inherit', ${sql.join(roles.map((role) => sql.lit(role)))})
        or "Space"."id" in (${grantedSpaces(holder, 'read')})
        or "Space"."parentId" in (${grantedCollections(holder, 'read')}))`,
    );
}

interface Counts {
  spaces: number;
  teams: number;
}

/**
 * Returns a loader of the numbers of spaces and teams of members. It uses one batch of queries, and counts only spaces
 * that the viewer sees.
 */
function memberCounts(context: Context): LoaderDefinition<string, Counts> {
  return context.loaders.once('memberCounts', () => ({
    name: 'memberCounts',
    async load(queries, keys) {
      const query = (organizationId: Expression<string>, userId: Expression<string>): SelectBuilder<Counts> => {
        const spaces = spacesOfMember(context, organizationId, userId).clearSelect().select(sql`1`.as('one'));
        const teams = queries.sql
          .selectFrom('TeamMember')
          .select('teamId')
          .where('organizationId', '=', organizationId)
          .where('userId', '=', userId);
        return queries.sql.selectNoFrom([
          sql<number>`(select count(*) from ${spaces} as s)`.as('spaces'),
          sql<number>`(select count(*) from ${teams} as t)`.as('teams'),
        ]);
      };
      const parts = keys.map((key) => key.split(' '));
      const counted = await queries.perKey({ keys: parts, query, decode: { spaces: 'int', teams: 'int' } });
      return counted.map(([counts]) => counts!);
    },
  }));
}

const memberSpaceOrder = orderChoice<Columns>('MemberSpace', {
  createdAt: { description: 'When the space was created.', order: { columns: ['Space.id'] } },
});

const memberKeyOf = ({ organizationId, userId }: Row<'Member'>): string => memberKey(organizationId, userId);

builder.objectFields(Member, (t) => ({
  spaces: listField(t, {
    type: MemberContentPermission,
    description: 'Spaces on which the member has a role and that the caller sees; deleted ones are left out.',
    args: { orderBy: memberSpaceOrder.argument(t) },
    key: memberKeyOf,
    list: ({ orderBy }, context) => ({
      name: 'Member.spaces',
      filters: [viewerKey(context), orderBy],
      order: rowOrder(memberSpaceOrder, orderBy),
      query: (organizationId, userId) => spacesOfMember(context, organizationId!, userId!),
    }),
  }),
  spaceCount: t.int({
    description: 'Number of the spaces on which the member has a role and that the caller sees.',
    resolve: async (member, _args, context) =>
      (await context.loaders.load(memberCounts(context), memberKeyOf(member))).spaces,
  }),
  teamCount: t.int({
    description: 'Number of the teams that the member is in.',
    resolve: async (member, _args, context) =>
      (await context.loaders.load(memberCounts(context), memberKeyOf(member))).teams,
  }),
}));
