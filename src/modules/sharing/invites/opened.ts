import type { OwnedContent } from '../../../access/policy.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { getRow, placeRole } from '../../shared/targets.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import { placeNameOf, places } from '../grants/places.js';

type InviteLink = Row<'InviteLink'>;

/** Object that a link opens. */
export type Opened = Pick<InviteLink, 'organizationId' | 'spaceId' | 'collectionId'>;

/** Returns the actions of the policy for links to an object: to see them, and to create, change or delete them. */
export function policyOf(link: Opened) {
  const place = placeNameOf(link);
  if (!place) return { view: 'organization.viewInviteLinks', change: 'organization.invite' } as const;
  const { viewInviteLinks, grant } = places[place.kind];
  return { view: viewInviteLinks, change: grant } as const;
}

/**
 * Returns the object for the policy: the object that a link opens, with the viewer's role on it. It reads through the
 * transaction.
 */
export async function openedBy(unit: UnitOfWork, link: Opened): Promise<OwnedContent> {
  const place = placeNameOf(link);
  if (!place) return { organizationId: link.organizationId } as OwnedContent;
  return placeRole(unit, await getRow(unit, places[place.kind].name, place.id));
}
