import { badInput } from '../../errors.js';
import type { Fields, InputFields } from '../../graphql/builder.js';
import { mutation } from '../../graphql/mutation.js';
import { nullClears } from '../../graphql/null-clears.js';
import { Collection } from '../collections/collection.js';
import { MemberRole } from '../organizations/enums.js';
import { Space } from '../spaces/space.js';
import { type HolderName, inviteTo, maxHolders, removeGrant, updateGrant } from './actions.js';
import { getPlace } from './loaders.js';
import { type HolderKind, holders, type PlaceName } from './places.js';

const policy = ['space.grant', 'collection.grant'] as const;

/** Each of these mutations answers with the place. */
const placePayload = {
  description: 'The space or collection with its grants.',
  outputFields: (t: Fields<PlaceName>) => ({
    space: t.field({
      type: Space,
      nullable: true,
      description: 'The space after the change, where it is one.',
      resolve: (place, _args, { loaders }) => (place.kind === 'space' ? (getPlace(loaders, place) as never) : null),
    }),
    collection: t.field({
      type: Collection,
      nullable: true,
      description: 'The collection after the change, where it is one.',
      resolve: (place, _args, { loaders }) =>
        place.kind === 'collection' ? (getPlace(loaders, place) as never) : null,
    }),
  }),
};

mutation('invite', {
  description: 'Grants members and teams a role on a space or collection, or takes it.',
  policy,
  takes: 'Who gets which role where: members, teams or both.',
  input: (t) => ({
    ...placeFields(t),
    role: t.field({
      type: MemberRole,
      description: 'The role, required; null takes what they had there.',
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
  description: 'Sets the role of a member or a team on a space or collection, whether it had one there or not.',
  policy,
  takes: 'Whose role is set where.',
  input: (t) => ({
    ...placeFields(t),
    ...holderFields(t),
    role: t.field({
      type: MemberRole,
      description: 'The role; absent: as it is; null: takes what was granted.',
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
  description: 'Takes what a member or a team was granted on a space or collection itself.',
  policy,
  takes: 'Who loses what was granted, and where.',
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

function placeOf({ space, collection }: { space?: string | null; collection?: string | null }): PlaceName {
  if ((space == null) === (collection == null))
    throw badInput('space', 'The place needs exactly one of `space` and `collection`');
  return space != null ? { kind: 'space', id: space } : { kind: 'collection', id: collection! };
}

function holderOf({ user, team }: { user?: string | null; team?: string | null }): HolderName {
  if ((user == null) === (team == null)) throw badInput('user', 'Who it is needs exactly one of `user` and `team`');
  return user != null ? { kind: 'user', id: user } : { kind: 'team', id: team! };
}
