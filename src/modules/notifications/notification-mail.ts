import { layOutMail, type MailContent, nameInMail } from '../mail/mails/layout.js';
import { kindsAmong, notificationKinds } from './kinds.js';
import type { News } from './news.js';

/** Maximum number of sentences in a mail. */
const maxSentences = 50;

/** Content of a mail about notifications. */
export interface NotificationMail {
  /** Title of the organization. */
  organization: string;
  /** Sentences of the mail, at least one. */
  news: readonly News[];
  /** Base address of the server. */
  base: string;
  /** Returns the link that turns off mails of the given kinds. */
  linkFor(kinds: readonly string[]): string;
}

/**
 * Returns the mail about notifications. It contains a link for each kind of notification in it, to turn that kind off.
 * The address for `List-Unsubscribe` turns off all of these kinds.
 */
export function notificationMail(mail: NotificationMail): MailContent & { unsubscribe: string } {
  const { news, base, linkFor } = mail;
  const shown = news.slice(0, maxSentences);
  const omittedCount = news.length - shown.length;
  const kinds = kindsAmong(shown.map(({ kind }) => kind));
  const content = layOutMail({
    subject: subjectLine(mail),
    paragraphs: [
      ...shown.map(({ sentence, subjectId }) => ({ text: sentence, href: `${base}/app/${subjectId}` })),
      ...(omittedCount > 0 ? [`The mail leaves out ${omittedCount} more.`] : []),
    ],
    closing: kinds.map((kind) => ({
      text: `You get this mail because ${notificationKinds[kind].reason}. Unsubscribe from mails about ${notificationKinds[kind].topic}:`,
      href: linkFor([kind]),
    })),
  });
  return { ...content, unsubscribe: linkFor(kinds) };
}

function subjectLine({ news, organization }: NotificationMail): string {
  if (news.length === 1) return news[0]!.sentence.replace(/\.$/, '');
  return `${news.length} changes in ${nameInMail(organization)}`;
}
