import type { ErrorReason } from '../base/error-reasons.js';
import { AppError } from '../base/errors.js';

/** An address on its way: the one a client gave, or one that a host redirects to. */
export interface Hop {
  /** The input at fault if it cannot be fetched: `changes[0].files[1].url`. */
  field: string;
  /** As text where it does not parse. */
  address: URL | string;
  /** Where the redirect came from; absent for the client's own address. */
  from?: URL;
}

/**
 * BAD_USER_INPUT in one sentence: the field, the rule as a predicate (`must …`), the address. The sentence never says
 * what was found behind a private address. Credentials and queries are left out, for messages end up in logs.
 */
export function refusal({ field, address, from }: Hop, rule: string, reason?: ErrorReason): AppError {
  const origin = from ? `, where ${shown(from)} redirects` : '';
  const message = `\`${field}\` ${rule} (got ${shown(address)}${origin})`;
  return new AppError('BAD_USER_INPUT', message, { field, ...(reason && { reason }) });
}

const longest = 200;

function shown(address: URL | string): string {
  const text = typeof address === 'string' ? address : withoutSecrets(address);
  return JSON.stringify(text.length > longest ? `${text.slice(0, longest)}…` : text);
}

function withoutSecrets(address: URL): string {
  const copy = new URL(address);
  return Object.assign(copy, { username: '', password: '', search: '', hash: '' }).href;
}
