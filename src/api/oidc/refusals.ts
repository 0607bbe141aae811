import { AppError, forbidden, HarmlessCause } from '../../platform/base/errors.js';

/**
 * Returns a FORBIDDEN error for a response or a token that fails a check. The message does not name the check, because
 * that would help a forger. The reason is the error's `cause`, for the log only.
 * @param Cause class of the cause; `HarmlessCause` if honest users also cause the error
 */
export function refused(reason: string, Cause: new (reason: string) => Error = Error): AppError {
  return refusedWith(
    "The sign-in was refused: the identity provider's answer is not valid",
    new Cause(reason.slice(0, maxReasonLength)),
  );
}

/**
 * Returns the FORBIDDEN error for a provider that sends a link instead of the groups; its message names this reason.
 */
export function groupsMissing(): AppError {
  const message =
    'Cannot sign in: the identity provider sends a link in place of your groups. An administrator must let it send fewer groups';
  const reason = 'The provider sends a link instead of the groups: let it send fewer groups';
  return refusedWith(message, new HarmlessCause(reason));
}

function refusedWith(message: string, cause: Error): AppError {
  const error = forbidden(message, { action: 'signIn', needs: 'the identity provider', reason: 'OIDC_INVALID' });
  return withReason(error, cause);
}

/** Returns an UNAVAILABLE error for a provider whose configuration or response cannot be used. */
export function unusableProvider(issuer: string, rule: string): AppError {
  return new AppError('UNAVAILABLE', `Cannot sign in: the identity provider ${issuer} ${rule}. Begin again later`);
}

/**
 * Maximum length of a reason, in characters. Reasons quote text of the provider, which may be too long for a log entry.
 */
const maxReasonLength = 500;

/** Sets the error's `cause`. The property is not enumerable, so serializers that copy enumerable properties skip it. */
function withReason(error: AppError, value: Error): AppError {
  Object.defineProperty(error, 'cause', { value, configurable: true, writable: true });
  return error;
}
