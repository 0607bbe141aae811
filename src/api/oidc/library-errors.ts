import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import { AppError, HarmlessCause } from '../../platform/base/errors.js';
import { refused } from './refusals.js';

/**
 * Converts an error of the OpenID library. Errors of the guard for outbound requests stay as they are; others become a
 * refusal. The reason of a refusal contains only the message, the code and the claim, because the error itself may
 * contain tokens.
 */
export function toRefusal(error: unknown): AppError {
  const own = [error, causeOf(error)].find((one) => one instanceof AppError);
  return (own as AppError | undefined) ?? refused(reasonOf(error), isCancelled(error) ? HarmlessCause : Error);
}

/** Reports whether the person cancelled the sign-in at the provider (RFC 6749, section 4.1.2.1). */
function isCancelled(error: unknown): boolean {
  return error instanceof AuthorizationResponseError && error.error === 'access_denied';
}

function reasonOf(error: unknown): string {
  if (error instanceof AuthorizationResponseError) return `The provider answered ${quote(error)}`;
  if (error instanceof ResponseBodyError) return `The token endpoint answered ${quote(error)}`;
  const { message, code } = error as { message: string; code?: string };
  const cause = causeOf(error);
  const detail = cause instanceof Error ? `: ${cause.message}` : '';
  return `${message}${detail}${code ? ` (${code})` : ''}`;
}

function quote({ error, error_description: description }: { error: string; error_description?: string }): string {
  return JSON.stringify(description === undefined ? error : `${error}: ${description}`);
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}
