import { notPublicCode } from './checked-connector.js';
import { acceptEncoding, tooLargeCode, unknownEncodingCode } from './read-body.js';

/** The limits that a failure may be about. */
export interface Limits {
  /** Milliseconds. */
  connectTimeout: number;
  /** Milliseconds. */
  totalTimeout: number;
  maximumBytes: number;
  /** Aborts when the total time is up. */
  signal: AbortSignal;
}

/** The reason of failures that are about time. */
export const timeoutReason = 'FETCH_TIMEOUT';

/** Whether a request failed since it took too long. */
export function isTimeout(error: unknown, { signal }: Limits): boolean {
  return signal.aborted || codeOf(error) === 'UND_ERR_CONNECT_TIMEOUT';
}

/** The rule that a failed request breaks, as the predicate of a sentence: `must …`. */
export function ruleOf(error: unknown, limits: Limits): string {
  if (limits.signal.aborted) return `must be read within ${limits.totalTimeout / 1000} seconds`;
  const code = codeOf(error);
  return rules.get(code)?.(limits) ?? `must be readable (${code})`;
}

// Codes beside our own are undici's. All others are Node's (`ECONNREFUSED`, `CERT_HAS_EXPIRED`) and tell enough.
const rules = new Map<string, (limits: Limits) => string>([
  [notPublicCode, () => 'must lead to public addresses only'],
  [
    'UND_ERR_CONNECT_TIMEOUT',
    ({ connectTimeout }) => `must accept a connection within ${connectTimeout / 1000} seconds`,
  ],
  [tooLargeCode, ({ maximumBytes }) => `must give at most ${maximumBytes} bytes`],
  [unknownEncodingCode, () => `must be encoded with nothing or one of ${acceptEncoding}`],
]);

// undici's parser errors carry a name alone.
function codeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: string };
  return typeof code === 'string' ? code : `${name}`;
}
