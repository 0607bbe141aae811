import { beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '../../../../src/modules/identity/tokens/operator-actions.js';
import { testApp } from '../../../support/app.js';
import { type Person, seedMember, seedOrganization } from '../../../support/seed.js';
import { type Manual, seedManual } from '../../manual-space.js';
import { openChangeRequest } from '../change-requests/proposal.js';
import { type Commenter, commenterOn } from './comment-kit.js';

const test = await testApp();
const acme = await seedOrganization(test);
let manual: Manual;
let ann: Person;
const on = (path: string, token: string): Commenter =>
  commenterOn(test, { path, names: { space: manual.id } }, { token });
const tokenWith = async ({ id }: Person, ...scopes: string[]) =>
  (await createToken({ store: test.store, viewer: test.operator }, { user: id, scopes })).token;

beforeAll(async () => {
  manual = await seedManual(test, acme);
  ann = await seedMember(test, acme.id, 'comment');
});

describe('comments', () => {
  it('are accepted in merged and archived change requests, and in locked spaces', async () => {
    for (const status of ['archived', 'merged']) {
      const proposal = await openChangeRequest(test, manual.id, acme.admin.token);
      if (status === 'merged') await proposal.merge();
      else await test.rest('PATCH', proposal.path, { ...acme.admin, body: { status } });
      expect((await on(proposal.path, ann.token).post('Late')).status).toBe(201);
    }
    const locked = await seedManual(test, acme);
    await test.rest('PATCH', `/spaces/${locked.id}`, { ...acme.admin, body: { editMode: 'locked' } });
    expect((await on(`/spaces/${locked.id}`, ann.token).post('Why locked?')).status).toBe(201);
  });

  it('cannot be written by readers, nor changed by authors who may no longer comment', async () => {
    const reader = await seedMember(test, acme.id, 'read');
    const space = on(`/spaces/${manual.id}`, reader.token);
    expect((await space.post('Hello')).status).toBe(403);
    const ben = await seedMember(test, acme.id, 'comment');
    const asBen = on(`/spaces/${manual.id}`, ben.token);
    const { id } = (await asBen.post('Hello')).body;
    await test.rest('PATCH', `/orgs/${acme.id}/members/${ben.id}`, { ...acme.admin, body: { role: 'read' } });
    expect((await asBen.update(id, { body: { markdown: 'Bye' } })).status).toBe(403);
    expect((await asBen.remove(id)).status).toBe(403);
    expect((await asBen.get(id)).body.permissions).toEqual({ view: true, edit: false, reply: false, delete: false });
  });

  it('can be written by agents, which can resolve only their own comments', async () => {
    const editor = await seedMember(test, acme.id, 'edit');
    const agent = on(`/spaces/${manual.id}`, await tokenWith(editor, 'agent'));
    const own = (await agent.post('Found a dead link')).body.id;
    expect((await agent.update(own, { resolved: true })).status).toBe(200);
    const other = (await on(`/spaces/${manual.id}`, ann.token).post('A question')).body.id;
    expect((await agent.update(other, { resolved: true })).status).toBe(403);
    expect((await agent.reply(other, 'An answer')).status).toBe(201);
  });

  it('can be resolved and deleted only with a token that has the scopes for this', async () => {
    const { id } = (await on(`/spaces/${manual.id}`, ann.token).post('One')).body;
    const narrow = on(`/spaces/${manual.id}`, await tokenWith(acme.admin, 'space:comment'));
    expect([(await narrow.update(id, { resolved: true })).status, (await narrow.remove(id)).status]).toEqual([
      403, 403,
    ]);
    const wide = await tokenWith(acme.admin, 'space:comment', 'space:resolveComments', 'space:deleteComments');
    expect((await on(`/spaces/${manual.id}`, wide).update(id, { resolved: true })).status).toBe(200);
    expect((await on(`/spaces/${manual.id}`, wide).remove(id)).status).toBe(204);
  });

  it('of a deleted space are not found', async () => {
    const { id: space } = await seedManual(test, acme);
    const asAnn = on(`/spaces/${space}`, ann.token);
    const { id } = (await asAnn.post('Soon gone')).body;
    await test.rest('DELETE', `/spaces/${space}`, acme.admin);
    expect([(await asAnn.get(id)).status, (await asAnn.post('More')).status]).toEqual([404, 404]);
    const { data } = await test.graphql('query ($id: ID!) { node(id: $id) { id } }', { ...ann, variables: { id } });
    expect(data.node).toBeNull();
  });
});
