import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { type Person, seedGrant, seedMember, seedOrganization, seedSpace } from '../../../support/seed.js';

const test = await testApp();
const acme = await seedOrganization(test);
const globex = await seedOrganization(test);
const guest = await seedMember(test, acme.id, null);
let [open, hidden] = ['', ''];
/** Ids of change requests: the admin's, the guest's in a space that it sees, the guest's in one that it no longer sees. */
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

it('the caller has its organizations, and the change requests that it opened and may see', async () => {
  const { viewer } = (await test.graphql(own, guest)).data;
  expect([viewer.id, ids(viewer.organizations), viewer.organizations.totalCount]).toEqual([guest.id, [acme.id], 1]);
  expect([ids(viewer.changeRequests), viewer.changeRequests.totalCount]).toEqual([[opened.seen], 1]);
});

it('another person has the change requests that the caller may see, newest first', async () => {
  const text = `{ user(id: "${guest.id}") { changeRequests { nodes { id } } } }`;
  const { user } = (await test.graphql(text, acme.admin)).data;
  expect(ids(user.changeRequests)).toEqual([opened.lost, opened.seen]);
});

it('they are narrowed by their state', async () => {
  const text =
    '{ viewer { changeRequests(filter: { status: OPEN }) { totalCount } merged: changeRequests(filter: { status: MERGED }) { totalCount } } }';
  const { viewer } = (await test.graphql(text, acme.admin)).data;
  expect([viewer.changeRequests.totalCount, viewer.merged.totalCount]).toEqual([1, 0]);
});

it('organizations of another person are told to who may see its members there, and no others', async () => {
  const both = await seedMember(test, acme.id, 'read');
  const text = (id: string) => `{ user(id: "${id}") { organizations { nodes { id } } } }`;
  expect(ids((await test.graphql(text(guest.id), both)).data.user.organizations)).toEqual([acme.id]);
  expect((await test.graphql(text(both.id), guest)).data.user.organizations.nodes).toEqual([]);
  expect((await test.graphql(text(guest.id), globex.admin)).data.user).toBeNull();
});

it('a token that is bound to an organization shows no other', async () => {
  const body = { emails: [acme.admin.email], role: 'read' };
  await test.rest('POST', `/orgs/${globex.id}/invites`, { ...globex.admin, body });
  expect(ids((await test.graphql(own, acme.admin)).data.viewer.organizations)).toEqual([globex.id, acme.id]);
  const make = 'mutation ($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { token } }';
  const variables = { input: { name: 'Bound', organization: globex.id } };
  const { token } = (await test.graphql(make, { ...acme.admin, variables })).data.createAccessToken;
  const { viewer } = (await test.graphql(own, { token })).data;
  expect([ids(viewer.organizations), ids(viewer.changeRequests)]).toEqual([[globex.id], []]);
});

it('without a token there is no caller', async () => {
  expect((await test.graphql(own)).data).toEqual({ viewer: null });
});

const both = 'organizations(first: 2) { nodes { title } } changeRequests(first: 2) { nodes { number } }';

it('the caller, its organizations and its change requests are a batch each', async () => {
  expect(await test.batches(() => test.graphql(`{ viewer { ${both} } }`, acme.admin))).toHaveLength(3);
});

it('those of many people are as many batches as those of one', async () => {
  const members = (of: number) =>
    `{ organization(id: "${acme.id}") { members(first: ${of}) { nodes { user { ${both} } } } } }`;
  const batches = async (of: number) => (await test.batches(() => test.graphql(members(of), acme.admin))).length;
  expect(await batches(3)).toBe(await batches(1));
});
