import { notPublicCode } from './checked-connector.js';
import { acceptEncoding, tooLargeCode, unknownEncodingCode } from './read-body.js';

/** The limits of a request that an error message may contain. */
export interface RequestLimits {
  /** Maximum time to connect, in milliseconds. */
  connectTimeout: number;
  /** Maximum time of the whole request, in milliseconds. */
  totalTimeout: number;
  maximumBytes: number;
  /** Aborts when the total time has passed. */
  signal: AbortSignal;
}

/** Error reason of timeouts. */
export const timeoutReason = 'FETCH_TIMEOUT';

/** Reports whether a request failed because it took too long. */
export function isTimeout(error: unknown, { signal }: RequestLimits): boolean {
  return signal.aborted || errorCode(error) === 'UND_ERR_CONNECT_TIMEOUT';
}

/** Returns the rule that a failed request breaks, as the rest of a sentence: `must …`. */
export function ruleBrokenBy(error: unknown, limits: RequestLimits): string {
  if (limits.signal.aborted) return `must be read within ${limits.totalTimeout / 1000} seconds`;
  const code = errorCode(error);
  return rules.get(code)?.(limits) ?? `must be readable (${code})`;
}

// Rules by error code, for the codes of this folder and of undici. All other codes are Node's; the message quotes them
// (`ECONNREFUSED`, `CERT_HAS_EXPIRED`).
const rules = new Map<string, (limits: RequestLimits) => string>([
  [notPublicCode, () => 'must lead to public addresses only'],
  [
    'UND_ERR_CONNECT_TIMEOUT',
    ({ connectTimeout }) => `must accept a connection within ${connectTimeout / 1000} seconds`,
  ],
  [tooLargeCode, ({ maximumBytes }) => `must give at most ${maximumBytes} bytes`],
  [unknownEncodingCode, () => `must be encoded with nothing or one of ${acceptEncoding}`],
]);

// Parser errors of undici have a name but no code.
function errorCode(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: string };
  return typeof code === 'string' ? code : `${name}`;
}
