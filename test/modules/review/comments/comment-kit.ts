import type { RestResponse, TestApp } from '../../../support/app.js';
import type { Person } from '../../../support/seed.js';
import { openChangeRequest } from '../change-requests/proposal.js';

/** Object that has comments: its path in `/v1`, and its arguments of `discussion` in GraphQL. */
export interface CommentTarget {
  path: string;
  names: { space: string; changeRequest?: string };
}

/** Kinds of objects that have comments. Their routes accept the same requests. */
export const kinds = ['a space', 'a change request'] as const;

/** Returns the object to comment on: the space, or a new change request. */
export async function createCommentTarget(
  test: TestApp,
  kind: (typeof kinds)[number],
  { space, token }: { space: string; token: string },
): Promise<CommentTarget> {
  if (kind === 'a space') return { path: `/spaces/${space}`, names: { space } };
  const { id, path } = await openChangeRequest(test, space, token);
  return { path, names: { space, changeRequest: id } };
}

/** Writes and reads comments as one person. Every call is one request of `/v1`. */
export interface Commenter {
  post(body: object | string): Promise<RestResponse>;
  reply(comment: string, body: object | string): Promise<RestResponse>;
  /** Updates a comment, or the reply `comment/replies/reply`. */
  update(comment: string, body: object): Promise<RestResponse>;
  remove(comment: string): Promise<RestResponse>;
  get(comment: string, query?: string): Promise<RestResponse>;
  list(query?: string): Promise<RestResponse>;
}

/** Returns the commenter for a person and a target. A string as the body is Markdown. */
export function commenterOn(test: TestApp, { path }: CommentTarget, { token }: Pick<Person, 'token'>): Commenter {
  const at = `${path}/comments`;
  const written = (body: object | string) => (typeof body === 'string' ? { body: { markdown: body } } : body);
  return {
    post: (body) => test.rest('POST', at, { token, body: written(body) }),
    reply: (comment, body) => test.rest('POST', `${at}/${comment}/replies`, { token, body: written(body) }),
    update: (comment, body) => test.rest('PUT', `${at}/${comment}`, { token, body }),
    remove: (comment) => test.rest('DELETE', `${at}/${comment}`, { token }),
    get: (comment, query = '') => test.rest('GET', `${at}/${comment}${query}`, { token }),
    list: (query = '') => test.rest('GET', `${at}${query}`, { token }),
  };
}

/** Returns the keys of the blocks of a page by their texts, as a client reads them. */
export async function blocksOf(
  test: TestApp,
  { path, page, token }: { path: string; page: string; token: string },
): Promise<Map<string, string>> {
  const { body } = await test.rest('GET', `${path}/content/page/${page}?format=document`, { token });
  return new Map(collectKeys(body.document.nodes));
}

function collectKeys(nodes: any[]): [text: string, key: string][] {
  return nodes.flatMap((node): [string, string][] => [
    ...(node.key ? [[textOf(node), node.key] as [string, string]] : []),
    ...collectKeys(node.nodes ?? []),
    ...(node.fragments ?? []).flatMap((fragment: any) => collectKeys(fragment.nodes)),
  ]);
}

function textOf({ leaves = [], nodes = [] }: any): string {
  return [...leaves.map(({ text }: any) => text), ...nodes.map(textOf)].join('');
}
