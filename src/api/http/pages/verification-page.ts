import { escaped, type SmallPage } from './small-page.js';

/** Returns the page that asks for confirmation. It has a form: mail scanners open links, but submit no forms. */
export function askPage(email: string): SmallPage {
  const question = `<p>Is <strong>${escaped(email)}</strong> your address?</p>`;
  const form = '<form method="post"><button type="submit">Yes, confirm it</button></form>';
  return { title: 'Confirm your e-mail address', body: `${question}\n${form}`, form: true };
}

/** Returns the page after the confirmation. */
export function verifiedPage(email: string): SmallPage {
  const message = `<strong>${escaped(email)}</strong> is confirmed. You may close this page.`;
  return { title: 'Your e-mail address is confirmed', body: `<p role="status">${message}</p>` };
}

/** The page for an invalid or expired link. */
export const refusedPage: SmallPage = {
  title: 'This link does not work',
  body: '<p role="alert">It is older than a day, incomplete, or for an address that has changed. Ask whoever sent it for another.</p>',
};
