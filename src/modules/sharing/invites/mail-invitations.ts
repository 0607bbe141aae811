import type { Sealer } from '../../../platform/secrets/sealed.js';
import type { Urls } from '../../../platform/urls/urls.js';
import { invitationMail } from '../../mail/mails/invitation-mail.js';
import { queueMails } from '../../mail/queue-mail.js';
import type { Actor, UnitOfWork } from '../../shared/unit-of-work.js';

/** An actor, the sealer of mails, and the addresses of the server. */
export type MailingActor = Actor & { sealer: Sealer; urls: Pick<Urls, 'base'> };

/** New members of an organization. */
interface NewMembers {
  organization: { id: string; title: string };
  /** Ids of users by address. */
  people: ReadonlyMap<string, string>;
}

/** Queues a mail for each new member. It takes one read, and two inserts for some hundred members. */
export async function mailInvitations(
  { tx, actorId }: UnitOfWork,
  { sealer, urls: { base } }: MailingActor,
  { organization: { id: organizationId, title: organization }, people }: NewMembers,
): Promise<void> {
  if (people.size === 0) return;
  const { sql } = tx.read;
  const query = sql.selectFrom('User').select('displayName').where('id', '=', actorId);
  const inviter = (await tx.read.first(query))!.displayName;
  const mails = [...people].map(([address, userId]) => ({
    ...({ kind: 'invitation', address, userId, organizationId, expiresAt: null } as const),
    ...invitationMail({ address, organization, inviter, base }),
  }));
  await queueMails({ tx, sealer }, mails);
}
