import type { AppError } from '../../../platform/base/errors.js';
import { escaped, type SmallPage } from './small-page.js';

/** Page for a visitor without a valid token, on a site that requires one. */
export const unknownVisitorPage: SmallPage = {
  title: 'This site is for signed-in visitors',
  body: '<p role="alert">Open it from where you sign in: the link from there says who you are. A link that worked before may have expired.</p>',
};

/** Returns the page for a person whose session does not admit them. `signIn` is the address of the sign-in. */
export function otherAccountPage(signIn: string): SmallPage {
  return {
    title: 'This account has no access',
    body: `<p role="alert">You are signed in, but this site does not admit your account.</p>
<p><a class="button" href="${escaped(signIn)}">Sign in with another account</a></p>`,
  };
}

/** Returns the page for an error, with the next step. */
export function publishedErrorPage(error: AppError): SmallPage {
  const [title, body] = errorTexts[error.code] ?? [
    'Something went wrong',
    `<p role="alert">${escaped(error.message)}</p>`,
  ];
  return { title, body };
}

const errorTexts: Partial<Record<AppError['code'], [title: string, body: string]>> = {
  NOT_FOUND: [
    'Nothing is here',
    '<p role="alert">The address may be mistyped, the page may be gone, or it may be for others to see.</p>',
  ],
  RATE_LIMITED: [
    'Too many pages at once',
    '<p role="alert">More was asked for from your network than this server gives in an hour. Try again later.</p>',
  ],
};
