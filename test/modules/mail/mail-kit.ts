import { jobKinds } from '../../../src/app/job-kinds.js';
import { type NewMail, queueMail } from '../../../src/modules/mail/queue-mail.js';
import { createMailSender, type MailSender } from '../../../src/modules/mail/send-mail.js';
import type { Row } from '../../../src/platform/db/query/rows.js';
import type { Store } from '../../../src/platform/db/write/store.js';
import type { JobKind } from '../../../src/platform/jobs/job-kind.js';
import { createOutbound } from '../../../src/platform/outbound/outbound.js';
import { sealer } from '../../support/app.js';
import { atEnd } from '../../support/database.js';

/** Link in the body of the test mails. */
export const link = 'https://docs.test/sign-in/secret-of-the-link';

const base: NewMail = {
  kind: 'signInLink',
  address: 'ann@acme.test',
  userId: null,
  organizationId: null,
  expiresAt: null,
  subject: 'Sign in',
  text: `${link}\n`,
  html: `<a href="${link}">Sign in</a>\n`,
};

/** Queues a mail with a link. */
export function queue(store: Store, mail: Partial<NewMail> = {}): Promise<string> {
  return store.transaction((tx) => queueMail({ tx, sealer }, { ...base, ...mail }));
}

/** Creates a sender for the mail server of a test. The connection is closed at the end of the test file. */
export function senderTo(smtpUrl: string): MailSender {
  const sender = createMailSender({ smtpUrl, from: { name: 'docgraph', address: 'docgraph@docs.test' } }, sealer)!;
  atEnd(() => sender.transport.close());
  return sender;
}

/** Returns the kinds of jobs that send mails, or an empty array without a sender. */
export function sendKinds(store: Store, mail: MailSender | null): JobKind[] {
  return jobKinds({ store, outbound: createOutbound([]), mail }).filter(({ name }) => name === 'mail.send');
}

/** Returns the stored row of a mail. */
export async function mailRow({ read }: Store, id: string): Promise<Row<'Mail'> | undefined> {
  return read.first(read.sql.selectFrom('Mail').selectAll().where('id', '=', id));
}

/** Returns the jobs that send mails, oldest first. */
export function sendJobs({ read }: Store): Promise<Row<'Job'>[]> {
  return read.all(read.sql.selectFrom('Job').selectAll().where('kind', '=', 'mail.send').orderBy('id'));
}
