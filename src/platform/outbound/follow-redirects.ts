import { type Dispatcher, request } from 'undici';
import { type AddressPolicy, brokenRule } from './address-rules.js';
import { isTimeout, type RequestLimits, ruleBrokenBy, timeoutReason } from './failures.js';
import { type ObservedClient, observed } from './observe-request.js';
import { acceptEncoding, readBody } from './read-body.js';
import { type FetchTarget, refusal } from './refusal.js';

/** Settings that all requests of one fetch share. */
export interface FetchContext extends AddressPolicy, RequestLimits, ObservedClient {
  dispatcher: Dispatcher;
}

/**
 * Fetches the bytes at a URL and follows redirects. Each URL is checked before it is used.
 * @throws BAD_USER_INPUT for a broken rule, a status other than 2xx, a body over the limit, and all other failures
 */
export async function followRedirects(start: FetchTarget, context: FetchContext): Promise<Uint8Array> {
  let target = start;
  for (let redirects = 0; redirects <= maximumRedirects; redirects += 1) {
    const url = checkedUrl(target, context);
    const answer = await fetchOnce({ ...target, address: url }, context);
    if (answer instanceof Uint8Array) return answer;
    target = { field: start.field, address: answer.location, from: url };
  }
  throw refusal(target, `must redirect at most ${maximumRedirects} times`);
}

const maximumRedirects = 3;

const headers = { 'user-agent': 'docgraph', accept: '*/*', 'accept-encoding': acceptEncoding };

function checkedUrl(target: FetchTarget, context: FetchContext): URL {
  if (!URL.canParse(`${target.address}`)) throw refusal(target, 'must be an absolute address');
  const url = new URL(target.address);
  const rule = brokenRule(url, context);
  if (rule) throw refusal({ ...target, address: url }, rule);
  return url;
}

/** Returns the bytes at a URL, or the target of its redirect. */
async function fetchOnce(
  target: FetchTarget & { address: URL },
  context: FetchContext,
): Promise<Uint8Array | { location: string }> {
  const { dispatcher, signal, observe, client = 'file' } = context;
  const observation = observe?.({ method: 'GET', url: target.address, client });
  const send = () => request(target.address, { dispatcher, signal, headers });
  const answer = await observed(observation, send).catch(refuse(target, context));
  // Without a listener, the error of an unread body would be unhandled. This error is expected when the dispatcher is
  // destroyed.
  answer.body.on('error', () => {});
  const location = redirectLocation(answer, target.address);
  if (location !== undefined) return { location };
  const { statusCode } = answer;
  if (statusCode < 200 || statusCode > 299)
    throw refusal(target, `must answer with a status of 200 to 299, not ${statusCode}`);
  const encoding = `${answer.headers['content-encoding'] ?? ''}`;
  return readBody(answer.body, { encoding, maximum: context.maximumBytes, signal }).catch(refuse(target, context));
}

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

function redirectLocation(
  { statusCode, headers: { location } }: Dispatcher.ResponseData,
  base: URL,
): string | undefined {
  if (!redirectStatuses.has(statusCode) || typeof location !== 'string') return undefined;
  return URL.canParse(location, base.href) ? new URL(location, base).href : location;
}

function refuse(target: FetchTarget, context: FetchContext) {
  return (error: unknown): never => {
    throw refusal(target, ruleBrokenBy(error, context), isTimeout(error, context) ? timeoutReason : undefined);
  };
}
