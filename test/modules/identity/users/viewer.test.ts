import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { type Person, seedGrant, seedMember, seedOrganization, seedSpace } from '../../../support/seed.js';

const test = await testApp();
const acme = await seedOrganization(test);
const globex = await seedOrganization(test);
const guest = await seedMember(test, acme.id, null);
let [open, hidden] = ['', ''];
/**
 * Ids of change requests: by the admin, by the guest in a visible space, and by the guest in a space that became
 * hidden.
 */
let opened: { admin: string; seen: string; lost: string };

beforeAll(async () => {
  [open, hidden] = [await seedSpace(test, acme.id), await seedSpace(test, acme.id)];
  const propose = async (space: string, { token }: Person): Promise<string> =>
    (await test.rest('POST', `/spaces/${space}/change-requests`, { token, body: {} })).body.id;
  for (const space of [open, hidden]) await seedGrant(test, acme.id, { to: guest.id, on: space, role: 'edit' });
  opened = {
    admin: await propose(open, acme.admin),
    seen: await propose(open, guest),
    lost: await propose(hidden, guest),
  };
  await test.rest('DELETE', `/spaces/${hidden}/permissions/users/${guest.id}`, acme.admin);
});

const ids = ({ nodes }: { nodes: { id: string }[] }) => nodes.map(({ id }) => id);
const own = '{ viewer { id organizations { totalCount nodes { id } } changeRequests { totalCount nodes { id } } } }';

describe('the organizations and change requests of a user', () => {
  it('include, for the caller, its organizations and the change requests that it opened and may see', async () => {
    const { viewer } = (await test.graphql(own, guest)).data;
    expect([viewer.id, ids(viewer.organizations), viewer.organizations.totalCount]).toEqual([guest.id, [acme.id], 1]);
    expect([ids(viewer.changeRequests), viewer.changeRequests.totalCount]).toEqual([[opened.seen], 1]);
  });

  it('include, for another user, the change requests that the caller may see, newest first', async () => {
    const text = `{ user(id: "${guest.id}") { changeRequests { nodes { id } } } }`;
    const { user } = (await test.graphql(text, acme.admin)).data;
    expect(ids(user.changeRequests)).toEqual([opened.lost, opened.seen]);
  });

  it('can be filtered by the status of the change request', async () => {
    const text =
      '{ viewer { changeRequests(filter: { status: OPEN }) { totalCount } merged: changeRequests(filter: { status: MERGED }) { totalCount } } }';
    const { viewer } = (await test.graphql(text, acme.admin)).data;
    expect([viewer.changeRequests.totalCount, viewer.merged.totalCount]).toEqual([1, 0]);
  });

  it('are shown for another user only in organizations whose members the viewer may see', async () => {
    const both = await seedMember(test, acme.id, 'read');
    const text = (id: string) => `{ user(id: "${id}") { organizations { nodes { id } } } }`;
    expect(ids((await test.graphql(text(guest.id), both)).data.user.organizations)).toEqual([acme.id]);
    expect((await test.graphql(text(both.id), guest)).data.user.organizations.nodes).toEqual([]);
    expect((await test.graphql(text(guest.id), globex.admin)).data.user).toBeNull();
  });
});

const edges = 'organizations(first: 2) { nodes { title } } changeRequests(first: 2) { nodes { number } }';

describe('`viewer`', () => {
  it('shows only one organization with a token that is bound to it', async () => {
    const body = { emails: [acme.admin.email], role: 'read' };
    await test.rest('POST', `/orgs/${globex.id}/invites`, { ...globex.admin, body });
    expect(ids((await test.graphql(own, acme.admin)).data.viewer.organizations)).toEqual([globex.id, acme.id]);
    const make = 'mutation ($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { token } }';
    const variables = { input: { name: 'Bound', organization: globex.id } };
    const { token } = (await test.graphql(make, { ...acme.admin, variables })).data.createAccessToken;
    const { viewer } = (await test.graphql(own, { token })).data;
    expect([ids(viewer.organizations), ids(viewer.changeRequests)]).toEqual([[globex.id], []]);
  });

  it('is null without a token', async () => {
    expect((await test.graphql(own)).data).toEqual({ viewer: null });
  });

  it('takes one batch each for the caller, the organizations and the change requests', async () => {
    expect(await test.batches(() => test.graphql(`{ viewer { ${edges} } }`, acme.admin))).toHaveLength(3);
  });
});

it('organizations and change requests of many users take as many batches as those of one user', async () => {
  const members = (of: number) =>
    `{ organization(id: "${acme.id}") { members(first: ${of}) { nodes { user { ${edges} } } } } }`;
  const batches = async (of: number) => (await test.batches(() => test.graphql(members(of), acme.admin))).length;
  expect(await batches(3)).toBe(await batches(1));
});
