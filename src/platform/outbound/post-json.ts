import { Agent, request } from 'undici';
import type { Json } from '../../engine/base/types.js';
import type { ErrorReason } from '../base/error-reasons.js';
import { AppError } from '../base/errors.js';
import { brokenRule } from './address-rules.js';
import { createCheckedConnector } from './checked-connector.js';
import { isTimeout, ruleOf, timeoutReason } from './failures.js';
import { type FetchSettings, fetchDefaults } from './fetch-bytes.js';
import { acceptEncoding, readBody } from './read-body.js';

/** A request to a service. */
interface Post {
  /** Additional headers, such as `authorization`; the client sets the headers for JSON itself. */
  headers: Record<string, string>;
  body: Json;
  /** Aborts the request. */
  signal?: AbortSignal | undefined;
}

/** Sends JSON to a URL that the operator configured, and returns the response as text. */
export type PostJson = (url: string, post: Post) => Promise<string>;

/**
 * Creates a client for a service that the operator configured. It connects to public addresses with https, and to hosts
 * that the operator trusts. It follows no redirects, since a header may contain a credential. `options` override single
 * defaults.
 *
 * The returned function throws UNAVAILABLE for a broken rule, a status other than 2xx and all other failures. If the
 * request took too long, the reason is FETCH_TIMEOUT. The message contains the URL without its query, and neither
 * headers nor body.
 */
export function createPostJson(options: Partial<FetchSettings> = {}): PostJson {
  const settings: FetchSettings = { ...fetchDefaults, ...options };
  return async (address, post) => {
    const url = new URL(address);
    const rule = brokenRule(url, settings);
    if (rule) throw failure(url, rule);
    const dispatcher = new Agent({
      connect: createCheckedConnector(settings),
      headersTimeout: settings.totalTimeout,
      bodyTimeout: settings.totalTimeout,
    });
    const timeout = AbortSignal.timeout(settings.totalTimeout);
    const signal = post.signal ? AbortSignal.any([timeout, post.signal]) : timeout;
    try {
      return await send(url, post, { dispatcher, signal, maximum: settings.maximumBytes });
    } catch (error) {
      post.signal?.throwIfAborted();
      if (error instanceof AppError) throw error;
      const limits = { ...settings, signal: timeout };
      throw failure(url, ruleOf(error, limits), isTimeout(error, limits) ? timeoutReason : undefined);
    } finally {
      await dispatcher.destroy();
    }
  };
}

interface SendOptions {
  dispatcher: Agent;
  signal: AbortSignal;
  maximum: number;
}

async function send(url: URL, { headers, body }: Post, { dispatcher, signal, maximum }: SendOptions): Promise<string> {
  const sent = { ...headers, 'content-type': 'application/json', accept: 'application/json' };
  const answer = await request(url, {
    method: 'POST',
    headers: { ...sent, 'user-agent': 'docgraph', 'accept-encoding': acceptEncoding },
    body: JSON.stringify(body),
    dispatcher,
    signal,
  });
  // Without a listener, the error of an unread body would be unhandled. It is expected when the dispatcher is
  // destroyed.
  answer.body.on('error', () => {});
  const { statusCode } = answer;
  if (statusCode < 200 || statusCode > 299)
    throw failure(url, `must answer with a status of 200 to 299, not ${statusCode}`);
  const encoding = `${answer.headers['content-encoding'] ?? ''}`;
  return new TextDecoder().decode(await readBody(answer.body, { encoding, maximum, signal }));
}

function failure({ origin, pathname }: URL, rule: string, reason?: ErrorReason): AppError {
  return new AppError('UNAVAILABLE', `The service at ${origin}${pathname} ${rule}`, reason ? { reason } : {});
}
