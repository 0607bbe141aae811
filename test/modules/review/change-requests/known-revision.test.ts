import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedOrganization, seedSpace } from '../../../support/seed.js';
import { openProposal, type Proposal } from './proposal.js';

// Whoever changes a change request in the graph may say which revision of it is known: with another one nothing is done.

const test = await testApp();
const { id: acme, admin } = await seedOrganization(test);
const { token } = admin;

const page = (title: string) => ({ insertPage: { title, document: { markdown: `${title}.` } } });

/** What writes the content of a change request, and what merges or updates it: the type of its input, and its own members. */
const mutations = {
  updateChangeRequestContent: ['UpdateChangeRequestContentInput', { changes: [page('Two')] }],
  updateChangeRequestVariables: ['UpdateChangeRequestVariablesInput', { set: { version: '2' } }],
  updateChangeRequestFromSpace: ['UpdateChangeRequestFromSpaceInput', {}],
  mergeChangeRequest: ['MergeChangeRequestInput', {}],
} as const;

type Name = keyof typeof mutations;
const names = Object.keys(mutations) as Name[];

async function open(): Promise<{ space: string; proposal: Proposal; head: string }> {
  const space = await seedSpace(test, acme, { 'README.md': '# Home\n' });
  const proposal = await openProposal(test, space, token);
  await proposal.change({ operation: 'insert_page', title: 'One', document: { markdown: 'One.' } });
  return { space, proposal, head: (await proposal.get()).revision };
}

async function send(name: Name, { space, proposal }: { space: string; proposal: Proposal }, head?: string) {
  const [type, own] = mutations[name];
  const query = `mutation ($input: ${type}!) { ${name}(input: $input) { __typename } }`;
  const input = { space, changeRequest: proposal.id, ...own, ...(head !== undefined && { head }) };
  return (await test.graphql(query, { token, variables: { input } })).errors?.[0];
}

describe.each(names)('%s', (name) => {
  it('with another revision than the change request has is a CONFLICT that tells it, and does nothing', async () => {
    const opened = await open();
    const before = await opened.proposal.get();
    const error = await send(name, opened, before.revisionInitial);
    expect(error?.extensions).toMatchObject({ code: 'CONFLICT', reason: 'REVISION_MOVED', revision: opened.head });
    expect(error?.message).toBe(
      `The revision of change request 1 must be ${before.revisionInitial} (got ${opened.head})`,
    );
    expect(await opened.proposal.get()).toEqual(before);
  });

  it('with the revision that it has is done, and so it is without any', async () => {
    for (const isKnown of [true, false]) {
      const opened = await open();
      expect(await send(name, opened, isKnown ? opened.head : undefined)).toBeUndefined();
    }
  });
});

it('of two writers who know the same revision one is done, and the other told', async () => {
  const opened = await open();
  const answers = await Promise.all(
    ['updateChangeRequestContent', 'updateChangeRequestVariables'].map((name) =>
      send(name as Name, opened, opened.head),
    ),
  );
  expect(answers.map((error) => error?.extensions.reason).sort()).toEqual(['REVISION_MOVED', undefined]);
});

it.each(['content', 'merge', 'update'])('`head` is not a member of a body of /v1: %s', async (path) => {
  const { proposal, head } = await open();
  const changes = [{ operation: 'insert_page', title: 'Two', document: { markdown: 'Two.' } }];
  const body = { ...(path === 'content' && { changes }), head };
  const answer = await test.rest('POST', `${proposal.path}/${path}`, { token, body });
  expect([answer.status, answer.body.error?.message]).toEqual([400, expect.stringContaining('`head`')]);
});
