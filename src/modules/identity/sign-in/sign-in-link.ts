import type { Device } from '../../../access/device.js';
import { limits } from '../../../platform/base/limits.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { Store } from '../../../platform/db/write/store.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';
import { enqueue } from '../../../platform/jobs/enqueue.js';
import type { JobKind } from '../../../platform/jobs/job-kind.js';
import type { Sealer } from '../../../platform/secrets/sealed.js';
import { signInLinkMail } from '../../mail/mails/sign-in-link-mail.js';
import { queueMail } from '../../mail/queue-mail.js';
import { startSession } from '../sessions/start-session.js';
import { hashSecret, loginLifetimeMs, newSecret, type SignedIn } from '../sso/open-logins.js';
import { storedAddress } from '../users/email-address.js';
import { findUserByEmail } from '../users/find-user.js';

/** Kind of the jobs that send sign-in links. */
export const sendLinkKind = 'signInLinks.send';

/** Maximum number of links that one person has at the same time. Further requests send no mail. */
const maxLinks = 5;

/** A request for a sign-in link. */
export interface LinkRequest {
  address: string;
  /** Path to open after the sign-in; null for none. */
  redirect: string | null;
}

/**
 * Requests a sign-in link for an address. A job sends it, so that the response time does not reveal whether the address
 * has a user. At most one job for each address waits.
 * @returns false if too many jobs wait; the request is then dropped
 */
export async function requestLink(store: Store, { address, redirect }: LinkRequest): Promise<boolean> {
  if (await isQueueFull(store)) return false;
  const payload = { address, redirect, requestedAt: new Date().toISOString() };
  const key = linkRequestKey(address);
  const queue = { organizationId: null, lane: 'fetching', ownQueue: 'signInLinks' } as const;
  await store.transaction((tx) => enqueue(tx, { kind: sendLinkKind, payload, key, ...queue }));
  return true;
}

/** Returns the key of the job that sends a link to an address. It contains only a hash of the address. */
export function linkRequestKey(address: string): string {
  return `signInLink:${hashSecret(storedAddress(address))}`;
}

async function isQueueFull({ read, sql }: Store): Promise<boolean> {
  const waitingJobs = sql
    .selectFrom('Job')
    .select('id')
    .where('kind', '=', sendLinkKind)
    .where('status', '=', 'waiting');
  const last = waitingJobs.limit(1).offset(limits.signInLinksWaiting.value - 1);
  return (await read.first(last)) !== undefined;
}

/** Dependencies of the job that sends sign-in links. */
export interface LinkSender {
  store: Store;
  sealer: Sealer;
  /** Base address of the server. */
  base: string;
}

/** Returns the kind of jobs that send sign-in links. */
export function sendLinkJob(sender: LinkSender): JobKind {
  return { name: sendLinkKind, run: (payload) => sendLink(sender, payload as unknown as SendLinkPayload) };
}

/** Payload of the job that sends a sign-in link. */
interface SendLinkPayload extends LinkRequest {
  /** Time of the request, in ISO 8601. */
  requestedAt: string;
}

/**
 * Sends a sign-in link if the address has a user with fewer than 5 open links. It sends none if a link was created
 * after the request, so that a job that runs again does not send a second mail.
 */
function sendLink({ store, sealer, base }: LinkSender, request: SendLinkPayload): Promise<void> {
  const { address, redirect, requestedAt } = request;
  return store.transaction(async (tx) => {
    const user = await findUserByEmail(tx.read, address);
    if (!user || (await requiresSingleSignOn(tx, user.id))) return;
    await tx.lock('User', user.id);
    const at = new Date();
    const where = { userId: user.id, expiresAt: { gt: at } };
    const openLinks = await tx.prisma.signInLink.findMany({ where, select: { createdAt: true } });
    if (openLinks.length >= maxLinks || openLinks.some(({ createdAt }) => createdAt >= new Date(requestedAt))) return;
    const secret = newSecret();
    const expiresAt = new Date(at.getTime() + loginLifetimeMs);
    await tx.prisma.signInLink.create({
      data: { hash: hashSecret(secret), userId: user.id, redirect, createdAt: at, expiresAt },
      select: { hash: true },
    });
    const content = signInLinkMail({ address: user.email, link: `${base}/login/link?token=${secret}`, base });
    const recipient = { address: user.email, userId: user.id, organizationId: null };
    await queueMail({ tx, sealer }, { kind: 'signInLink', ...content, ...recipient, expiresAt });
  });
}

/**
 * Reports whether a user has organizations and all of them require single sign-on. A link would then open none of them.
 */
async function requiresSingleSignOn({ read }: Transaction, userId: string): Promise<boolean> {
  const query = read.sql
    .selectFrom('Member')
    .innerJoin('Organization', 'Organization.id', 'Member.organizationId')
    .select('Organization.sso')
    .distinct()
    .where('Member.userId', '=', userId)
    .where('Organization.deletedAt', 'is', null);
  const organizations = await read.all(query);
  return organizations.length > 0 && organizations.every(({ sso }) => sso);
}

/**
 * Returns the e-mail address of the user whom a sign-in link signs in; null if the link is unknown, used or expired.
 * The link still works afterwards.
 */
export async function findLinkAddress({ read }: Store, secret: string): Promise<string | null> {
  const query = read.sql
    .selectFrom('SignInLink')
    .innerJoin('User', 'User.id', 'SignInLink.userId')
    .select('User.email')
    .where('SignInLink.hash', '=', hashSecret(secret))
    .where('SignInLink.expiresAt', '>', new Date().toISOString());
  return (await read.first(query))?.email ?? null;
}

/**
 * Signs a person in with a link, which then no longer works. The person's address counts as verified, because the link
 * was sent to it.
 * @returns null if the link is unknown, used or expired
 */
export function useLink(store: Store, secret: string, device: Device): Promise<SignedIn | null> {
  return store.transaction(async (tx) => {
    const link = await consumeLink(tx, hashSecret(secret));
    if (!link) return null;
    const { userId, redirect } = link;
    const at = new Date();
    await tx.prisma.user.updateMany({ where: { id: userId, emailVerifiedAt: null }, data: { emailVerifiedAt: at } });
    const session = { userId, organizationId: null, provider: null, device };
    return { sessionSecret: await startSession(tx, session, at), redirect };
  });
}

/** Deletes a link and returns it; null if it is not valid, or if another request used it first. */
async function consumeLink({ read, prisma }: Transaction, linkHash: string): Promise<Row<'SignInLink'> | null> {
  const link = await read.first(read.sql.selectFrom('SignInLink').selectAll().where('hash', '=', linkHash));
  const { count } = await prisma.signInLink.deleteMany({ where: { hash: linkHash, expiresAt: { gt: new Date() } } });
  return link && count === 1 ? link : null;
}
