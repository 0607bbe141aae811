import { type AppError, badInput, forbidden } from '../../platform/base/errors.js';

/**
 * Returns a FORBIDDEN error for a SAML response that fails a check. The message does not name the check, because that
 * would help a forger. The reason is the error's `cause`, for the log only.
 */
export function refused(reason: string, cause?: unknown): AppError {
  const message = "The sign-in was refused: the identity provider's answer is not valid";
  const error = forbidden(message, { action: 'signIn', needs: 'the identity provider', reason: 'SAML_INVALID' });
  // `cause` is not enumerable, as the constructor of Error defines it. Serializers that copy an error's own enumerable
  // properties therefore skip it.
  const value = new Error(reason.slice(0, maxReasonLength), { cause });
  Object.defineProperty(error, 'cause', { value, configurable: true, writable: true });
  return error;
}

/**
 * Maximum length of a reason, in characters. Reasons quote the SAML response, whose text may be too long for a log
 * entry.
 */
const maxReasonLength = 500;

/** Creates the error for an input that breaks a rule. The rule is the rest of a sentence: `must …`. */
export type Refuse = (rule: string) => AppError;

/** Returns a function that creates BAD_USER_INPUT errors for a field. */
export function refuseField(field: string): Refuse {
  return (rule) => badInput(field, `\`${field}\` ${rule}`);
}

/** Returns a BAD_USER_INPUT error for a value that is not a SAML response, or that would cost too much to read. */
export const malformed: Refuse = refuseField('SAMLResponse');
