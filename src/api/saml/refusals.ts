import { type AppError, badInput, forbidden } from '../../platform/base/errors.js';

/**
 * Returns FORBIDDEN for a SAML response that proves nothing. The message does not name the failed check, which would
 * help a forger. The reason is the error's `cause`, for the log only.
 */
export function refused(reason: string, cause?: unknown): AppError {
  const message = "The sign-in was refused: the identity provider's answer is not valid";
  const error = forbidden(message, { action: 'signIn', needs: 'the identity provider', reason: 'SAML_INVALID' });
  // Not enumerable, as the constructor of Error defines it, so that serializers of an error's own properties skip it.
  const value = new Error(reason.slice(0, longestReason), { cause });
  Object.defineProperty(error, 'cause', { value, configurable: true, writable: true });
  return error;
}

/** Most characters of a reason. Reasons quote the response, which may be too long for a log entry. */
const longestReason = 500;

/** Returns BAD_USER_INPUT for a value that is not a SAML response, or that would cost too much to read. */
export function malformed(rule: string): AppError {
  return badInput('SAMLResponse', `\`SAMLResponse\` ${rule}`);
}
