import type { AccessTarget } from '../../../access/effective-role.js';
import { roleOnPlace } from '../../../access/place-access.js';
import { authorize } from '../../../access/policy.js';
import type { Context } from '../../../api/graphql/execution/context.js';
import { builder, type Fields } from '../../../api/graphql/schema/builder.js';
import { listField } from '../../../api/graphql/schema/connections.js';
import { Collection } from '../../content/collections/collection.js';
import { Space } from '../../content/spaces/space.js';
import { isVisible, viewerKey } from '../../shared/visible.js';
import { TeamGrant, UserGrant } from './grant.js';
import { type PlaceKind, placeKinds } from './places.js';

builder.objectFields(Space, (t) => grantLists(t as Fields<AccessTarget>, 'space'));
builder.objectFields(Collection, (t) => grantLists(t as Fields<AccessTarget>, 'collection'));

function grantLists(t: Fields<AccessTarget>, kind: PlaceKind) {
  const { name, column, viewGrants } = placeKinds[kind];
  const authorized = async (place: AccessTarget, context: Context): Promise<void> =>
    authorize(context.viewer, viewGrants, await roleOnPlace(context, place));
  const grants = ({ read }: Context) => read.sql.selectFrom('Grant').selectAll();
  return {
    userGrants: listField(t, {
      type: UserGrant,
      description: `Roles of members that were granted on the ${kind} itself, newest first.`,
      args: {},
      authorize: authorized,
      key: ({ id }) => id,
      list: (_args, context) => ({
        name: `${name}.userGrants`,
        filters: viewerKey(context),
        order: { columns: ['id'], direction: 'desc' },
        query: (id) => grants(context).where(column, '=', id!).where('userId', 'is not', null),
      }),
    }),
    teamGrants: listField(t, {
      type: TeamGrant,
      description: `Roles of teams that were granted on the ${kind} itself, newest first; guests see none.`,
      args: {},
      authorize: authorized,
      key: ({ id }) => id,
      list: (_args, context) => ({
        name: `${name}.teamGrants`,
        filters: viewerKey(context),
        order: { columns: ['id'], direction: 'desc' },
        query: (id) =>
          grants(context)
            .where(column, '=', id!)
            .where('teamId', 'is not', null)
            .where(isVisible(context, 'team.view')),
      }),
    }),
  };
}
