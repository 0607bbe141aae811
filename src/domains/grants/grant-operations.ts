import { builder, type Fields, type InputFields } from '../../graphql/builder.js';
import { nullClears } from '../../graphql/null-clears.js';
import { Collection } from '../collections/collection.js';
import { MemberRole } from '../organizations/enums.js';
import { Space } from '../spaces/space.js';
import { type Invitation, inviteTo, maxHolders, removeGrant, updateGrant } from './actions.js';
import { getPlace } from './loaders.js';
import { type HolderKind, holders, type PlaceKind, type PlaceName, places } from './places.js';

const types = { space: Space, collection: Collection };

for (const kind of Object.keys(places) as PlaceKind[]) {
  declareInvite(kind);
  for (const holder of Object.keys(holders) as HolderKind[]) {
    declareUpdate(kind, holder);
    declareRemove(kind, holder);
  }
}

/** The input of a mutation whose fields are named after the kinds. */
type Named = Record<string, string> & { role?: string | null };

function declareInvite(kind: PlaceKind): void {
  builder.relayMutationField(
    `inviteTo${places[kind].name}`,
    {
      description: `Who gets which role on a ${kind}: members, teams or both.`,
      inputFields: (t) => ({
        [kind]: placeField(t, kind),
        role: t.field({
          type: MemberRole,
          description: 'The role, required; null takes what they had there.',
          extensions: nullClears,
        }),
        users: holdersField(t, 'user'),
        teams: holdersField(t, 'team'),
      }),
    },
    {
      description: `Grants a role on a ${kind}, or takes it; takes the role admin on it.`,
      extensions: { policy: places[kind].grant },
      resolve: async (_root, { input }, context) => {
        const { [kind]: id, ...invitation } = input as unknown as Named;
        await inviteTo(context, { kind, id: id! }, invitation as Invitation);
        return { kind, id: id! };
      },
    },
    payload(kind),
  );
}

function declareUpdate(kind: PlaceKind, holder: HolderKind): void {
  const { name, noun } = holders[holder];
  builder.relayMutationField(
    `update${name}PermissionIn${places[kind].name}`,
    {
      description: `The role of a ${noun} on a ${kind}.`,
      inputFields: (t) => ({
        [kind]: placeField(t, kind),
        [holder]: t.id({ required: true, description: `Id of the ${holder}.` }),
        role: t.field({
          type: MemberRole,
          description: 'The role; absent: as it is; null: takes what was granted.',
          extensions: nullClears,
        }),
      }),
    },
    {
      description: `Sets the role of a ${noun} on a ${kind}, whether it had one there or not; takes the role admin on it.`,
      extensions: { policy: places[kind].grant },
      resolve: async (_root, { input }, context) => {
        const { [kind]: id, [holder]: holderId, role } = input as unknown as Named;
        await updateGrant(context, { kind, id: id! }, { kind: holder, id: holderId!, role });
        return { kind, id: id! };
      },
    },
    payload(kind),
  );
}

function declareRemove(kind: PlaceKind, holder: HolderKind): void {
  const { name, noun } = holders[holder];
  builder.relayMutationField(
    `remove${name}From${places[kind].name}`,
    {
      description: `A ${noun} who loses what was granted on a ${kind}.`,
      inputFields: (t) => ({
        [kind]: placeField(t, kind),
        [holder]: t.id({ required: true, description: `Id of the ${holder}.` }),
      }),
    },
    {
      description: `Takes what a ${noun} was granted on a ${kind} itself; takes the role admin on it.`,
      extensions: { policy: places[kind].grant },
      resolve: async (_root, { input }, context) => {
        const { [kind]: id, [holder]: holderId } = input as unknown as Named;
        await removeGrant(context, { kind, id: id! }, { kind: holder, id: holderId! });
        return { kind, id: id! };
      },
    },
    payload(kind),
  );
}

function placeField(t: InputFields, kind: PlaceKind) {
  return t.id({ required: true, description: `Id of the ${kind}.` });
}

function holdersField(t: InputFields, holder: HolderKind) {
  const rest = { schema: { minItems: 1, maxItems: maxHolders } };
  const description = `Ids of ${holders[holder].noun}s of the organization, 1 to ${maxHolders}.`;
  return t.idList({ description, extensions: { rest } });
}

function payload(kind: PlaceKind) {
  return {
    description: `The ${kind} with its grants.`,
    outputFields: (t: Fields<PlaceName>) => ({
      [kind]: t.field({
        type: types[kind] as typeof Space,
        description: `The ${kind} after the change.`,
        resolve: (place, _args, { loaders }) => getPlace(loaders, place) as never,
      }),
    }),
  };
}
