import { Agent, request } from 'undici';
import type { ErrorReason } from '../base/error-reasons.js';
import { AppError } from '../base/errors.js';
import { brokenRule } from './address-rules.js';
import { createCheckedConnector } from './checked-connector.js';
import { isTimeout, ruleBrokenBy, timeoutReason } from './failures.js';
import type { FetchSettings } from './fetch-bytes.js';
import { observed, type RequestObservation } from './observe-request.js';
import { acceptEncoding, readBody } from './read-body.js';

/** A request to another host. */
export interface OutboundRequest {
  method: 'GET' | 'POST';
  /** Additional headers. The client itself sets `user-agent` and `accept-encoding`. */
  headers: Record<string, string>;
  body?: string;
  /** Aborts the request. */
  signal?: AbortSignal | undefined;
}

/** The response of another host, after it was completely read and decoded. */
export interface OutboundResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Uint8Array;
}

/**
 * Sends one request to a service and reads its response. It connects over https to public addresses, and to hosts that
 * the operator trusts. It follows no redirects, because a header or the body may contain a credential.
 *
 * @throws UNAVAILABLE for a broken rule and for all failures except a status. If the request took too long, the reason
 * is FETCH_TIMEOUT. The message contains the URL without its query, and neither headers nor body.
 */
export async function requestOnce(
  address: string,
  outgoing: OutboundRequest,
  settings: FetchSettings,
): Promise<OutboundResponse> {
  const url = new URL(address);
  const rule = brokenRule(url, settings);
  if (rule) throw serviceError(url, rule);
  const dispatcher = new Agent({
    connect: createCheckedConnector(settings),
    headersTimeout: settings.totalTimeout,
    bodyTimeout: settings.totalTimeout,
  });
  const timeout = AbortSignal.timeout(settings.totalTimeout);
  const signal = outgoing.signal ? AbortSignal.any([timeout, outgoing.signal]) : timeout;
  try {
    const { observe, client = 'service' } = settings;
    const observation = observe?.({ method: outgoing.method, url, client });
    return await send(url, outgoing, { dispatcher, signal, maximum: settings.maximumBytes, observation });
  } catch (error) {
    outgoing.signal?.throwIfAborted();
    const limits = { ...settings, signal: timeout };
    throw serviceError(url, ruleBrokenBy(error, limits), isTimeout(error, limits) ? timeoutReason : undefined);
  } finally {
    await dispatcher.destroy();
  }
}

interface SendOptions {
  dispatcher: Agent;
  signal: AbortSignal;
  maximum: number;
  observation: RequestObservation | undefined;
}

async function send(
  url: URL,
  { method, headers, body }: OutboundRequest,
  { dispatcher, signal, maximum, observation }: SendOptions,
): Promise<OutboundResponse> {
  const answer = await observed(observation, (more) =>
    request(url, {
      method,
      headers: { ...headers, ...more, 'user-agent': 'docgraph', 'accept-encoding': acceptEncoding },
      ...(body !== undefined && { body }),
      dispatcher,
      signal,
    }),
  );
  // Without a listener, the error of an unread body would be unhandled. This error is expected when the dispatcher is
  // destroyed.
  answer.body.on('error', () => {});
  const encoding = `${answer.headers['content-encoding'] ?? ''}`;
  const bytes = await readBody(answer.body, { encoding, maximum, signal });
  return { status: answer.statusCode, headers: answer.headers, bytes };
}

/** Returns an UNAVAILABLE error for a service that breaks a rule. `rule` is the rest of a sentence: `must …`. */
export function serviceError({ origin, pathname }: URL, rule: string, reason?: ErrorReason): AppError {
  return new AppError('UNAVAILABLE', `The service at ${origin}${pathname} ${rule}`, reason ? { reason } : {});
}
