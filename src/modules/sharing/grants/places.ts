import type { Row } from '../../../platform/db/query/rows.js';

/**
 * The kinds of places that roles are granted on, with all that differs between them: the table, the column of a grant
 * or an invite link that names it, and the actions of the policy.
 */
export const places = {
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

/** A kind of place. */
export type PlaceKind = keyof typeof places;

/** A place by its kind and id. */
export interface PlaceName {
  kind: PlaceKind;
  id: string;
}

/** Who can be granted a role, with all that differs between them: the column of a grant, the field of requests, words. */
export const holders = {
  user: { name: 'User', column: 'userId', field: 'users', noun: 'member' },
  team: { name: 'Team', column: 'teamId', field: 'teams', noun: 'team' },
} as const;

/** A kind of holder. */
export type HolderKind = keyof typeof holders;

/** The place that a grant or an invite link names; null where it names none (a link to the organization). */
export function placeNameOf({
  spaceId,
  collectionId,
}: Pick<Row<'Grant'>, 'spaceId' | 'collectionId'>): PlaceName | null {
  if (spaceId !== null) return { kind: 'space', id: spaceId };
  return collectionId === null ? null : { kind: 'collection', id: collectionId };
}
