import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedOrganization, seedSpace } from '../../../support/seed.js';
import { type ChangeRequestClient, openChangeRequest } from './proposal.js';

// A mutation of a change request can name the revision that the client knows, as `head`. It changes nothing if the
// change request has another revision.

const test = await testApp();
const { id: acme, admin } = await seedOrganization(test);
const { token } = admin;

const page = (title: string) => ({ insertPage: { title, document: { markdown: `${title}.` } } });

/**
 * Mutations that write the content of a change request, merge it or update it: type of the input, and the fields of the
 * input.
 */
const mutations = {
  updateChangeRequestContent: ['UpdateChangeRequestContentInput', { changes: [page('Two')] }],
  updateChangeRequestVariables: ['UpdateChangeRequestVariablesInput', { set: { version: '2' } }],
  updateChangeRequestFromSpace: ['UpdateChangeRequestFromSpaceInput', {}],
  mergeChangeRequest: ['MergeChangeRequestInput', {}],
} as const;

type Name = keyof typeof mutations;
const names = Object.keys(mutations) as Name[];

async function open(): Promise<{ space: string; proposal: ChangeRequestClient; head: string }> {
  const space = await seedSpace(test, acme, { 'README.md': '# Home\n' });
  const proposal = await openChangeRequest(test, space, token);
  await proposal.change({ operation: 'insert_page', title: 'One', document: { markdown: 'One.' } });
  return { space, proposal, head: (await proposal.get()).revision };
}

async function send(name: Name, { space, proposal }: { space: string; proposal: ChangeRequestClient }, head?: string) {
  const [type, own] = mutations[name];
  const query = `mutation ($input: ${type}!) { ${name}(input: $input) { __typename } }`;
  const input = { space, changeRequest: proposal.id, ...own, ...(head !== undefined && { head }) };
  return (await test.graphql(query, { token, variables: { input } })).errors?.[0];
}

describe.each(names)('%s', (name) => {
  it('reports a CONFLICT with the current revision if `head` is another one, and changes nothing', async () => {
    const opened = await open();
    const before = await opened.proposal.get();
    const error = await send(name, opened, before.revisionInitial);
    expect(error?.extensions).toMatchObject({ code: 'CONFLICT', reason: 'REVISION_MOVED', revision: opened.head });
    expect(error?.message).toBe(
      `The revision of change request 1 must be ${before.revisionInitial} (got ${opened.head})`,
    );
    expect(await opened.proposal.get()).toEqual(before);
  });

  it('succeeds if `head` is the current revision, or is absent', async () => {
    for (const isKnown of [true, false]) {
      const opened = await open();
      expect(await send(name, opened, isKnown ? opened.head : undefined)).toBeUndefined();
    }
  });
});

it('one of two concurrent writes with the same `head` succeeds, and the other reports the conflict', async () => {
  const opened = await open();
  const answers = await Promise.all(
    ['updateChangeRequestContent', 'updateChangeRequestVariables'].map((name) =>
      send(name as Name, opened, opened.head),
    ),
  );
  expect(answers.map((error) => error?.extensions.reason).sort()).toEqual(['REVISION_MOVED', undefined]);
});

it.each(['content', 'merge', 'update'])('/v1 refuses `head` in a body: %s', async (path) => {
  const { proposal, head } = await open();
  const changes = [{ operation: 'insert_page', title: 'Two', document: { markdown: 'Two.' } }];
  const body = { ...(path === 'content' && { changes }), head };
  const answer = await test.rest('POST', `${proposal.path}/${path}`, { token, body });
  expect([answer.status, answer.body.error?.message]).toEqual([400, expect.stringContaining('`head`')]);
});
