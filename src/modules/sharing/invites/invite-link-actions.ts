import { authorize, can } from '../../../access/policy.js';
import type { Viewer } from '../../../access/viewer.js';
import { type AppError, badInput, notFound } from '../../../platform/base/errors.js';
import { newCredential } from '../../../platform/base/ids.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { deleteLater, updateLater } from '../../../platform/db/write/change-rows.js';
import { insertLater } from '../../../platform/db/write/insert-rows.js';
import { type Act, type Actor, act } from '../../shared/act.js';
import type { EventAction } from '../../shared/event-actions.js';
import { findRow, lockTarget, placeRole, readTarget } from '../../shared/targets.js';
import { type PlaceName, placeNameOf, places } from '../grants/places.js';
import { openedBy, policyOf } from './opened.js';

type InviteLink = Row<'InviteLink'>;

/** What a link gives: a role in the organization, or a level on a place. */
export interface LinkRole {
  role?: string | null;
  level?: string | null;
}

/** A new link; it opens the organization where neither a space nor a collection is named. */
export interface NewLink extends LinkRole {
  organization: string;
  space?: string | null;
  collection?: string | null;
}

/**
 * Makes a link; takes admin on what it opens, hence nobody makes a link above the own role there.
 * @returns its id, which is the credential
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT for a place that the organization does not have and for a role where a
 * level belongs, or the other way round.
 */
export function createInviteLink(actor: Actor, link: NewLink): Promise<string> {
  const place = placeOf(link);
  const role = roleOf(link, place);
  return act(actor, async (under) => {
    const { organization: organizationId } = link;
    await readTarget(under, 'Organization', organizationId, place ? 'organization.view' : 'organization.invite');
    if (place) await requirePlace(under, organizationId, place);
    const id = newCredential('InviteLink');
    const opened = place ? { [places[place.kind].column]: place.id } : {};
    const row = { id, organizationId, ...opened, role, createdById: under.actorId, createdAt: under.at };
    insertLater(under.tx, { table: 'InviteLink', rows: [row] });
    record(under, 'createOrganizationInvite', { organizationId, place, role });
    return id;
  });
}

/** A link of an organization. */
export interface LinkName {
  organization: string;
  invite: string;
}

/** Changes what a link gives. @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT for a role where a level belongs, or reversed. */
export function updateInviteLink(actor: Actor, name: LinkName, changes: LinkRole): Promise<void> {
  return act(actor, async (under) => {
    const link = await lockLink(under, name);
    const place = placeNameOf(link);
    const role = roleOf(changes, place);
    updateLater(under.tx, { table: 'InviteLink', where: { id: link.id }, set: { role } });
    record(under, 'updateOrganizationInviteById', { organizationId: link.organizationId, place, role });
  });
}

/** Deletes a link: whoever holds it joins no more; who has joined stays. @throws NOT_FOUND, FORBIDDEN. */
export function deleteInviteLink(actor: Actor, name: LinkName): Promise<void> {
  return act(actor, async (under) => {
    const link = await lockLink(under, name);
    deleteLater(under.tx, { table: 'InviteLink', where: { id: link.id } });
    const { organizationId, role } = link;
    record(under, 'deleteOrganizationInviteById', { organizationId, place: placeNameOf(link), role });
  });
}

/** Reads a link through the transaction, with a condition on its organization. */
export async function findLink({ tx }: Act, { organization, invite }: LinkName): Promise<InviteLink | undefined> {
  const query = tx.read.sql.selectFrom('InviteLink').selectAll().where('id', '=', invite);
  return tx.read.first(query.where('organizationId', '=', organization));
}

/** The organization is locked for its links: whoever ends a membership there, or takes a place away, deletes some. */
async function lockLink(under: Act, name: LinkName): Promise<InviteLink> {
  await lockTarget(under, 'Organization', name.organization, 'organization.view');
  const link = await findLink(under, name);
  const opened = link && (await openedBy(under, link));
  if (!opened || !can(under.viewer, policyOf(link).view, opened)) throw unseen(under.viewer, name);
  authorize(under.viewer, policyOf(link).change, opened);
  return link;
}

/**
 * Refuses a link that the viewer does not see. Who may see no links of the organization at all is told just that,
 * whether there is such a link or not.
 * @returns NOT_FOUND
 * @throws FORBIDDEN
 */
function unseen(viewer: Viewer, { organization, invite }: LinkName): AppError {
  authorize(viewer, 'organization.viewInviteLinks', { organizationId: organization });
  return notFound('invite', invite);
}

async function requirePlace(under: Act, organizationId: string, { kind, id }: PlaceName): Promise<void> {
  const { name, view, grant } = places[kind];
  await under.tx.lock(name, id);
  const row = await findRow(under, name, id);
  const owned = row?.organizationId === organizationId ? await placeRole(under, row) : undefined;
  if (!owned || !can(under.viewer, view, owned))
    throw badInput(kind, `\`${kind}\` must be a ${kind} of the organization (got ${JSON.stringify(id)})`);
  authorize(under.viewer, grant, owned);
}

function placeOf({ space, collection }: NewLink): PlaceName | null {
  if (space != null && collection != null)
    throw badInput('collection', '`space` and `collection` exclude each other; give one of them');
  return placeNameOf({ spaceId: space ?? null, collectionId: collection ?? null });
}

/** A link to the organization gives a `role`, one to a place a `level`: that one must be there, the other not. */
function roleOf({ role, level }: LinkRole, place: PlaceName | null): string | null {
  const [field, other] = place ? (['level', 'role'] as const) : (['role', 'level'] as const);
  const given = { role, level };
  const opens = place?.kind ?? 'organization';
  if (given[other] !== undefined)
    throw badInput(
      other,
      `\`${other}\` must be absent for a link to ${opens === 'organization' ? 'an' : 'a'} ${opens}; set \`${field}\``,
    );
  const value = given[field];
  if (value === undefined) throw badInput(field, `\`${field}\` is required; use null for none`);
  return value;
}

/** Events name what a link opens, never the link: its id is a credential. */
function record(
  under: Act,
  action: EventAction,
  { organizationId, place, role }: { organizationId: string; place: PlaceName | null; role: string | null },
): void {
  under.record({ organizationId, action, targetId: place?.id ?? organizationId, changes: { role } });
}
