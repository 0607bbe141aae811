import type { ErrorReason } from '../base/error-reasons.js';
import { AppError } from '../base/errors.js';

/** A URL to fetch: the client's URL, or the target of a redirect. */
export interface FetchTarget {
  /** The input that contains the URL, for error messages: `changes[0].files[1].url`. */
  field: string;
  /** The parsed URL, or the text if it is not a valid URL. */
  address: URL | string;
  /** URL that redirected to this one; absent for the client's URL. */
  from?: URL;
}

/**
 * Creates a BAD_USER_INPUT error with one sentence: the field, the rule (`must …`) and the URL. The sentence never
 * reveals anything about a private address. It omits credentials and queries, because messages are logged.
 */
export function refusal({ field, address, from }: FetchTarget, rule: string, reason?: ErrorReason): AppError {
  const origin = from ? `, where ${quoteAddress(from)} redirects` : '';
  const message = `\`${field}\` ${rule} (got ${quoteAddress(address)}${origin})`;
  return new AppError('BAD_USER_INPUT', message, { field, ...(reason && { reason }) });
}

const maxQuoteLength = 200;

function quoteAddress(address: URL | string): string {
  const text = typeof address === 'string' ? address : withoutSecrets(address);
  return JSON.stringify(text.length > maxQuoteLength ? `${text.slice(0, maxQuoteLength)}…` : text);
}

function withoutSecrets(address: URL): string {
  const copy = new URL(address);
  return Object.assign(copy, { username: '', password: '', search: '', hash: '' }).href;
}
