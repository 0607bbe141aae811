import type { ErrorReason } from '../../../platform/base/error-reasons.js';
import { type AppError, forbidden, HarmlessCause } from '../../../platform/base/errors.js';
import type { ProviderKind } from './provider-kinds.js';

/**
 * Returns FORBIDDEN for a sign-in that cannot continue: it has ended, already has its response, or was started in
 * another browser. The message does not say which of these applies. Only the error's `cause`, for the log, contains the
 * reason.
 */
export function signInEndedError(kind: ProviderKind, reason: string): AppError {
  return errorWithCause(
    new HarmlessCause(reason),
    'This sign-in is over, or was begun in another browser',
    reasons[kind],
  );
}

const reasons = { saml: 'SAML_INVALID', oidc: 'OIDC_INVALID' } as const satisfies Record<ProviderKind, ErrorReason>;

/** Returns FORBIDDEN for a person whom the provider identifies, but who may not sign in. The message says why. */
export function notAdmittedError(reason: string, message: string): AppError {
  return errorWithCause(new Error(reason), message);
}

function errorWithCause(value: Error, message: string, reason?: ErrorReason): AppError {
  const error = forbidden(message, { action: 'signIn', needs: 'the identity provider', ...(reason && { reason }) });
  Object.defineProperty(error, 'cause', { value, configurable: true, writable: true });
  return error;
}
