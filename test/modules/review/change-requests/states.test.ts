import { beforeEach, describe, expect, it } from 'vitest';
import { type RestResponse, testApp } from '../../../support/app.js';
import { moveClock } from '../../../support/clock.js';
import { seedOrganization, seedSpace } from '../../../support/seed.js';
import { eventsOf } from '../../lifecycle/transfers/transfer-kit.js';
import { type ChangeRequestClient, openChangeRequest } from './proposal.js';

const test = await testApp();
const acme = await seedOrganization(test);
const { token } = acme.admin;
const files = { 'README.md': '# Home\n\nWelcome.\n' };
const states = ['draft', 'open', 'archived', 'merged'] as const;
type State = (typeof states)[number];
let space: string;
let proposal: ChangeRequestClient;

beforeEach(async () => {
  space = await seedSpace(test, acme.id, files);
  proposal = await openChangeRequest(test, space, token);
});

const patch = (body: object) => test.rest('PATCH', proposal.path, { token, body });
const setStatus = (state: State) => (state === 'merged' ? proposal.merge() : patch({ status: state }));
const statusOrError = ({ status, body }: RestResponse) => (status < 300 ? status : [status, body.error.message]);
const logged = async () => (await eventsOf(test, acme.id)).length;

describe('the state of a change request', () => {
  it('is open at first, and can change between draft, open and archived', async () => {
    expect((await proposal.get()).status).toBe('open');
    for (const status of ['draft', 'archived', 'draft', 'open', 'archived', 'open'])
      expect((await patch({ status })).body.status).toBe(status);
  });

  it.each(['draft', 'open', 'archived'] as const)('is %s: setting it again changes nothing', async (status) => {
    await setStatus(status);
    const [before, events] = [await proposal.get(), await logged()];
    moveClock(1000);
    expect(await patch({ status })).toMatchObject({ status: 200, body: before });
    expect([await proposal.get(), await logged()]).toEqual([before, events]);
    const { body } = await patch({ status, subject: 'Other' });
    expect(body).toMatchObject({ status, subject: 'Other' });
    expect(body.updatedAt > before.updatedAt).toBe(true);
    expect((await eventsOf(test, acme.id)).at(-1)!.changes).toEqual({ subject: 'Other' });
  });

  it.each(['draft', 'open', 'archived'])('is merged: setting %s returns a 409 naming both states', async (status) => {
    await setStatus('merged');
    const before = await proposal.get();
    const message = `Change request 1 is merged and cannot become ${status}: merged is final, so open another one`;
    expect(statusOrError(await patch({ status, subject: 'Late' }))).toEqual([409, message]);
    expect(await proposal.get()).toEqual(before);
  });

  it.each(states)('is %s: the subject and the description can be changed', async (state) => {
    await setStatus(state);
    const { body } = await patch({ subject: 'Said better' });
    expect(body).toMatchObject({ status: state, subject: 'Said better' });
    expect((await patch({ description: null })).status).toBe(200);
  });
});

const [another, first] = ['merged is final, so open another one', 'set its status first'];

/** Result of each action in each state: 200, or 409 with the end of the message. */
const expectedResults: Record<string, { ask: () => Promise<RestResponse>; results: Record<State, number | string> }> = {
  'a merge': {
    ask: () => proposal.merge(),
    results: {
      draft: `is draft; to be merged it must be open: ${first}`,
      open: 200,
      archived: `is archived; to be merged it must be open: ${first}`,
      merged: `is merged; to be merged it must be open: ${another}`,
    },
  },
  'a content change': {
    ask: () => proposal.change({ operation: 'insert_page', title: 'New', document: { markdown: 'Text.\n' } }),
    results: {
      draft: 200,
      open: 200,
      archived: `is archived; to be edited it must be draft or open: ${first}`,
      merged: `is merged; to be edited it must be draft or open: ${another}`,
    },
  },
  'an update from the space': {
    ask: () => proposal.update(),
    results: {
      draft: 200,
      open: 200,
      archived: 200,
      merged: `is merged; to be brought up to date it must be draft, open or archived: ${another}`,
    },
  },
};

describe.each(Object.entries(expectedResults))('%s', (_, { ask, results }) => {
  it.each(states)('of a change request that is %s succeeds, or returns 409 with the reason', async (state) => {
    await setStatus(state);
    const expected = results[state];
    expect(statusOrError(await ask())).toEqual(
      typeof expected === 'number' ? expected : [409, `Change request 1 ${expected}`],
    );
  });
});

it('an archived change request can be updated from the head, and stays archived', async () => {
  const other = await openChangeRequest(test, space, token);
  await other.change({ operation: 'insert_page', title: 'New', document: { markdown: 'Text.\n' } });
  await setStatus('archived');
  const { revision } = (await other.merge()).body;
  expect((await proposal.update()).body.result).toBe('update');
  expect(await proposal.get()).toMatchObject({ status: 'archived', outdated: false, revisionMergedAncestor: revision });
});

it('GraphQL returns the reason for a refusal', async () => {
  await setStatus('draft');
  const mutation = 'mutation ($input: MergeChangeRequestInput!) { mergeChangeRequest(input: $input) { outcome } }';
  const variables = { input: { space, changeRequest: '1' } };
  const { errors } = await test.graphql(mutation, { token, variables });
  expect(errors).toMatchObject([{ extensions: { code: 'CONFLICT', reason: 'WRONG_STATE' } }]);
});
