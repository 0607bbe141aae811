import { type Expression, sql } from 'kysely';
import { authorize } from '../../access/policy.js';
import { builder } from '../../graphql/builder.js';
import { listField } from '../../graphql/connections.js';
import type { Context } from '../../graphql/context.js';
import { memberKey } from '../members/loaders.js';
import { Member } from '../members/member.js';
import { Organization, owned } from '../organizations/organization.js';
import { containsFolded } from '../shared/text-match.js';
import { isVisible, viewerKey } from '../shared/visible.js';
import { teamsById } from './loaders.js';
import { Team } from './team.js';
import { TeamMembership } from './team-membership.js';
import { isVisibleTeam } from './visible-teams.js';

builder.objectFields(Organization, (t) => ({
  teams: listField(t, {
    type: Team,
    description: 'Teams of the organization, newest first; guests may not list them.',
    args: {
      owner: t.arg.id({
        description: 'Returns only teams that the member with this id can manage, which are all teams for an admin.',
      }),
      title: t.arg.string({ description: 'Only teams whose title contains this text, case-insensitively.' }),
    },
    key: ({ id }) => id,
    authorize: (organization, { viewer }) => authorize(viewer, 'team.view', owned(organization)),
    list: ({ owner, title }, context) => ({
      name: 'Organization.teams',
      filters: [viewerKey(context), owner, title],
      order: { columns: ['id'], direction: 'desc' },
      query: (organizationId) => {
        const visible = teamsIn(context, organizationId!, title);
        return owner == null ? visible : visible.where(canManage(owner));
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

function teamsIn(context: Context, organizationId: Expression<string>, title: string | null | undefined) {
  const { read } = context;
  const all = read.sql.selectFrom('Team').selectAll().where('organizationId', '=', organizationId);
  const visible = all.where(isVisible(context, 'team.view'));
  return title == null ? visible : visible.where(containsFolded(read, 'titleKey', title));
}

/** Whether a member can manage a team, by the same rule as the policy's: as its owner, or as admin of its organization. */
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
    args: { title: t.arg.string({ description: 'Only teams whose title contains this text, case-insensitively.' }) },
    key: ({ organizationId, userId }) => memberKey(organizationId, userId),
    list: ({ title }, context) => ({
      name: 'Member.teams',
      filters: [viewerKey(context), title],
      order: { columns: ['TeamMember.teamId'], direction: 'desc' },
      query: (organizationId, userId) => {
        const visible = context.read.sql
          .selectFrom('TeamMember')
          .innerJoin('Team', 'Team.id', 'TeamMember.teamId')
          .selectAll('TeamMember')
          .where('TeamMember.organizationId', '=', organizationId!)
          .where('TeamMember.userId', '=', userId!)
          .where(isVisibleTeam(context));
        return title == null ? visible : visible.where(containsFolded(context.read, 'Team.titleKey', title));
      },
    }),
  }),
);
