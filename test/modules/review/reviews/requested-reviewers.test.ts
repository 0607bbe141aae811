import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { type Person, seedMember, seedOrganization } from '../../../support/seed.js';
import { type Manual, seedManual } from '../../manual-space.js';
import { type ChangeRequestClient, openChangeRequest } from '../change-requests/proposal.js';

const test = await testApp();
const acme = await seedOrganization(test);
const globex = await seedOrganization(test);
let manual: Manual;
let proposal: ChangeRequestClient;
let [ann, ben, reader]: Person[] = [];

beforeAll(async () => {
  manual = await seedManual(test, acme);
  [ann, ben] = [await seedMember(test, acme.id, 'edit'), await seedMember(test, acme.id, 'review')];
  reader = await seedMember(test, acme.id, 'read');
});

const at = () => `${proposal.path}/requested-reviewers`;
const request = (users: string[], { token = acme.admin.token, ...body }: Record<string, unknown> = {}) =>
  test.rest('POST', at(), { token: token as string, body: { users, ...body } });
const requested = async () => {
  const { body } = await test.rest('GET', at(), acme.admin);
  return body.items.map(({ user }: { user: { id: string } }) => user.id).sort();
};
const ids = (...people: (Person | undefined)[]) => people.map((person) => person!.id).sort();

describe('requested reviewers of a change request', () => {
  beforeAll(async () => {
    proposal = await openChangeRequest(test, manual.id, ann!.token);
  });

  it('are returned once each, with the requesting user and the revision', async () => {
    const { status, body } = await request([ben!.id, reader!.id, ben!.id], { token: ann!.token });
    expect(status).toBe(200);
    expect(body.users.map(({ user }: { user: { id: string } }) => user.id)).toEqual([ben!.id, reader!.id]);
    expect(body.users[0]).toMatchObject({
      object: 'change-request-requested-reviewer',
      kind: 'user',
      requestedBy: { id: ann!.id },
      revision: (await proposal.get()).revision,
    });
  });

  it('are listed, and filter change requests', async () => {
    expect(await requested()).toEqual(ids(ben, reader));
    const found = await test.rest('GET', `/orgs/${acme.id}/change-requests?requestedReviewer=${ben!.id}`, acme.admin);
    expect(found.body.items.map(({ id }: { id: string }) => id)).toEqual([proposal.id]);
    const query = '{ viewer { reviewRequests { totalCount nodes { changeRequest { id } requestedBy { id } } } } }';
    const { data } = await test.graphql(query, ben!);
    expect(data.viewer.reviewRequests).toEqual({
      totalCount: 1,
      nodes: [{ changeRequest: { id: proposal.id }, requestedBy: { id: ann!.id } }],
    });
  });

  it('of an earlier request remain after a new request', async () => {
    await request([ann!.id]);
    expect(await requested()).toEqual(ids(ann, ben, reader));
  });

  it('can be removed, even repeatedly', async () => {
    for (let time = 0; time < 2; time++)
      expect((await test.rest('DELETE', `${at()}/${ann!.id}`, acme.admin)).status).toBe(204);
    expect(await requested()).toEqual(ids(ben, reader));
  });
});

describe('a request for reviews', () => {
  beforeAll(async () => {
    proposal = await openChangeRequest(test, manual.id, acme.admin.token);
  });

  it('can set the subject of the change request', async () => {
    expect((await request([ben!.id], { subject: 'Installation' })).status).toBe(200);
    expect((await proposal.get()).subject).toBe('Installation');
  });

  it.each([
    ['a user of another organization', () => globex.admin.id],
    ['an unknown user', () => 'usr_00000000000000000000000000'],
  ])('that names %s returns 400 with the position, and changes nothing', async (_who, id) => {
    const { status, body } = await request([reader!.id, id()], { subject: 'Other' });
    expect(status).toBe(400);
    expect(body.error.message).toContain('`users[1]` must be the id of a member of the organization');
    expect(await requested()).toEqual(ids(ben));
    expect((await proposal.get()).subject).toBe('Installation');
  });

  it('returns 409 for an archived change request, and 403 to users who may not edit', async () => {
    expect((await request([ann!.id], { token: reader!.token })).status).toBe(403);
    await test.rest('PATCH', proposal.path, { ...acme.admin, body: { status: 'archived' } });
    expect((await request([ann!.id])).status).toBe(409);
  });
});
