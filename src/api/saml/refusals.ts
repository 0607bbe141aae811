import { type AppError, badInput, forbidden } from '../../platform/base/errors.js';

/**
 * FORBIDDEN for an answer that proves nothing. The caller learns that alone: which check failed would teach a forger.
 * The true reason is the error's `cause`, for the log only.
 */
export function refused(reason: string, cause?: unknown): AppError {
  const message = "The sign-in was refused: the identity provider's answer is not valid";
  const error = forbidden(message, { action: 'signIn', needs: 'the identity provider', reason: 'SAML_INVALID' });
  // As the constructor of Error sets it: serializers that walk an error's own properties pass it over.
  const value = new Error(reason.slice(0, longestReason), { cause });
  Object.defineProperty(error, 'cause', { value, configurable: true, writable: true });
  return error;
}

/** Reasons quote what was sent, and a log line should not be as long as that may be. */
const longestReason = 500;

/** BAD_USER_INPUT for an answer that is none, or that would cost too much to look at. */
export function malformed(rule: string): AppError {
  return badInput('SAMLResponse', `\`SAMLResponse\` ${rule}`);
}
