import type { Fields, InputFields } from '../../../api/graphql/schema/builder.js';
import { mutation } from '../../../api/graphql/schema/mutation.js';
import { nullClears } from '../../../api/graphql/schema/null-clears.js';
import { badInput } from '../../../platform/base/errors.js';
import { Collection } from '../../content/collections/collection.js';
import { Space } from '../../content/spaces/space.js';
import { MemberRole } from '../../identity/organizations/enums.js';
import { type HolderRef, inviteTo, maxHolders, removeGrant, updateGrant } from './actions.js';
import { getPlace } from './loaders.js';
import { type HolderKind, holders, type PlaceRef } from './places.js';

const policy = ['space.grant', 'collection.grant'] as const;

/** Payload of the mutations of grants: the changed space or collection. */
const placePayload = {
  description: 'The space or collection with its grants.',
  outputFields: (t: Fields<PlaceRef>) => ({
    space: t.field({
      type: Space,
      nullable: true,
      description: 'The space after the change, if a space was changed.',
      resolve: (place, _args, { loaders }) => (place.kind === 'space' ? (getPlace(loaders, place) as never) : null),
    }),
    collection: t.field({
      type: Collection,
      nullable: true,
      description: 'The collection after the change, if a collection was changed.',
      resolve: (place, _args, { loaders }) =>
        place.kind === 'collection' ? (getPlace(loaders, place) as never) : null,
    }),
  }),
};

mutation('addGrants', {
  description: 'Grants members and teams a role on a space or collection, or revokes it.',
  policy,
  takes: 'The members and teams who get roles, and the object of the grants.',
  input: (t) => ({
    ...placeFields(t),
    role: t.field({
      type: MemberRole,
      description: 'The role, required; use null to revoke the grant.',
      extensions: nullClears,
    }),
    users: holdersField(t, 'user'),
    teams: holdersField(t, 'team'),
  }),
  action: async (input, context) => {
    const place = placeOf(input);
    await inviteTo(context, place, input);
    return place;
  },
  payload: placePayload,
});

mutation('updateGrant', {
  description: 'Sets the role of a member or a team on a space or collection, whether or not there was a grant.',
  policy,
  takes: 'The member or team that gets a role, and its object.',
  input: (t) => ({
    ...placeFields(t),
    ...holderFields(t),
    role: t.field({
      type: MemberRole,
      description: 'The role; if absent, it stays; use null to revoke the grant.',
      extensions: nullClears,
    }),
  }),
  action: async (input, context) => {
    const place = placeOf(input);
    await updateGrant(context, place, { ...holderOf(input), role: input.role });
    return place;
  },
  payload: placePayload,
});

mutation('removeGrant', {
  description: 'Revokes the grant of a member or a team on a space or collection itself.',
  policy,
  takes: 'The member or team whose grant is revoked, and its object.',
  input: (t) => ({ ...placeFields(t), ...holderFields(t) }),
  action: async (input, context) => {
    const place = placeOf(input);
    await removeGrant(context, place, holderOf(input));
    return place;
  },
  payload: placePayload,
});

function placeFields(t: InputFields) {
  return {
    space: t.id({ description: 'Id of the space; this or `collection`.' }),
    collection: t.id({ description: 'Id of the collection; this or `space`.' }),
  };
}

function holderFields(t: InputFields) {
  return {
    user: t.id({ description: 'Id of the member; this or `team`.' }),
    team: t.id({ description: 'Id of the team; this or `user`.' }),
  };
}

function holdersField(t: InputFields, holder: HolderKind) {
  const rest = { schema: { minItems: 1, maxItems: maxHolders } };
  const description = `Ids of ${holders[holder].noun}s of the organization, 1 to ${maxHolders}.`;
  return t.idList({ description, extensions: { rest } });
}

function placeOf({ space, collection }: { space?: string | null; collection?: string | null }): PlaceRef {
  if ((space == null) === (collection == null))
    throw badInput('space', 'Exactly one of `space` and `collection` is required');
  return space != null ? { kind: 'space', id: space } : { kind: 'collection', id: collection! };
}

function holderOf({ user, team }: { user?: string | null; team?: string | null }): HolderRef {
  if ((user == null) === (team == null)) throw badInput('user', 'Exactly one of `user` and `team` is required');
  return user != null ? { kind: 'user', id: user } : { kind: 'team', id: team! };
}
