import { openBody } from '../../../src/modules/mail/mail-body.js';
import { mailDelayMs } from '../../../src/modules/notifications/notify.js';
import { sendNotificationsJob } from '../../../src/modules/notifications/send-notifications.js';
import type { Row } from '../../../src/platform/db/query/rows.js';
import type { JobKind } from '../../../src/platform/jobs/job-kind.js';
import { runDueJobs } from '../../../src/platform/jobs/run-due-jobs.js';
import { publicUrl, sealer, secret, type TestApp } from '../../support/app.js';
import { moveClock } from '../../support/clock.js';
import { type Person, seedMember, seedOrganization, seedSpace } from '../../support/seed.js';
import { openChangeRequest } from '../review/change-requests/proposal.js';

/** A mail about notifications. */
export interface NotificationMail {
  address: string;
  subject: string;
  text: string;
  html: string;
  unsubscribe: string;
}

/** Returns the kind of jobs that create the mails. */
export function sendKind({ store }: TestApp): JobKind {
  return sendNotificationsJob({ store, sealer, secret, base: publicUrl });
}

/** Moves the clock to the end of the gathering period, creates the mails, and returns those of an organization. */
export async function mailsAfterGathering(test: TestApp, organization: string): Promise<NotificationMail[]> {
  moveClock(mailDelayMs);
  await runDueJobs(test.store, [sendKind(test)]);
  return mailsOf(test, organization);
}

/** Returns the mails about notifications of an organization, ordered by address. */
export async function mailsOf({ store: { read, sql } }: TestApp, organization: string): Promise<NotificationMail[]> {
  const mails = sql.selectFrom('Mail').selectAll().where('organizationId', '=', organization);
  const rows = await read.all(mails.where('kind', '=', 'notification').orderBy('address').orderBy('id'));
  return rows.map((mail) => {
    const { text, html, unsubscribe } = openBody(sealer, mail)!;
    return { address: mail.address, subject: mail.subject, text, html, unsubscribe: unsubscribe! };
  });
}

/** Returns the notifications of an organization that are not in a mail yet. */
export function waitingNotifications({ store: { read, sql } }: TestApp, organization: string) {
  return read.all(sql.selectFrom('Notification').selectAll().where('organizationId', '=', organization)) as Promise<
    Row<'Notification'>[]
  >;
}

/** An organization with a change request of Ann, and two reviewers. */
export async function seedProposal(test: TestApp) {
  const { id, admin } = await seedOrganization(test);
  const space = await seedSpace(test, id);
  const ann = await seedMember(test, id, 'edit');
  const [bo, cy] = [await seedMember(test, id, 'review'), await seedMember(test, id, 'review')];
  const proposal = await openChangeRequest(test, space, ann.token);
  const requestReview = (people: Person[], { token }: { token: string } = ann) =>
    test.rest('POST', `${proposal.path}/requested-reviewers`, { token, body: { users: people.map((one) => one.id) } });
  const merge = ({ token }: { token: string } = admin) => test.rest('POST', `${proposal.path}/merge`, { token });
  return { organization: id, admin, space, ann, bo, cy, proposal, requestReview, merge };
}
