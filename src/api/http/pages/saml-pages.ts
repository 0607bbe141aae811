import type { AppError, ErrorCode } from '../../../platform/base/errors.js';
import { escaped, type SmallPage } from './small-page.js';

/**
 * Returns the page of a failed sign-in: the failure, the next step, and the data that an administrator finds in the
 * log.
 */
export function failurePage({ code, status, message, detail }: AppError, requestId: string): SmallPage {
  const { title, advice } = failures[code] ?? otherFailure;
  return {
    title,
    body: `<p role="alert">${escaped(message)}.</p>
<p>${advice}</p>
<p><a class="button" href="/login">Go to the sign-in</a></p>
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
