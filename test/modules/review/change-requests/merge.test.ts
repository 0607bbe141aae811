import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { moveClock } from '../../../support/clock.js';
import { seedMember, seedOrganization } from '../../../support/seed.js';
import { type Manual, seedManual } from '../../manual-space.js';
import { type ChangeRequestClient, headText, openChangeRequest } from './proposal.js';

const test = await testApp();
const acme = await seedOrganization(test);
const { token } = acme.admin;
let manual: Manual;
let proposal: ChangeRequestClient;

beforeEach(async () => {
  manual = await seedManual(test, acme);
  proposal = await openChangeRequest(test, manual.id, token);
});

const write = (path: string, markdown: string) => ({
  operation: 'update_page',
  page: manual.page(path),
  document: { markdown },
});
const head = async () => (await test.rest('GET', `/spaces/${manual.id}/content`, { token })).body;
const pageAt = async (path: string) =>
  (await test.rest('GET', `/spaces/${manual.id}/content/path/${path}`, { token })).body;

describe('merging and updating a change request', () => {
  it('creates a head of type `merge` with both parents and the id of the change request', async () => {
    const before = await head();
    await proposal.change(write('guide', '# Guide\n\nAll, better.\n'));
    const own = (await proposal.get()).revision;
    const { status, body } = await proposal.merge();
    const after = await head();
    expect([status, body]).toEqual([200, { revision: after.id, result: 'merge' }]);
    expect(after).toMatchObject({ type: 'merge', parents: [before.id, own], mergedFrom: { id: proposal.id } });
    expect(await headText(test, manual.id, { token, page: 'guide' })).toBe('# Guide\n\nAll, better.\n');
  });

  it('sets its status to `merged`, and it is not outdated', async () => {
    await proposal.change(write('guide', 'Better.\n'));
    const { body } = await proposal.merge();
    expect(await proposal.get()).toMatchObject({ status: 'merged', revisionMerged: body.revision, outdated: false });
  });

  it('updates times of changed pages only, and sets both times of new pages', async () => {
    const before = [await pageAt('guide'), await pageAt('guide/use')];
    await proposal.change(write('guide', 'Better.\n'), { operation: 'insert_page', title: 'New', document: {} });
    moveClock(1000);
    await proposal.merge();
    const [guide, use, fresh] = [await pageAt('guide'), await pageAt('guide/use'), await pageAt('new')];
    expect(guide.updatedAt > before[0].updatedAt).toBe(true);
    expect(guide.createdAt).toBe(before[0].createdAt);
    expect(use.updatedAt).toBe(before[1].updatedAt);
    expect([fresh.createdAt, fresh.updatedAt]).toEqual([guide.updatedAt, guide.updatedAt]);
  });

  it('merges pages that swap their paths', async () => {
    await proposal.change(
      { operation: 'update_page', page: manual.page('guide/use'), slug: 'aside' },
      { operation: 'update_page', page: manual.page('guide/install'), slug: 'use' },
      { operation: 'update_page', page: manual.page('guide/use'), slug: 'install' },
    );
    expect((await proposal.merge()).body.result).toBe('merge');
    expect((await pageAt('guide/use')).id).toBe(manual.page('guide/install'));
    expect((await pageAt('guide/install')).id).toBe(manual.page('guide/use'));
  });

  it('succeeds for several change requests of different pages or different lines of one page', async () => {
    const second = await openChangeRequest(test, manual.id, token);
    const third = await openChangeRequest(test, manual.id, token);
    await proposal.change(write('guide/install', '# Install\n\n1.\n\nSecond.\n\nThird.\n'));
    await second.change(write('guide/use', '# Use\n\nDifferently.\n'));
    await third.change(write('guide/install', '# Install\n\nFirst.\n\nSecond.\n\n3.\n'));
    for (const one of [proposal, second, third]) expect((await one.merge()).body.result).toBe('merge');
    expect(await headText(test, manual.id, { token, page: 'guide/install' })).toBe(
      '# Install\n\n1.\n\nSecond.\n\n3.\n',
    );
    expect(await headText(test, manual.id, { token, page: 'guide/use' })).toBe('# Use\n\nDifferently.\n');
  });

  it('makes another change request outdated until that one is updated', async () => {
    const second = await openChangeRequest(test, manual.id, token);
    await second.change(write('guide/use', '# Use\n\nDifferently.\n'));
    await proposal.change(write('guide', 'Better.\n'));
    expect((await proposal.get()).outdated).toBe(false);
    const merged = (await second.merge()).body.revision;
    expect((await proposal.get()).outdated).toBe(true);
    const { status, body } = await proposal.update();
    expect([status, body.result]).toEqual([200, 'update']);
    const updated = await proposal.get();
    expect(updated).toMatchObject({ outdated: false, revision: body.revision, revisionMergedAncestor: merged });
    expect([await proposal.text('guide/use'), await proposal.text('guide')]).toEqual([
      '# Use\n\nDifferently.\n',
      'Better.\n',
    ]);
    const revision = (await test.rest('GET', `${proposal.path}/content`, { token })).body;
    expect(revision).toMatchObject({ type: 'update', parents: [expect.any(String), merged] });
  });

  it('leaves the change request as it is if it is updated from an unchanged space', async () => {
    const { revision } = await proposal.get();
    expect((await proposal.update()).body).toEqual({ revision, result: 'update' });
    expect((await proposal.get()).revision).toBe(revision);
  });

  it('succeeds for a change request without changes', async () => {
    const before = (await head()).id;
    const { status, body } = await proposal.merge();
    expect([status, body.result]).toEqual([200, 'merge']);
    expect(await head()).toMatchObject({ id: body.revision, type: 'merge', parents: [before, before] });
  });

  it('returns 403 for a locked space, and does not change its head', async () => {
    await proposal.change(write('guide', 'Better.\n'));
    const before = (await head()).id;
    await test.rest('PATCH', `/spaces/${manual.id}`, { token, body: { editMode: 'locked' } });
    expect((await proposal.merge()).status).toBe(403);
    expect((await head()).id).toBe(before);
  });

  it('requires the role review, and an update requires the role edit', async () => {
    const [editor, reader] = [await seedMember(test, acme.id, 'edit'), await seedMember(test, acme.id, 'read')];
    const refused = await test.rest('POST', `${proposal.path}/merge`, editor);
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      'changeRequest.merge needs the role review; yours is edit',
    ]);
    expect((await test.rest('POST', `${proposal.path}/update`, reader)).status).toBe(403);
    expect((await test.rest('POST', `${proposal.path}/update`, editor)).status).toBe(200);
    expect((await test.rest('POST', `${proposal.path}/merge`, await seedMember(test, acme.id, 'review'))).status).toBe(
      200,
    );
  });

  it('is possible in GraphQL, and the revision names its change request', async () => {
    await proposal.change(write('guide', 'Better.\n'));
    const { data } = await test.graphql(
      'mutation ($input: MergeChangeRequestInput!) { mergeChangeRequest(input: $input) { outcome revisionId } }',
      { token, variables: { input: { space: manual.id, changeRequest: '1' } } },
    );
    expect(data.mergeChangeRequest.outcome).toBe('MERGE');
    const query = 'query ($id: ID!) { node(id: $id) { ... on Revision { type author { id } mergedFrom { number } } } }';
    const found = await test.graphql(query, { token, variables: { id: data.mergeChangeRequest.revisionId } });
    expect(found.data.node).toEqual({ type: 'MERGE', author: { id: acme.admin.id }, mergedFrom: { number: 1 } });
  });
});
