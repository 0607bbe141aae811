import { canOnTeam } from '../../../access/team-access.js';
import type { Context } from '../../../api/graphql/execution/context.js';
import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { teamsById } from '../teams/loaders.js';
import { Team } from '../teams/team.js';
import { usersById } from '../users/loaders.js';
import { markAsCoMember, User } from '../users/user.js';
import type { PersonChange } from './find-group-changes.js';

/**
 * A member whose teams would change because of the member's groups at an identity provider. Only admins may read the
 * field that lists it.
 */
export const GroupChange = builder.objectRef<PersonChange>('GroupChange').implement({
  description: 'A member whose teams the groups of an identity provider would change.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    user: t.field({
      type: User,
      description: 'The user.',
      resolve: async ({ id }, _args, { loaders }) => markAsCoMember(await loaders.get(usersById, id)),
    }),
    gains: t.field({
      type: [Team],
      description: 'Teams that the member would join, of those that the caller may see.',
      resolve: ({ gains }, _args, context) => visibleTeams(context, gains),
    }),
    loses: t.field({
      type: [Team],
      description: 'Teams that the member would leave, of those that the caller may see.',
      resolve: ({ loses }, _args, context) => visibleTeams(context, loses),
    }),
  }),
});

/** Loads teams, and leaves out those that are deleted or that the caller may not see. */
async function visibleTeams(context: Context, ids: readonly string[]): Promise<Row<'Team'>[]> {
  const teams = await Promise.all(ids.map((id) => context.loaders.load(teamsById, id)));
  const existing = teams.filter((team) => team !== null);
  const isVisible = await Promise.all(existing.map((team) => canOnTeam(context, 'team.view', team)));
  return existing.filter((_, index) => isVisible[index]);
}
