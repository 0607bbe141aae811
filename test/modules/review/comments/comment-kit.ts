import type { RestAnswer, TestApp } from '../../../support/app.js';
import type { Person } from '../../../support/seed.js';
import { openProposal } from '../change-requests/proposal.js';

/** What is commented on: by its path in `/v1`, and its arguments of `discussion` in the graph. */
export interface Commented {
  path: string;
  names: { space: string; changeRequest?: string };
}

/** A space, and a change request of it: what one of two paired routes takes, both take. */
export const kinds = ['a space', 'a change request'] as const;

/** Opens what is commented on. */
export async function commentedOn(
  test: TestApp,
  kind: (typeof kinds)[number],
  { space, token }: { space: string; token: string },
): Promise<Commented> {
  if (kind === 'a space') return { path: `/spaces/${space}`, names: { space } };
  const { id, path } = await openProposal(test, space, token);
  return { path, names: { space, changeRequest: id } };
}

/** A person who comments: every call is one request of `/v1`. */
export interface Commenter {
  post(body: object | string): Promise<RestAnswer>;
  reply(comment: string, body: object | string): Promise<RestAnswer>;
  /** Changes a comment, or the reply `comment/replies/reply`. */
  update(comment: string, body: object): Promise<RestAnswer>;
  remove(comment: string): Promise<RestAnswer>;
  get(comment: string, query?: string): Promise<RestAnswer>;
  list(query?: string): Promise<RestAnswer>;
}

/** Somebody who comments on something. A text alone is a body of Markdown. */
export function commenterOn(test: TestApp, { path }: Commented, { token }: Pick<Person, 'token'>): Commenter {
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

/** The blocks of a page as a client reads them, by the text of each. */
export async function blocksOf(
  test: TestApp,
  { path, page, token }: { path: string; page: string; token: string },
): Promise<Map<string, string>> {
  const { body } = await test.rest('GET', `${path}/content/page/${page}?format=document`, { token });
  return new Map(keyed(body.document.nodes));
}

function keyed(nodes: any[]): [text: string, key: string][] {
  return nodes.flatMap((node): [string, string][] => [
    ...(node.key ? [[textOf(node), node.key] as [string, string]] : []),
    ...keyed(node.nodes ?? []),
    ...(node.fragments ?? []).flatMap((fragment: any) => keyed(fragment.nodes)),
  ]);
}

function textOf({ leaves = [], nodes = [] }: any): string {
  return [...leaves.map(({ text }: any) => text), ...nodes.map(textOf)].join('');
}
