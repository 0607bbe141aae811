import { describe, expect, it } from 'vitest';
import type { News } from '../../../src/modules/notifications/news.js';
import { notificationMail } from '../../../src/modules/notifications/notification-mail.js';

const base = 'https://docs.test';
const linkFor = (kinds: readonly string[]) => `${base}/mail/unsubscribe?kinds=${kinds}`;
const mergedNotification: News = {
  kind: 'changeRequestMerged',
  sentence: 'Bo merged Fix <b> & more.',
  subjectId: 'crq_1',
};
const requestNotification: News = {
  kind: 'reviewRequest',
  sentence: 'Bo requested your review of B.',
  subjectId: 'crq_2',
};

describe('the mail about notifications', () => {
  it('has a sentence and a link for each change, and a link that turns off each kind', () => {
    const mail = notificationMail({
      organization: 'Acme',
      news: [mergedNotification, requestNotification, mergedNotification],
      base,
      linkFor,
    });
    expect(mail.subject).toBe('3 changes in Acme');
    expect(mail.unsubscribe).toBe(`${base}/mail/unsubscribe?kinds=reviewRequest,changeRequestMerged`);
    expect(mail.text).toBe(`Bo merged Fix <b> & more.
https://docs.test/app/crq_1

Bo requested your review of B.
https://docs.test/app/crq_2

Bo merged Fix <b> & more.
https://docs.test/app/crq_1

You get this mail because someone requested your review. Unsubscribe from mails about requests for your review:
https://docs.test/mail/unsubscribe?kinds=reviewRequest

You get this mail because you opened or reviewed a change request, or were asked to review it. Unsubscribe from mails about change requests that are merged:
https://docs.test/mail/unsubscribe?kinds=changeRequestMerged
`);
    const body = mail.html.slice(mail.html.indexOf('<body'));
    const shown = body
      .replace(/<[^>]*>/g, ' ')
      .replace(/&#x([0-9A-F]+);/g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)));
    for (const line of mail.text.split('\n')) expect(shown).toContain(line);
  });

  it('with one change has the sentence about this change as its subject', () => {
    const { subject } = notificationMail({ organization: 'Acme', news: [requestNotification], base, linkFor });
    expect(subject).toBe('Bo requested your review of B');
  });

  it('with more than 50 changes says how many it omits', () => {
    const news = Array.from({ length: 53 }, (_, index) => ({ ...mergedNotification, subjectId: `crq_${index}` }));
    const { text, subject } = notificationMail({ organization: 'Acme', news, base, linkFor });
    expect(subject).toBe('53 changes in Acme');
    expect(text).toContain('crq_49\n\nThe mail leaves out 3 more.');
    expect(text).not.toContain('crq_50');
  });
});
