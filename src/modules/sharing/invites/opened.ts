import type { OwnedContent } from '../../../access/policy.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { getRow, placeRole } from '../../shared/targets.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import { placeNameOf, places } from '../grants/places.js';

type InviteLink = Row<'InviteLink'>;

/** What a link opens. */
export type Opened = Pick<InviteLink, 'organizationId' | 'spaceId' | 'collectionId'>;

/** The actions of the policy for links to something: seeing them, and making, changing or deleting them. */
export function policyOf(link: Opened) {
  const place = placeNameOf(link);
  if (!place) return { view: 'organization.viewInviteLinks', change: 'organization.invite' } as const;
  const { viewInviteLinks, grant } = places[place.kind];
  return { view: viewInviteLinks, change: grant } as const;
}

/** What the policy is asked about a link, through the transaction: what it opens, with the viewer's role there. */
export async function openedBy(unit: UnitOfWork, link: Opened): Promise<OwnedContent> {
  const place = placeNameOf(link);
  if (!place) return { organizationId: link.organizationId } as OwnedContent;
  return placeRole(unit, await getRow(unit, places[place.kind].name, place.id));
}
