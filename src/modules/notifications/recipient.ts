import { type Role, type UserViewer, viewerWithoutToken } from '../../access/viewer.js';
import type { Queries } from '../../platform/db/query/queries.js';
import { kindsAmong, type NotificationKind } from './kinds.js';

/** A person in an organization. */
export interface Membership {
  organizationId: string;
  userId: string;
}

/** The recipient of a mail. */
export interface Recipient {
  /** The person as a viewer with the current role in the organization, and without a token. */
  viewer: UserViewer;
  organizationId: string;
  organizationTitle: string;
  address: string;
  /** Kinds of notifications that the person has turned off. */
  muted: ReadonlySet<NotificationKind>;
}

/**
 * Reads the recipient of notifications.
 * @returns null for a person who is not a member, is disabled, has no address, or is locked out by required single
 * sign-on. Null also for a deleted organization.
 */
export async function findRecipient(read: Queries, membership: Membership): Promise<Recipient | null> {
  const { organizationId, userId } = membership;
  const query = read.sql
    .selectFrom('Member')
    .innerJoin('User', 'User.id', 'Member.userId')
    .innerJoin('Organization', 'Organization.id', 'Member.organizationId')
    .select(['User.email', 'User.mutedMails', 'Member.role', 'Member.sso', 'Organization.title'])
    .select('Organization.sso as requiresSso')
    .where('Member.organizationId', '=', organizationId)
    .where('Member.userId', '=', userId)
    .where('Member.disabled', '=', false)
    .where('Organization.deletedAt', 'is', null);
  const member = await read.first(query);
  if (!member || member.email === null || (member.requiresSso && !member.sso)) return null;
  return {
    viewer: viewerWithoutToken(userId, new Map([[organizationId, member.role as Role | null]])),
    organizationId,
    organizationTitle: member.title,
    address: member.email,
    muted: new Set(mutedKinds(member)),
  };
}

/** Returns the kinds of notifications that a person has turned off. */
export function mutedKinds({ mutedMails }: { mutedMails: unknown }): NotificationKind[] {
  return kindsAmong(Array.isArray(mutedMails) ? mutedMails : []);
}
