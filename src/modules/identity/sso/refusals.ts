import type { ErrorReason } from '../../../platform/base/error-reasons.js';
import { type AppError, forbidden } from '../../../platform/base/errors.js';

/**
 * FORBIDDEN for a sign-in that cannot go on: it is over, answered already, or begun elsewhere. The caller is told what to
 * do and not which of these it is; the true reason is the error's `cause`, for the log only.
 */
export function overWith(reason: string): AppError {
  return because(reason, 'This sign-in is over, or was begun in another browser', 'SAML_INVALID');
}

/** FORBIDDEN for a person whom the provider vouches for and who is not let in; the sentence says why. */
export function notLetIn(reason: string, message: string): AppError {
  return because(reason, message);
}

function because(cause: string, message: string, reason?: ErrorReason): AppError {
  const error = forbidden(message, { action: 'signIn', needs: 'the identity provider', ...(reason && { reason }) });
  Object.defineProperty(error, 'cause', { value: new Error(cause), configurable: true, writable: true });
  return error;
}
