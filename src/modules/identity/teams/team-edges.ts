import { type Expression, sql } from 'kysely';
import { authorize } from '../../../access/policy.js';
import type { Context } from '../../../api/graphql/execution/context.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { listField } from '../../../api/graphql/schema/connections.js';
import { byTitle, type Columns, orderChoice, rowOrder, searchArgument } from '../../shared/list-arguments.js';
import { containsFolded } from '../../shared/text-match.js';
import { isVisible, viewerKey } from '../../shared/visible.js';
import { memberKey } from '../members/loaders.js';
import { Member } from '../members/member.js';
import { Organization, owned } from '../organizations/organization.js';
import { teamsById } from './loaders.js';
import { Team } from './team.js';
import { TeamMembership } from './team-membership.js';
import { isVisibleTeam } from './visible-teams.js';

const TeamFilter = builder.inputType('TeamFilter', {
  description: 'Selection of teams.',
  fields: (t) => ({
    owner: t.id({
      description: 'Returns only teams that the member with this id can manage, which are all teams for an admin.',
    }),
  }),
});

const teamOrder = orderChoice<Columns>('Team', {
  createdAt: { description: 'When the team was created.', order: { columns: ['id'] } },
  title: byTitle,
});

builder.objectFields(Organization, (t) => ({
  teams: listField(t, {
    type: Team,
    description: 'Teams of the organization, newest first; guests may not list them.',
    args: {
      filter: t.arg({ type: TeamFilter, description: 'Selection of teams.' }),
      orderBy: teamOrder.argument(t),
      search: searchArgument(t, 'title'),
    },
    key: ({ id }) => id,
    authorize: (organization, { viewer }) => authorize(viewer, 'team.view', owned(organization)),
    list: ({ filter, orderBy, search }, context) => ({
      name: 'Organization.teams',
      filters: [viewerKey(context), filter, orderBy, search],
      order: rowOrder(teamOrder, orderBy),
      query: (organizationId) => {
        const visibleTeams = teamsQuery(context, organizationId!, search);
        const owner = filter?.owner;
        return owner == null ? visibleTeams : visibleTeams.where(canManage(owner));
      },
    }),
  }),
  team: t.field({
    type: Team,
    nullable: true,
    description: 'A team of the organization by its id.',
    args: { id: t.arg.id({ required: true, description: "The team's id." }) },
    resolve: async (organization, { id }, { loaders }) => {
      const team = await loaders.load(teamsById, id);
      return team?.organizationId === organization.id ? team : null;
    },
  }),
}));

function teamsQuery(context: Context, organizationId: Expression<string>, search: string | null | undefined) {
  const { read } = context;
  const all = read.sql.selectFrom('Team').selectAll().where('organizationId', '=', organizationId);
  const visibleTeams = all.where(isVisible(context, 'team.view'));
  return search == null ? visibleTeams : visibleTeams.where(containsFolded(read, 'titleKey', search));
}

/**
 * Returns the SQL condition that a member can manage the team of a row, as its owner or as an admin of its
 * organization. The policy has the same rule.
 */
function canManage(userId: string): Expression<boolean> {
  return sql<boolean>`(exists (select 1 from "TeamMember" m
      where m."teamId" = "Team"."id" and m."userId" = ${userId} and m."role" = 'owner')
    or exists (select 1 from "Member" m
      where m."organizationId" = "Team"."organizationId" and m."userId" = ${userId} and m."role" = 'admin'))`;
}

builder.objectField(Team, 'members', (t) =>
  listField(t, {
    type: TeamMembership,
    description: 'Members of the team, the latest first; guests may not list them.',
    args: {},
    key: ({ id }) => id,
    authorize: ({ organizationId }, { viewer }) => authorize(viewer, 'member.view', { organizationId }),
    list: (_args, context) => ({
      name: 'Team.members',
      filters: viewerKey(context),
      order: { columns: ['createdAt', 'userId'], direction: 'desc' },
      query: (teamId) =>
        context.read.sql
          .selectFrom('TeamMember')
          .selectAll()
          .where('teamId', '=', teamId!)
          .where(isVisible(context, 'member.view')),
    }),
  }),
);

builder.objectField(Member, 'teams', (t) =>
  listField(t, {
    type: TeamMembership,
    description: 'Teams of the member that the caller may see, newest first.',
    args: { search: searchArgument(t, 'title') },
    key: ({ organizationId, userId }) => memberKey(organizationId, userId),
    list: ({ search }, context) => ({
      name: 'Member.teams',
      filters: [viewerKey(context), search],
      order: { columns: ['TeamMember.teamId'], direction: 'desc' },
      query: (organizationId, userId) => {
        const visibleMemberships = context.read.sql
          .selectFrom('TeamMember')
          .innerJoin('Team', 'Team.id', 'TeamMember.teamId')
          .selectAll('TeamMember')
          .where('TeamMember.organizationId', '=', organizationId!)
          .where('TeamMember.userId', '=', userId!)
          .where(isVisibleTeam(context));
        return search == null
          ? visibleMemberships
          : visibleMemberships.where(containsFolded(context.read, 'Team.titleKey', search));
      },
    }),
  }),
);
