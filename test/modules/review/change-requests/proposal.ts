import type { RestResponse, TestApp } from '../../../support/app.js';

/** A change request for tests. Every call is one request of `/v1`. */
export interface ChangeRequestClient {
  id: string;
  number: number;
  /** Path of the change request in `/v1`. */
  path: string;
  /** Sends content changes. The response has the result of each change. */
  change(...changes: object[]): Promise<RestResponse>;
  merge(): Promise<RestResponse>;
  /** Updates the change request from the head of its space. */
  update(): Promise<RestResponse>;
  get(): Promise<RestResponse['body']>;
  /** Returns the Markdown of a page by path. */
  text(page: string): Promise<string>;
}

/** Opens a change request on a space. */
export async function openChangeRequest(test: TestApp, space: string, token: string): Promise<ChangeRequestClient> {
  const opened = await test.rest('POST', `/spaces/${space}/change-requests`, { token, body: { subject: 'Proposal' } });
  if (opened.status !== 201) throw new Error(`No change request was opened: ${JSON.stringify(opened.body)}`);
  const { id, number } = opened.body;
  const path = `/spaces/${space}/change-requests/${id}`;
  return {
    id,
    number,
    path,
    change: (...changes) => test.rest('POST', `${path}/content?compat=false`, { token, body: { changes } }),
    merge: () => test.rest('POST', `${path}/merge`, { token }),
    update: () => test.rest('POST', `${path}/update`, { token }),
    get: async () => (await test.rest('GET', path, { token })).body,
    text: (page) => markdownAt(test, { token, base: `${path}/content`, page }),
  };
}

/** Returns the Markdown of a page at the head of a space, by path. */
export function headText(test: TestApp, space: string, { token, page }: { token: string; page: string }) {
  return markdownAt(test, { token, base: `/spaces/${space}/content`, page });
}

async function markdownAt(
  test: TestApp,
  { token, base, page }: { token: string; base: string; page: string },
): Promise<string> {
  const { body, status } = await test.rest('GET', `${base}/path/${page}?format=markdown`, { token });
  if (status !== 200) throw new Error(`No page ${JSON.stringify(page)}: ${JSON.stringify(body)}`);
  return body.markdown;
}
