import type { Row } from '../../../platform/db/query/rows.js';

/**
 * For each kind of object with grants: the table, the column of a grant or invite link, and the actions of the policy.
 */
export const placeKinds = {
  space: {
    name: 'Space',
    column: 'spaceId',
    view: 'space.view',
    viewGrants: 'space.viewGrants',
    grant: 'space.grant',
    viewInviteLinks: 'space.viewInviteLinks',
  },
  collection: {
    name: 'Collection',
    column: 'collectionId',
    view: 'collection.view',
    viewGrants: 'collection.viewGrants',
    grant: 'collection.grant',
    viewInviteLinks: 'collection.viewInviteLinks',
  },
} as const;

/** Kind of an object that roles can be granted on. */
export type PlaceKind = keyof typeof placeKinds;

/** A space or collection by its id. */
export interface PlaceRef {
  kind: PlaceKind;
  id: string;
}

/** For each kind of holder of grants: the column of a grant, the field of requests, and the noun in messages. */
export const holders = {
  user: { name: 'User', column: 'userId', field: 'users', noun: 'member' },
  team: { name: 'Team', column: 'teamId', field: 'teams', noun: 'team' },
} as const;

/** Kind of the holder of a grant. */
export type HolderKind = keyof typeof holders;

/** Returns the space or collection of a grant or invite link; null for a link to the organization. */
export function placeRef({ spaceId, collectionId }: Pick<Row<'Grant'>, 'spaceId' | 'collectionId'>): PlaceRef | null {
  if (spaceId !== null) return { kind: 'space', id: spaceId };
  return collectionId === null ? null : { kind: 'collection', id: collectionId };
}
