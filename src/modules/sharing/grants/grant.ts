import { canOnPlace } from '../../../access/place-access.js';
import { can } from '../../../access/policy.js';
import type { Guard } from '../../../api/graphql/schema/access.js';
import { builder, type Fields } from '../../../api/graphql/schema/builder.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import { typeNameOf } from '../../../api/graphql/schema/nodes.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { Collection } from '../../content/collections/collection.js';
import { Space } from '../../content/spaces/space.js';
import { MemberRole } from '../../identity/organizations/enums.js';
import { teamsById } from '../../identity/teams/loaders.js';
import { Team } from '../../identity/teams/team.js';
import { usersById } from '../../identity/users/loaders.js';
import { User } from '../../identity/users/user.js';
import { getPlace } from './loaders.js';
import { placeKinds, placeRef } from './places.js';

type Grant = Row<'Grant'>;

/** An object that roles can be granted on: a space or a collection. */
const Place = builder.unionType('Place', {
  description: 'An object on which a role can be granted.',
  types: [Space, Collection],
  resolveType: (place) => typeNameOf(place as { id: string }),
});

const placeOf = (grant: Grant) => placeRef(grant)!;

/** Guard of grants: the viewer must be allowed to see the grants of the space or collection. */
const canSeeGrant: Guard<Grant> = async (grant, context) =>
  canOnPlace(context, placeKinds[placeOf(grant).kind].viewGrants, await getPlace(context.loaders, placeOf(grant)));

const grantFields = (t: Fields<Grant>) => ({
  role: t.expose('role', { type: MemberRole, description: describe('Grant', 'role') }),
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When a role was first granted.' }),
  place: t.field({
    type: Place,
    description: 'The space or collection; a role on a collection holds for everything in it.',
    resolve: (grant, _args, { loaders }) => getPlace(loaders, placeOf(grant)),
  }),
});

/** A role that a member has on a space or collection. */
export const UserGrant = builder.objectRef<Grant>('UserGrant').implement({
  description: 'A role that a member has on a space or collection, granted there.',
  extensions: { guard: canSeeGrant },
  fields: (t) => ({
    user: t.field({
      type: User,
      description: 'The member.',
      resolve: ({ userId }, _args, { loaders }) => loaders.get(usersById, userId!),
    }),
    ...grantFields(t),
  }),
});

const canSeeTeamGrant: Guard<Grant> = (grant, context) =>
  can(context.viewer, 'team.view', grant) && canSeeGrant(grant, context);

/** A role that a team has on a space or collection. */
export const TeamGrant = builder.objectRef<Grant>('TeamGrant').implement({
  description: 'A role that a team has on a space or collection, granted there.',
  extensions: { guard: canSeeTeamGrant },
  fields: (t) => ({
    team: t.field({
      type: Team,
      description: 'The team.',
      resolve: ({ teamId }, _args, { loaders }) => loaders.get(teamsById, teamId!),
    }),
    ...grantFields(t),
  }),
});
