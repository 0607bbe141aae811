import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedGrant, seedMember } from '../../../support/seed.js';
import { openChangeRequest } from '../../review/change-requests/proposal.js';
import {
  addMember,
  eventsOf,
  expectCompleteRevisions,
  organizationsOfSpaceRows,
  pathOf,
  setScene,
} from './transfer-kit.js';

const test = await testApp();
const { from, to, fromAdmin, toAdmin, both, transfer } = await setScene(test);
const get = (id: string, { token } = both) => test.rest('GET', pathOf(id), { token });
const patch = (id: string, body: object) => test.rest('PATCH', pathOf(id), { ...both, body });
const createIn = async (kind: string, body: object): Promise<string> =>
  (await test.rest('POST', `/orgs/${from}/${kind}`, { ...both, body })).body.id;

/** Collection that contains `tree`, which is the outermost of five nested collections with a space in each. */
let parentCollection: string;
let tree: string[];
let spaces: string[];

beforeEach(async () => {
  parentCollection = await createIn('collections', { title: 'Above' });
  [tree, spaces] = [[], []];
  for (let depth = 0; depth < 5; depth += 1) {
    tree.push(await createIn('collections', { title: `Depth ${depth}`, parent: tree.at(-1) ?? parentCollection }));
    spaces.push(await createIn('spaces', { title: `Space ${depth}`, parent: tree.at(-1)! }));
  }
});

describe('the transfer of a collection', () => {
  it('moves all nested collections and spaces, and retains their structure', async () => {
    for (const id of spaces) {
      const proposal = await openChangeRequest(test, id, both.token);
      await proposal.change({ operation: 'insert_page', title: 'Page', document: { markdown: 'Ocelots.\n' } });
      await proposal.merge();
    }
    const { status, body } = await transfer(tree[0]!);
    expect([status, body.organization, body.parent]).toEqual([200, to, undefined]);
    for (const [depth, id] of tree.entries()) {
      expect((await get(id, fromAdmin)).status).toBe(404);
      expect((await get(id, toAdmin)).body).toMatchObject({ organization: to, title: `Depth ${depth}` });
      expect((await get(id, toAdmin)).body.parent).toBe(tree[depth - 1]);
      expect((await get(spaces[depth]!, toAdmin)).body).toMatchObject({ organization: to, parent: id });
      expect(await organizationsOfSpaceRows(test, spaces[depth]!)).toEqual([to]);
      expect(await expectCompleteRevisions(test, spaces[depth]!)).toBe(3);
    }
    const found = async (organization: string) =>
      (await test.rest('GET', `/orgs/${organization}/search?query=ocelots`, both)).body.items.map(
        ({ id }: { id: string }) => id,
      );
    expect((await found(to)).sort()).toEqual([...spaces].sort());
    expect(await found(from)).not.toEqual(expect.arrayContaining(spaces));
    expect((await get(parentCollection)).body.organization).toBe(from);
  });

  it('ends grants of the old organization; new grants on the collection apply to everything in it', async () => {
    const member = await seedMember(test, from, null);
    await addMember(test, to, { id: member.id, role: null });
    for (const on of [parentCollection, tree[0]!, spaces[2]!])
      await seedGrant(test, from, { to: member.id, on, role: 'edit' });
    await transfer(tree[0]!);
    for (const id of [...tree, ...spaces]) expect((await get(id, member)).status).toBe(404);
    await seedGrant(test, to, { to: member.id, on: tree[0]!, role: 'read' });
    for (const id of [...tree, ...spaces]) expect((await get(id, member)).status).toBe(200);
  });

  it('inherits levels from the target organization, and retains levels that are set in the collection', async () => {
    await patch(parentCollection, { defaultLevel: null });
    await patch(tree[3]!, { defaultLevel: 'comment' });
    await transfer(tree[0]!);
    const creator = await seedMember(test, to, 'create');
    const mayCreate = async (id: string) => (await get(id, creator)).body.permissions.create;
    expect([await mayCreate(tree[0]!), await mayCreate(tree[2]!), await mayCreate(tree[4]!)]).toEqual([
      true,
      true,
      false,
    ]);
    const reader = await seedMember(test, to, 'read');
    expect((await get(spaces[4]!, reader)).body.permissions.comment).toBe(true);
  });

  it('leaves deleted spaces at the root of the old organization, where a restore gives nobody new access', async () => {
    await patch(tree[1]!, { defaultLevel: null });
    await test.rest('DELETE', pathOf(spaces[2]!), both);
    await transfer(tree[0]!);
    const { status, body } = await test.rest('POST', `${pathOf(spaces[2]!)}/restore`, { ...both, body: {} });
    expect([status, body.organization, body.parent, body.visibility]).toEqual([200, from, undefined, 'private']);
    expect((await get(spaces[2]!, await seedMember(test, from, 'read'))).status).toBe(404);
    expect((await get(spaces[2]!, toAdmin)).status).toBe(404);
  });

  it('requires the role admin in the source organization, not only on everything in the collection', async () => {
    for (const role of ['create', null] as const) {
      const member = await seedMember(test, from, role);
      await addMember(test, to, { id: member.id, role: 'admin' });
      await seedGrant(test, from, { to: member.id, on: tree[0]!, role: 'admin' });
      await patch(tree[0]!, { defaultLevel: 'admin' });
      const { status, body } = await transfer(tree[0]!, member);
      const sentence = `collection.transfer needs the role admin in the organization; yours is ${role ?? 'guest'}`;
      expect([status, body.error.message]).toEqual([403, sentence]);
    }
    for (const id of [...tree, ...spaces]) expect((await get(id)).body.organization).toBe(from);
  });

  it('returns 409 for the same organization, 412 if a site shows one of its spaces, and 404 for unknown ids', async () => {
    expect((await transfer(tree[0]!, both, from)).status).toBe(409);
    expect((await transfer('col_none')).status).toBe(404);
    expect((await transfer(tree[0]!, both, 'org_none')).status).toBe(404);
    await test.rest('POST', `/orgs/${from}/sites`, { ...both, body: { spaces: [spaces[3]] } });
    const { status, body } = await transfer(tree[0]!);
    expect([status, body.error.message]).toEqual([412, expect.stringContaining(spaces[3]!)]);
    for (const id of [...tree, ...spaces]) expect((await get(id)).body.organization).toBe(from);
  });

  it('is logged in both organizations, for the collection and for each space', async () => {
    await transfer(tree[0]!);
    for (const organization of [from, to]) {
      const events = (await eventsOf(test, organization)).slice(-6);
      expect(events.map(({ changes }) => changes)).toEqual(Array(6).fill({ from, to }));
      expect(events.map(({ action }) => action)).toEqual([...Array(5).fill('transferSpace'), 'transferCollection']);
      expect(events.map(({ targetId }) => targetId).sort()).toEqual([...spaces, tree[0]!].sort());
    }
  });

  it('is possible in GraphQL', async () => {
    const text = `mutation ($id: ID!, $to: ID!) { transferCollection(input: { collection: $id, organization: $to }) {
    collection { id organization { id } spaces(first: 5) { nodes { title } } } } }`;
    const { data, errors } = await test.graphql(text, { ...both, variables: { id: tree[0], to } });
    expect(errors).toBeUndefined();
    expect(data.transferCollection.collection).toEqual({
      id: tree[0],
      organization: { id: to },
      spaces: { nodes: [{ title: 'Space 0' }] },
    });
  });
});
