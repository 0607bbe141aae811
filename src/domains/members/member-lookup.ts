import { type Expression, sql } from 'kysely';
import { grantedCollections, grantedSpaces } from '../../access/grants.js';
import { builder } from '../../graphql/builder.js';
import type { Context } from '../../graphql/context.js';
import type { LoaderDefinition } from '../../store/loaders.js';
import type { Queries } from '../../store/queries.js';
import { Organization } from '../organizations/organization.js';
import { isVisibleSpace } from '../shared/visible.js';
import { memberKey, membersByKey } from './loaders.js';
import { Member } from './member.js';

builder.objectField(Organization, 'member', (t) =>
  t.field({
    type: Member,
    nullable: true,
    description: 'A member of the organization by its user.',
    args: { user: t.arg.id({ required: true, description: 'Id of the user.' }) },
    resolve: ({ id }, { user }, { loaders }) => loaders.load(membersByKey, memberKey(id, user)),
  }),
);

builder.objectFields(Member, (t) => ({
  spaceCount: t.int({
    description: 'Number of spaces that the member may see, of those that the caller may see.',
    resolve: async (member, _args, context) => (await countsOf(member, context)).spaces,
  }),
  teamCount: t.int({
    description: 'Number of teams that the member is in.',
    resolve: async (member, _args, context) => (await countsOf(member, context)).teams,
  }),
}));

interface MemberCounts {
  spaces: number;
  teams: number;
}

function countsOf(
  { organizationId, userId }: { organizationId: string; userId: string },
  context: Context,
): Promise<MemberCounts> {
  return context.loaders.load(memberCounts(context), memberKey(organizationId, userId));
}

/** The counts of members by key, as the viewer of a request sees them: one batch, whichever of them is asked for. */
function memberCounts(context: Context): LoaderDefinition<string, MemberCounts> {
  return context.loaders.once('memberCounts', () => ({
    name: 'memberCounts',
    async load(queries, keys) {
      const rows = await queries.perKey<MemberCounts>({
        keys: keys.map((key) => key.split(' ')),
        query: (organizationId, userId) => countQuery(queries, context, { organizationId, userId } as MemberOfQuery),
        decode: { spaces: 'int', teams: 'int' },
      });
      return rows.map(([counts]) => counts!);
    },
  }));
}

interface MemberOfQuery {
  organizationId: Expression<string>;
  userId: Expression<string>;
}

/** A member sees the live spaces of its organization as an admin, by their default level, or by a grant. */
function countQuery(queries: Queries, context: Context, { organizationId, userId }: MemberOfQuery) {
  const sees = sql<boolean>`exists (select 1 from "Member" m
    where m."organizationId" = ${organizationId} and m."userId" = ${userId}
      and (m."role" = 'admin' or m."role" is not null and "Space"."resolvedLevel" is not null))
    or "Space"."id" in (${grantedSpaces({ userId }, 'read')})
    or "Space"."parentId" in (${grantedCollections({ userId }, 'read')})`;
  const counts = queries.sql.selectNoFrom(({ selectFrom }) => [
    selectFrom('Space')
      .select(({ fn }) => fn.countAll<number>().as('number'))
      .where('organizationId', '=', organizationId)
      .where('deletedAt', 'is', null)
      .where(sql<boolean>`(${sees})`)
      .where(isVisibleSpace(context, 'space.view'))
      .as('spaces'),
    selectFrom('TeamMember')
      .select(({ fn }) => fn.countAll<number>().as('number'))
      .where('organizationId', '=', organizationId)
      .where('userId', '=', userId)
      .as('teams'),
  ]);
  return counts.$castTo<MemberCounts>();
}
