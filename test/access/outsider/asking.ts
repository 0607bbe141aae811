import type { TestApp } from '../../support/app.js';

/** One answer as text: status, headers and body, without what differs from answer to answer. */
export type Answer = string;

/** Someone who asks, by what it sends; each call is one request. */
export interface Asking {
  rest(method: string, path: string, body?: unknown): Promise<Answer>;
  graphql(query: string, variables?: object): Promise<Answer>;
}

/** Lets the holder of a token ask. */
export function asking({ app }: TestApp, token: string): Asking {
  const send = async (method: string, url: string, payload?: unknown): Promise<Answer> => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(payload !== undefined && { 'content-type': 'application/json' }),
    };
    const body = payload === undefined ? {} : { payload: JSON.stringify(payload) };
    const answer = await app.inject({ method: method as 'GET', url, headers, ...body });
    return steady(`${answer.statusCode}\n${JSON.stringify(answer.headers)}\n${answer.body}`);
  };
  return {
    rest: (method, path, body) => send(method, `/v1${path}`, body),
    graphql: (query, variables) => send('POST', '/graphql', { query, variables }),
  };
}

/** Removes what differs between two equal answers: the request's id and times. A PDF link changes every half hour. */
function steady(answer: string): string {
  return answer
    .replaceAll(/req_[0-9a-z]{26}/g, 'req_')
    .replaceAll(/"date":"[^"]*"/g, '"date":""')
    .replaceAll(/"lastUsedAt":"[^"]*"/g, '"lastUsedAt":""')
    .replaceAll(/"expiresAt":"[^"]*"/g, '"expiresAt":""')
    .replaceAll(/expires=\d+&signature=[\w-]+/g, 'expires=&signature=');
}

/** The body of an answer. */
export function bodyOf(answer: Answer): any {
  const text = answer.slice(answer.indexOf('\n', answer.indexOf('\n') + 1) + 1);
  return text === '' ? undefined : JSON.parse(text);
}

/** An id of the same kind that nothing has. */
export const unknownLike = (id: string): string => id.replace(/_.*/, '_00000000000000000000000000');

/** An answer in which ids that were asked with read like those that nothing has. */
export function withoutIds(answer: Answer, ids: Iterable<string>): Answer {
  let text = answer;
  for (const id of ids) text = text.replaceAll(id, unknownLike(id));
  return text;
}

/** What of a secret shows in an answer, but for what the actor itself sent. */
export function leaksIn(
  answer: Answer,
  { secrets, sent = '' }: { secrets: Iterable<string>; sent?: string },
): string[] {
  const text = answer.toLowerCase();
  return [...secrets].filter((secret) => text.includes(secret.toLowerCase()) && !sent.includes(secret));
}
