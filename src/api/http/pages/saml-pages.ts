import type { AppError, ErrorCode } from '../../../platform/base/errors.js';
import { tokenKey } from '../explorer/explorer-page.js';
import { escaped, type SmallPage } from './small-page.js';

/** A person who has signed in, with the data to show. */
export interface SignedIn {
  /** Access token, shown once. */
  token: string;
  expiresAt: Date;
  displayName: string;
  /** Title of the organization that the token works in. */
  organization: string;
  /** Path of this server to continue to; null for none. */
  redirect: string | null;
}

/** Returns the last page of a sign-in, which shows the token. Scripts can copy it, or pass it to the next page. */
export function signedInPage(signedIn: SignedIn, explorer: boolean): SmallPage {
  const { token, expiresAt, displayName, organization, redirect } = signedIn;
  const next = redirect ?? (explorer ? '/graphql' : null);
  const onwards = redirect ? `Continue to ${redirect}` : 'Open the explorer';
  const button = next ? `<button id="next" data-path="${escaped(next)}">${escaped(onwards)}</button>` : '';
  const expiry = expiresAt.toISOString();
  return {
    title: 'You are signed in',
    body: `<p>You are ${escaped(displayName)}, in ${escaped(organization)}.</p>
<label for="token">Access token</label>
<input id="token" readonly spellcheck="false" autocomplete="off" aria-describedby="about" value="${escaped(token)}">
<p id="about">It works in ${escaped(organization)} until
<time datetime="${expiry}">${expiry.slice(0, 16).replace('T', ' ')} UTC</time>, and is shown this once. Send it as
<code>Authorization: Bearer …</code>.</p>
<p id="actions" hidden><button id="copy">Copy</button> ${button} <span id="done" role="status"></span></p>`,
    script,
  };
}

/** Replaces the page in the browser's history. Its ticket is used up, so a way back would lead nowhere. */
const script = `const field = document.getElementById('token');
const done = document.getElementById('done');
document.getElementById('actions').hidden = false;
document.getElementById('copy').addEventListener('click', async () => {
  field.select();
  const copied = navigator.clipboard ? await navigator.clipboard.writeText(field.value).then(() => true, () => false) : document.execCommand('copy');
  done.textContent = copied ? 'Copied.' : 'Copy the marked text.';
});
document.getElementById('next')?.addEventListener('click', ({ currentTarget }) => {
  sessionStorage.setItem('${tokenKey}', field.value);
  location.replace(currentTarget.dataset.path);
});`;

/**
 * Returns the page of a failed sign-in: the failure, the next step, and the data that an administrator finds in the
 * log.
 */
export function failurePage({ code, status, message, detail }: AppError, requestId: string): SmallPage {
  const { title, advice } = failures[code] ?? otherFailure;
  return {
    title,
    body: `<p>${escaped(message)}.</p>
<p>${advice}</p>
<p class="detail">${status} ${detail.reason ?? code}, request <code>${escaped(requestId)}</code></p>`,
  };
}

interface Failure {
  title: string;
  advice: string;
}

const otherFailure: Failure = {
  title: 'The sign-in did not work',
  advice: 'Begin again in a minute. If it fails again, send your administrator the request id below: the log has it.',
};

const failures: { [code in ErrorCode]?: Failure } = {
  FORBIDDEN: {
    title: 'The sign-in was refused',
    advice:
      'Begin again. If it is refused again, send your administrator the request id below: the log has the reason.',
  },
  NOT_FOUND: {
    title: 'There is no sign-in here',
    advice: 'Check the address. The identity provider may have been removed, or not be set up to its end.',
  },
  BAD_USER_INPUT: {
    title: 'The answer cannot be read',
    advice: 'The request is not an answer of an identity provider. Begin again where you sign in.',
  },
  PAYLOAD_TOO_LARGE: {
    title: 'The answer is too large',
    advice: 'Your administrator can let the identity provider send less, such as fewer groups.',
  },
  RATE_LIMITED: { title: 'Too many attempts', advice: 'Wait, then begin again.' },
};
