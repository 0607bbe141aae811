import { limits } from '../../../platform/base/limits.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';
import type { Sealer } from '../../../platform/secrets/sealed.js';
import type { Urls } from '../../../platform/urls/urls.js';
import { invitationMail } from '../../mail/mails/invitation-mail.js';
import { queueMails } from '../../mail/queue-mail.js';
import type { Actor, UnitOfWork } from '../../shared/unit-of-work.js';

/** An actor, the sealer of mails, and the base URL of the server. */
export type MailingActor = Actor & { sealer: Sealer; urls: Pick<Urls, 'base'> };

/** New members of an organization. */
interface NewMembers {
  organization: { id: string; title: string };
  /** Ids of users by address. */
  people: ReadonlyMap<string, string>;
}

/** Length of a day in milliseconds. In that time, an organization sends an address at most one invitation. */
const dayMs = 86_400_000;

/**
 * Queues an invitation mail for each new member. Skips addresses that got an invitation from the organization within a
 * day, and stops at its daily limit. The caller must have locked the organization.
 */
export async function mailInvitations(
  { tx, actorId }: UnitOfWork,
  { sealer, urls: { base } }: MailingActor,
  { organization: { id: organizationId, title: organization }, people }: NewMembers,
): Promise<void> {
  if (people.size === 0) return;
  const { sql } = tx.read;
  const query = sql.selectFrom('User').select('displayName').where('id', '=', actorId);
  const inviter = (await tx.read.first(query))!.displayName;
  const recent = await findRecent(tx, organizationId);
  const unmailed = [...people].filter(([address]) => !recent.has(address));
  const mails = unmailed.slice(0, Math.max(0, limits.invitationMails.value - recent.size)).map(([address, userId]) => ({
    ...({ kind: 'invitation', address, userId, organizationId, expiresAt: null } as const),
    ...invitationMail({ address, organization, inviter, base }),
  }));
  await queueMails({ tx, sealer }, mails);
}

/** Returns the addresses that got an invitation from the organization within a day. */
async function findRecent({ read }: Transaction, organizationId: string): Promise<ReadonlySet<string>> {
  const query = read.sql
    .selectFrom('Mail')
    .select('address')
    .where('organizationId', '=', organizationId)
    .where('kind', '=', 'invitation')
    .where('createdAt', '>', new Date(Date.now() - dayMs).toISOString());
  return new Set((await read.all(query)).map(({ address }) => address));
}
