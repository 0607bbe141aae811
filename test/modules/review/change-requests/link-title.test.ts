import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedOrganization } from '../../../support/seed.js';
import { type Manual, seedManual } from '../../manual-space.js';
import { type ChangeRequestClient, openChangeRequest } from './proposal.js';

const test = await testApp();
const acme = await seedOrganization(test);
const { token } = acme.admin;
let manual: Manual;
let proposal: ChangeRequestClient;

beforeEach(async () => {
  manual = await seedManual(test, acme);
  proposal = await openChangeRequest(test, manual.id, token);
});

const update = (path: string, linkTitle: string) => ({
  operation: 'update_page',
  page: manual.page(path),
  linkTitle,
});
const read = async (path: string, base = `${proposal.path}/content`) =>
  (await test.rest('GET', `${base}/path/${path}`, { token })).body;
const atHead = (path: string) => read(path, `/spaces/${manual.id}/content`);

describe('the link title of a page', () => {
  it('is inserted, read, updated and removed over /v1', async () => {
    const inserted = {
      operation: 'insert_page',
      title: 'New page',
      linkTitle: 'New',
      document: { markdown: 'Text.\n' },
    };
    expect((await proposal.change(inserted)).status).toBe(200);
    expect(await read('new-page')).toMatchObject({ title: 'New page', linkTitle: 'New' });
    await proposal.change(update('guide', 'Start'), update('guide/install', 'Set up'));
    expect([(await read('guide')).linkTitle, (await read('guide/install')).linkTitle]).toEqual(['Start', 'Set up']);
    await proposal.change(update('guide', ''));
    expect(await read('guide')).not.toHaveProperty('linkTitle');
  });

  it('is read and written in GraphQL, with null if the page has none', async () => {
    const changes = [{ updatePage: { page: manual.page('guide'), linkTitle: 'Start' } }];
    const mutation = `mutation ($input: UpdateSpaceContentInput!) { updateSpaceContent(input: $input) { space { id } } }`;
    const { errors } = await test.graphql(mutation, { token, variables: { input: { space: manual.id, changes } } });
    expect(errors).toBeUndefined();
    const query = '{ pages: nodes(ids: $ids) { ... on Page { title linkTitle } } }';
    const ids = [manual.page('guide'), manual.page('guide/use')];
    const { data } = await test.graphql(`query ($ids: [ID!]!) ${query}`, { token, variables: { ids } });
    expect(data.pages).toEqual([
      { title: 'Guide', linkTitle: 'Start' },
      { title: 'Use', linkTitle: null },
    ]);
  });

  it.each(['Two\nlines', 'Two\u2028lines'])('must not be %j; the error names the field', async (linkTitle) => {
    const { status, body } = await proposal.change(update('guide', linkTitle));
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('linkTitle')]);
  });

  it('is merged independently of the title, and is in the changes', async () => {
    const other = await openChangeRequest(test, manual.id, token);
    await other.change({ operation: 'update_page', page: manual.page('guide'), title: 'Handbook' });
    await proposal.change(update('guide', 'Start'));
    const { changes } = (await test.rest('GET', `${proposal.path}/changes`, { token })).body;
    expect(changes).toMatchObject([{ type: 'page_edited', attributes: { linkTitle: { after: 'Start' } } }]);
    expect((await other.merge()).body.result).toBe('merge');
    expect((await proposal.merge()).body.result).toBe('merge');
    expect(await atHead('guide')).toMatchObject({ title: 'Handbook', linkTitle: 'Start' });
  });

  it('conflicts if both sides set different values, and a third value can resolve the conflict', async () => {
    const other = await openChangeRequest(test, manual.id, token);
    await other.change(update('guide', 'Theirs'));
    await proposal.change(update('guide', 'Ours'));
    await other.merge();
    const query = 'query ($id: ID!) { changeRequest(id: $id) { conflicts { id } } }';
    const found = (await test.graphql(query, { token, variables: { id: proposal.id } })).data.changeRequest.conflicts;
    const mutation =
      'mutation ($input: ResolveConflictsInput!) { resolveConflicts(input: $input) { revision { id } } }';
    const resolutions = found.map(({ id }: { id: string }) => ({ conflict: id, choice: 'VALUE', value: 'Both' }));
    const input = { space: manual.id, changeRequest: proposal.id, resolutions };
    expect((await test.graphql(mutation, { token, variables: { input } })).errors).toBeUndefined();
    expect(await read('guide')).toMatchObject({ linkTitle: 'Both' });
  });

  it('is retained when the space is duplicated, and restored when the page is reverted', async () => {
    await proposal.change(update('guide', 'Start'));
    await proposal.merge();
    const { body } = await test.rest('POST', `/spaces/${manual.id}/duplicate`, { token });
    expect(await read('guide', `/spaces/${body.id}/content`)).toMatchObject({ linkTitle: 'Start' });
    proposal = await openChangeRequest(test, manual.id, token);
    await proposal.change(update('guide', 'Other'), { operation: 'revert_page', page: manual.page('guide') });
    expect(await read('guide')).toMatchObject({ linkTitle: 'Start' });
  });
});
