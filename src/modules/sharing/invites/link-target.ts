import type { OwnedContent } from '../../../access/policy.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { getRow, placeRole } from '../../shared/targets.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import { placeKinds, placeRef } from '../grants/places.js';

type InviteLink = Row<'InviteLink'>;

/** The object that a link opens: an organization, a space or a collection. */
export type LinkTarget = Pick<InviteLink, 'organizationId' | 'spaceId' | 'collectionId'>;

/**
 * Returns the actions of the policy on invite links to an object: one to see links, and one to create, change or delete
 * them.
 */
export function linkPolicy(link: LinkTarget) {
  const place = placeRef(link);
  if (!place) return { view: 'organization.viewInviteLinks', change: 'organization.invite' } as const;
  const { viewInviteLinks, grant } = placeKinds[place.kind];
  return { view: viewInviteLinks, change: grant } as const;
}

/**
 * Returns the object that a link opens, with the role of the viewer on it, as the policy requires. Reads through the
 * transaction.
 */
export async function linkTargetWithRole(unit: UnitOfWork, link: LinkTarget): Promise<OwnedContent> {
  const place = placeRef(link);
  if (!place) return { organizationId: link.organizationId } as OwnedContent;
  return placeRole(unit, await getRow(unit, placeKinds[place.kind].name, place.id));
}
