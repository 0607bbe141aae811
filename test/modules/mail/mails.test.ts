import { describe, expect, it } from 'vitest';
import { invitationMail } from '../../../src/modules/mail/mails/invitation-mail.js';
import type { MailContent } from '../../../src/modules/mail/mails/layout.js';
import { signInLinkMail } from '../../../src/modules/mail/mails/sign-in-link-mail.js';
import { verificationMail } from '../../../src/modules/mail/mails/verification-mail.js';

const base = 'https://docs.test';
const address = 'ann@acme.test';
const invited = { address, organization: 'Acme', inviter: 'Bo', base };

const mails: Record<string, MailContent> = {
  invitation: invitationMail(invited),
  'sign-in link': signInLinkMail({ address, link: `${base}/sign-in/abc?a=1&b=2`, base }),
  verification: verificationMail({ address, link: `${base}/verify-email?user=usr_1&email=ann`, base }),
};

/** Returns the text that a mail program shows for an HTML mail. */
function shownText(html: string): string {
  const body = html.slice(html.indexOf('<body'));
  const decoded = body
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#x([0-9A-F]+);/g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)));
  return decoded.replace(/\s+/g, ' ').trim();
}

describe.each(Object.entries(mails))('the mail of %s', (_, mail) => {
  it('has the same content as text and as HTML', () => {
    const shown = shownText(mail.html);
    for (const line of mail.text.split('\n').filter((text) => text !== ''))
      expect(shown).toContain(line.replace(/:$/, ''));
  });

  it('has no image, script or style sheet, and supports a dark mode', () => {
    expect(mail.html).not.toMatch(/<(img|script|style|link)\b|url\(/);
    expect(mail.html).toContain('<meta name="color-scheme" content="light dark">');
    expect(mail.html).toContain('max-width:600px');
  });
});

it('each mail says who sends it and for what reason', () => {
  expect(Object.values(mails).map(({ subject }) => subject)).toEqual([
    'Bo invited you to Acme',
    'Sign in to docs.test',
    'Confirm your e-mail address for docs.test',
  ]);
  expect(mails.invitation!.text).toBe(`Bo made you a member of Acme on docs.test.

Sign in as ann@acme.test.

Sign in:
https://docs.test/login?email=ann%40acme.test

If you do not know this organization, ignore this mail.
`);
});

describe('names of other people in a mail', () => {
  const lineBreaks = ['\r\n', '\n', '\r', '\u2028', '\u2029', '\u0085', '\v'];

  it.each(lineBreaks.map((text) => JSON.stringify(text)))('with the line break %s stay on one line', (text) => {
    const name = `Bo${JSON.parse(text)}Bcc: eve@evil.test`;
    for (const mail of [
      invitationMail({ ...invited, inviter: name }),
      invitationMail({ ...invited, organization: name }),
    ]) {
      expect(mail.subject).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u);
      expect(mail.subject).toContain('Bo Bcc: eve@evil.test');
      expect(mail.text.split('\n')[0]).toContain('Bo Bcc: eve@evil.test');
    }
  });

  it('can neither add HTML nor change the direction of the text', () => {
    const { html, subject } = invitationMail({
      ...invited,
      inviter: '<b onclick="x">Bo\u202e</b>',
      organization: 'A&amp;B',
    });
    expect(html).not.toContain('<b ');
    expect(shownText(html)).toContain('<b onclick="x">Bo </b> made you a member of A&amp;B');
    expect(subject).not.toMatch(/\p{Bidi_Control}/u);
  });

  it('are truncated to 80 characters', () => {
    expect(invitationMail({ ...invited, inviter: '🌍'.repeat(90) }).subject).toBe(
      `${'🌍'.repeat(79)}… invited you to Acme`,
    );
  });
});
