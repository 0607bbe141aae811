import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { type Person, seedMember, seedOrganization } from '../../../support/seed.js';
import { type Manual, seedManual } from '../../manual-space.js';
import { type ChangeRequestClient, openChangeRequest } from './proposal.js';

const test = await testApp();
const acme = await seedOrganization(test);
const globex = await seedOrganization(test);
let [one, two]: Manual[] = [];
let editor: Person;
let [open, draft, archived, merged, written]: ChangeRequestClient[] = [];

beforeAll(async () => {
  [one, two] = [await seedManual(test, acme), await seedManual(test, acme)];
  editor = await seedMember(test, acme.id, 'edit');
  open = await openChangeRequest(test, one!.id, acme.admin.token);
  draft = await openChangeRequest(test, one!.id, acme.admin.token);
  archived = await openChangeRequest(test, one!.id, acme.admin.token);
  merged = await openChangeRequest(test, one!.id, acme.admin.token);
  written = await openChangeRequest(test, two!.id, editor.token);
  await written.change({ operation: 'delete_page', page: two!.page('guide/use') });
  await patch(draft, { status: 'draft' });
  await patch(archived, { status: 'archived' });
  await merged.merge();
});

const patch = (proposal: ChangeRequestClient, body: object) =>
  test.rest('PATCH', proposal.path, { ...acme.admin, body });
const inSpace = (query = '') => test.rest('GET', `/spaces/${one!.id}/change-requests${query}`, acme.admin);
const inOrganization = (query = '') => test.rest('GET', `/orgs/${acme.id}/change-requests${query}`, acme.admin);
const idsOf = ({ body }: { body: { items: { id: string }[] } }) => body.items.map(({ id }) => id);
const ids = (...proposals: (ChangeRequestClient | undefined)[]) => proposals.map((proposal) => proposal!.id);

describe('a list of change requests', () => {
  it('has only open ones on /v1 unless the request has a status, newest first', async () => {
    expect(idsOf(await inSpace())).toEqual(ids(open));
    expect(idsOf(await inOrganization())).toEqual(ids(written, open));
  });

  it.each([
    ['draft', () => ids(draft)],
    ['open', () => ids(open)],
    ['archived', () => ids(archived)],
    ['merged', () => ids(merged)],
  ])('`status=%s` lists the change requests with that status, and their count', async (status, expected) => {
    const answer = await inSpace(`?status=${status}`);
    expect([idsOf(answer), answer.body.count]).toEqual([expected(), 1]);
  });

  it('returns 400 for an unknown status', async () => {
    expect((await inSpace('?status=closed')).status).toBe(400);
  });

  it('`creator` lists the change requests that a person opened', async () => {
    expect(idsOf(await inOrganization(`?creator=${editor.id}`))).toEqual(ids(written));
    expect(idsOf(await inOrganization(`?creator=${acme.admin.id}`))).toEqual(ids(open));
  });

  it('`contributor` lists the change requests whose content a person changed', async () => {
    expect(idsOf(await inOrganization(`?contributor=${editor.id}`))).toEqual(ids(written));
    expect(idsOf(await inOrganization(`?contributor=${acme.admin.id}`))).toEqual([]);
  });

  it.each(['creator', 'contributor', 'requestedReviewer', 'conversationsIssuesCluster'])(
    '`%s` with an unknown or a foreign id returns an empty list and the count 0',
    async (filter) => {
      for (const id of ['usr_unknown', globex.admin.id])
        expect((await inOrganization(`?${filter}=${id}`)).body).toEqual({ count: 0, items: [] });
    },
  );

  it('has only change requests that match all filters', async () => {
    expect(idsOf(await inOrganization(`?creator=${editor.id}&status=merged`))).toEqual([]);
  });

  it('refuses a cursor of a list with another filter', async () => {
    const { body } = await inOrganization('?limit=1');
    expect((await inOrganization(`?limit=1&page=${body.next.page}`)).status).toBe(200);
    expect((await inOrganization(`?limit=1&status=draft&page=${body.next.page}`)).status).toBe(400);
  });

  it('takes at most six batches, however many change requests there are', async () => {
    const batches = await test.batches(() => inOrganization());
    expect(batches.length).toBeLessThanOrEqual(6);
    const more = await openChangeRequest(test, two!.id, editor.token);
    expect(await test.batches(() => inOrganization())).toHaveLength(batches.length);
    // Other tests list open change requests, so this one must not stay open.
    await patch(more, { status: 'archived' });
  });

  it('has change requests of every status in GraphQL, unless filtered', async () => {
    const query = `query ($id: ID!, $status: ChangeRequestStatus) {
    space(id: $id) { changeRequests(filter: { status: $status }) { totalCount nodes { status number } } }
  }`;
    const list = async (status?: string) =>
      (await test.graphql(query, { ...acme.admin, variables: { id: one!.id, status } })).data.space.changeRequests;
    const all = await list();
    expect([all.totalCount, all.nodes.map(({ number }: { number: number }) => number)]).toEqual([4, [4, 3, 2, 1]]);
    expect((await list('MERGED')).nodes).toEqual([{ status: 'MERGED', number: 4 }]);
  });

  it('returns 404 in a space that a guest does not see, and is empty for the guest in the organization', async () => {
    const guest = await seedMember(test, acme.id, null);
    expect((await test.rest('GET', `/spaces/${one!.id}/change-requests`, guest)).status).toBe(404);
    expect((await test.rest('GET', `/orgs/${acme.id}/change-requests`, guest)).body).toEqual({ count: 0, items: [] });
  });

  it('has its counts by status in the space', async () => {
    const { body } = await test.rest('GET', `/spaces/${one!.id}`, acme.admin);
    expect(body).toMatchObject({ changeRequests: 4, changeRequestsOpen: 1, changeRequestsDraft: 1 });
  });
});
