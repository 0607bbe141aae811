import type { TestApp } from '../../support/app.js';

interface HeadChangeInput {
  space: string;
  token: string;
  /** A revision to revert to. */
  earlier: string;
}

/**
 * Operations other than edits and imports that change the head. Each must leave the indexes in the same state as a
 * rebuild.
 */
export const headChanges: ((test: TestApp, moved: HeadChangeInput) => Promise<void>)[] = [
  async function revert(test, { space, token, earlier }) {
    const query = 'mutation ($input: RevertToInput!) { revertTo(input: $input) { revision { id } } }';
    const { errors } = await test.graphql(query, { token, variables: { input: { space, revision: earlier } } });
    if (errors) throw new Error(JSON.stringify(errors));
  },
  async function applyTemplate(test, { space, token }) {
    await expectStatus(204, test.rest('POST', `/spaces/${space}/content/template`, { token, body: { id: space } }));
  },
  async function isDeletedAndRestored(test, { space, token }) {
    await expectStatus(204, test.rest('DELETE', `/spaces/${space}`, { token }));
    await expectStatus(200, test.rest('POST', `/spaces/${space}/restore`, { token }));
  },
];

async function expectStatus(status: number, answer: Promise<{ status: number; body: unknown }>): Promise<void> {
  const given = await answer;
  if (given.status !== status) throw new Error(`${given.status}: ${JSON.stringify(given.body)}`);
}

/** Returns the id of a space's head. */
export async function headOfSpace(test: TestApp, { space, token }: Omit<HeadChangeInput, 'earlier'>): Promise<string> {
  return (await test.rest('GET', `/spaces/${space}/content`, { token })).body.id;
}
