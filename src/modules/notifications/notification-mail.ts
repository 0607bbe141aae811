import { layOutMail, type MailContent, nameInMail } from '../mail/mails/layout.js';
import { kindsAmong, notificationKinds } from './kinds.js';
import type { News } from './news.js';

/** Maximum number of sentences in a mail. */
const maxSentences = 50;

/** The news of a mail. */
export interface NotificationMail {
  /** Title of the organization. */
  organization: string;
  /** At least one. */
  news: readonly News[];
  /** Base address of the server. */
  base: string;
  /** Returns the link that turns off mails of some kinds. */
  linkFor(kinds: readonly string[]): string;
}

/**
 * Returns the mail for some news. Each kind in it has a link that turns it off. The address for `List-Unsubscribe`
 * turns off all of them.
 */
export function notificationMail(mail: NotificationMail): MailContent & { unsubscribe: string } {
  const { news, base, linkFor } = mail;
  const shown = news.slice(0, maxSentences);
  const left = news.length - shown.length;
  const kinds = kindsAmong(shown.map(({ kind }) => kind));
  const content = layOutMail({
    subject: subjectLine(mail),
    paragraphs: [
      ...shown.map(({ sentence, subjectId }) => ({ text: sentence, href: `${base}/app/${subjectId}` })),
      ...(left > 0 ? [`The mail leaves out ${left} more.`] : []),
    ],
    closing: kinds.map((kind) => ({
      text: `You get this mail because ${notificationKinds[kind].because}. Unsubscribe from mails about ${notificationKinds[kind].topic}:`,
      href: linkFor([kind]),
    })),
  });
  return { ...content, unsubscribe: linkFor(kinds) };
}

function subjectLine({ news, organization }: NotificationMail): string {
  if (news.length === 1) return news[0]!.sentence.replace(/\.$/, '');
  return `${news.length} changes in ${nameInMail(organization)}`;
}
