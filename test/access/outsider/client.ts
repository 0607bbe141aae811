import type { TestApp } from '../../support/app.js';

/** A response as text: status, headers and body, without the parts that are different in each response. */
export type Answer = string;

/** A client with a token. Each call sends one request. */
export interface Client {
  rest(method: string, path: string, body?: unknown): Promise<Answer>;
  graphql(query: string, variables?: object): Promise<Answer>;
}

/** Returns a client that sends requests with a token. */
export function createClient({ app }: TestApp, token: string): Client {
  const send = async (method: string, url: string, payload?: unknown): Promise<Answer> => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(payload !== undefined && { 'content-type': 'application/json' }),
    };
    const body = payload === undefined ? {} : { payload: JSON.stringify(payload) };
    const answer = await app.inject({ method: method as 'GET', url, headers, ...body });
    return normalizeResponse(`${answer.statusCode}\n${JSON.stringify(answer.headers)}\n${answer.body}`);
  };
  return {
    rest: (method, path, body) => send(method, `/v1${path}`, body),
    graphql: (query, variables) => send('POST', '/graphql', { query, variables }),
  };
}

/**
 * Removes the parts that are different in each response: request ids, times and signed PDF links, which change every
 * half hour.
 */
function normalizeResponse(answer: string): string {
  return answer
    .replaceAll(/req_[0-9a-z]{26}/g, 'req_')
    .replaceAll(/"date":"[^"]*"/g, '"date":""')
    .replaceAll(/"lastUsedAt":"[^"]*"/g, '"lastUsedAt":""')
    .replaceAll(/"expiresAt":"[^"]*"/g, '"expiresAt":""')
    .replaceAll(/expires=\d+&signature=[\w-]+/g, 'expires=&signature=');
}

/** Returns the parsed body of a response. */
export function bodyOf(answer: Answer): any {
  const text = answer.slice(answer.indexOf('\n', answer.indexOf('\n') + 1) + 1);
  return text === '' ? undefined : JSON.parse(text);
}

/** Returns an unused id with the same type prefix. */
export const unusedIdLike = (id: string): string => id.replace(/_.*/, '_00000000000000000000000000');

/** Replaces the given ids with unused ids of the same type. */
export function withoutIds(answer: Answer, ids: Iterable<string>): Answer {
  let text = answer;
  for (const id of ids) text = text.replaceAll(id, unusedIdLike(id));
  return text;
}

/** Returns the secrets in a response, except those in the request (`sent`). */
export function findLeaks(
  answer: Answer,
  { secrets, sent = '' }: { secrets: Iterable<string>; sent?: string },
): string[] {
  const text = answer.toLowerCase();
  return [...secrets].filter((secret) => text.includes(secret.toLowerCase()) && !sent.includes(secret));
}
