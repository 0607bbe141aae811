import { describe, expect, it } from 'vitest';
import { newId } from '../../../src/platform/base/ids.js';
import { testApp } from '../../support/app.js';
import { type Person, seedGrant, seedMember, seedSpace } from '../../support/seed.js';
import { addMember } from '../lifecycle/transfers/transfer-kit.js';
import { openChangeRequest } from '../review/change-requests/proposal.js';
import { seedConversationOrganization } from './scene.js';
import { tablesContaining } from './tables-containing.js';

const test = await testApp();

/** Creates an organization with a cluster and a space. */
async function seedOrganizationWithCluster() {
  const organization = await seedConversationOrganization(test);
  await organization.ask(
    { id: 'a', text: 'The new card has not arrived' },
    { id: 'b', text: 'The new card has not arrived' },
  );
  await organization.analyse();
  const [cluster] = (await organization.read('/conversations-clusters')).items;
  const space = await seedSpace(test, organization.id, { title: 'Answers' });
  return { ...organization, cluster: cluster.id as string, space };
}

const linkCluster = (changeRequest: { space: string; id: string }, cluster: string | null, person: Person) =>
  test.graphql(
    `mutation ($input: UpdateChangeRequestInput!) { updateChangeRequest(input: $input) {
      changeRequest { conversationsIssuesCluster { id } conversationsIssuesClusterId } } }`,
    {
      ...person,
      variables: {
        input: { space: changeRequest.space, changeRequest: changeRequest.id, conversationsIssuesCluster: cluster },
      },
    },
  );

describe('a change request', () => {
  it('is opened for a cluster, and each refers to the other', async () => {
    const { admin, cluster, space, id } = await seedOrganizationWithCluster();
    const { data } = await test.graphql(
      `mutation ($input: CreateChangeRequestInput!) { createChangeRequest(input: $input) { changeRequest {
        id conversationsIssuesCluster { id changeRequests(first: 5) { nodes { id subject } } } } } }`,
      { ...admin, variables: { input: { space, subject: 'Cards', conversationsIssuesCluster: cluster } } },
    );
    const createdChangeRequest = data.createChangeRequest.changeRequest;
    expect(createdChangeRequest.conversationsIssuesCluster).toEqual({
      id: cluster,
      changeRequests: { nodes: [{ id: createdChangeRequest.id, subject: 'Cards' }] },
    });
    const read = await test.rest('GET', `/spaces/${space}/change-requests/${createdChangeRequest.id}`, admin);
    expect(read.body.conversationsIssuesCluster).toBe(cluster);
    for (const at of [`/spaces/${space}`, `/orgs/${id}`]) {
      const found = (query: string) =>
        test.rest('GET', `${at}/change-requests?conversationsIssuesCluster=${query}`, admin);
      expect((await found(cluster)).body.items.map((one: { id: string }) => one.id)).toEqual([createdChangeRequest.id]);
      expect((await found(newId('ConversationsIssuesCluster'))).body.items).toEqual([]);
    }
  });

  it('can be linked to a cluster, and can be unlinked again', async () => {
    const { admin, cluster, space } = await seedOrganizationWithCluster();
    const proposal = await openChangeRequest(test, space, admin.token);
    const tied = await linkCluster({ space, id: proposal.id }, cluster, admin);
    expect(tied.data.updateChangeRequest.changeRequest.conversationsIssuesCluster).toEqual({ id: cluster });
    const untied = await linkCluster({ space, id: proposal.id }, null, admin);
    expect(untied.data.updateChangeRequest.changeRequest).toEqual({
      conversationsIssuesCluster: null,
      conversationsIssuesClusterId: null,
    });
  });

  it('refuses a cluster of another organization, and a cluster that the editor may not see', async () => {
    const { admin, cluster, space, id } = await seedOrganizationWithCluster();
    const elsewhere = await seedOrganizationWithCluster();
    const proposal = await openChangeRequest(test, space, admin.token);
    const foreign = await linkCluster({ space, id: proposal.id }, elsewhere.cluster, admin);
    const editor = await seedMember(test, id, 'read');
    await seedGrant(test, id, { to: editor.id, on: space, role: 'edit' });
    const unseen = await linkCluster({ space, id: proposal.id }, cluster, editor);
    for (const { errors } of [foreign, unseen])
      expect(errors?.[0]).toMatchObject({
        message: expect.stringContaining('`conversationsIssuesCluster` must be the id of a cluster of issues'),
        extensions: { code: 'BAD_USER_INPUT' },
      });
  });

  it('hides its cluster from viewers who may not read conversations', async () => {
    const { admin, cluster, space, id } = await seedOrganizationWithCluster();
    const proposal = await openChangeRequest(test, space, admin.token);
    await linkCluster({ space, id: proposal.id }, cluster, admin);
    const reader = await seedMember(test, id, 'read');
    const query = 'query ($id: ID!) { changeRequest(id: $id) { id conversationsIssuesCluster { label } } }';
    const { data } = await test.graphql(query, { ...reader, variables: { id: proposal.id } });
    expect(data.changeRequest).toEqual({ id: proposal.id, conversationsIssuesCluster: null });
  });

  it('retains a cluster without issues until it is unlinked', async () => {
    const { id, admin, cluster, space, remove, analyse, read } = await seedOrganizationWithCluster();
    const proposal = await openChangeRequest(test, space, admin.token);
    await linkCluster({ space, id: proposal.id }, cluster, admin);
    for (const one of ['a', 'b']) await remove(one);
    expect(await tablesContaining(test.store, id, 'card')).toEqual(['ConversationGrouping']);
    await analyse();
    expect(await read(`/conversations-clusters/${cluster}`)).toMatchObject({
      label: 'No issues',
      stats: { issues: 0, conversations: 0 },
    });
    expect(await tablesContaining(test.store, id, 'card')).toEqual([]);
    await linkCluster({ space, id: proposal.id }, null, admin);
    expect(await read(`/conversations-clusters/${cluster}`)).toMatchObject({ error: { code: 404 } });
  });

  it('loses its cluster when its space moves to another organization', async () => {
    const { admin, cluster, space, read } = await seedOrganizationWithCluster();
    const other = await seedConversationOrganization(test);
    await addMember(test, other.id, { id: admin.id, role: 'admin' });
    const proposal = await openChangeRequest(test, space, admin.token);
    await linkCluster({ space, id: proposal.id }, cluster, admin);
    const moved = await test.rest('POST', `/spaces/${space}/transfer`, { ...admin, body: { organization: other.id } });
    expect(moved.status).toBeLessThan(300);
    const now = await test.rest('GET', `/spaces/${space}/change-requests/${proposal.id}`, admin);
    expect(now.body.conversationsIssuesCluster).toBeUndefined();
    expect((await read(`/conversations-clusters/${cluster}`)).stats.issues).toBe(2);
  });

  it('deletes a cluster without issues when its space moves to another organization', async () => {
    const { admin, cluster, space, remove, read } = await seedOrganizationWithCluster();
    const other = await seedConversationOrganization(test);
    await addMember(test, other.id, { id: admin.id, role: 'admin' });
    const proposal = await openChangeRequest(test, space, admin.token);
    await linkCluster({ space, id: proposal.id }, cluster, admin);
    for (const one of ['a', 'b']) await remove(one);
    await test.rest('POST', `/spaces/${space}/transfer`, { ...admin, body: { organization: other.id } });
    expect(await read(`/conversations-clusters/${cluster}`)).toMatchObject({ error: { code: 404 } });
  });
});
