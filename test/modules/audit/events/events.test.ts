import { beforeAll, describe, expect, it } from 'vitest';
import { createScene } from '../../../contract/scene.js';
import { testApp } from '../../../support/app.js';
import { type Person, seedMember, seedOrganization } from '../../../support/seed.js';
import { seedManual } from '../../manual-space.js';
import { type ChangeRequestClient, openChangeRequest } from '../../review/change-requests/proposal.js';

const test = await testApp();
const acme = await seedOrganization(test);
const { token } = acme.admin;
let [editor, reader]: Person[] = [];
let space: string;
let secret: string;
let proposal: ChangeRequestClient;

/**
 * An editor opens a change request and comments on it. An admin renames the organization and comments in a hidden
 * space.
 */
beforeAll(async () => {
  [editor, reader] = [await seedMember(test, acme.id, 'edit'), await seedMember(test, acme.id, 'read')];
  [space, secret] = [(await seedManual(test, acme)).id, (await seedManual(test, acme)).id];
  await test.rest('PATCH', `/spaces/${secret}`, { token, body: { defaultLevel: null } });
  proposal = await openChangeRequest(test, space, editor!.token);
  await test.rest('POST', `${proposal.path}/comments`, { ...editor!, body: { body: { markdown: 'Ready' } } });
  await test.rest('POST', `/spaces/${secret}/comments`, { token, body: { body: { markdown: 'Secret' } } });
  await test.rest('PATCH', `/orgs/${acme.id}`, { token, body: { title: 'Acme again' } });
});

const eventFields =
  'nodes { action actor { id } target { id } space { id } changeRequest { id } tokenId changes } totalCount';

async function eventsOf(parent: string, who: Person, filters = '') {
  const list = `events(first: 100, orderBy: { field: AT, direction: DESC }, filter: { ${filters} }) { ${eventFields} }`;
  const { data, errors } = await test.graphql(`{ found: ${parent} { ${list} } }`, who);
  expect(errors).toBeUndefined();
  return data.found.events;
}

const actions = ({ nodes }: { nodes: { action: string }[] }) => nodes.map(({ action }) => action);
const organization = () => `organization(id: "${acme.id}")`;

describe('the event log', () => {
  it('contains the actor, action, object, space and change request of each event, latest first', async () => {
    const { nodes, totalCount } = await eventsOf(`changeRequest(id: "${proposal.id}")`, acme.admin);
    expect(totalCount).toBe(2);
    expect(nodes).toMatchObject([
      { action: 'POST_COMMENT', actor: { id: editor!.id }, space: { id: space }, changeRequest: { id: proposal.id } },
      { action: 'CREATE_CHANGE_REQUEST', target: { id: proposal.id }, changeRequest: { id: proposal.id } },
    ]);
    expect(actions(await eventsOf(`space(id: "${space}")`, acme.admin)).slice(0, 2)).toEqual(actions({ nodes }));
  });

  it('shows all events to admins, and to other members only events of spaces that they may see', async () => {
    const [all, own] = [await eventsOf(organization(), acme.admin), await eventsOf(organization(), reader!)];
    expect(actions(all)[0]).toBe('UPDATE_ORGANIZATION_BY_ID');
    expect(new Set(own.nodes.map((event: { space: { id: string } }) => event.space.id))).toEqual(new Set([space]));
    expect(own.totalCount).toBe(own.nodes.length);
    expect(actions(own).slice(0, 2)).toEqual(['POST_COMMENT', 'CREATE_CHANGE_REQUEST']);
  });

  it('shows tokens and changes only to admins, because changes may name objects that others may not see', async () => {
    const [{ tokenId, changes }] = (await eventsOf(`space(id: "${space}")`, acme.admin)).nodes;
    expect([tokenId, changes]).toEqual([expect.stringMatching(/^tok_/), {}]);
    const [event] = (await eventsOf(`space(id: "${space}")`, reader!)).nodes;
    expect([event.tokenId, event.changes]).toEqual([null, null]);
  });

  it.each([
    ['an actor', () => `, actor: "${editor!.id}"`, ['POST_COMMENT', 'CREATE_CHANGE_REQUEST']],
    ['an action', () => ', action: UPDATE_ORGANIZATION_BY_ID', ['UPDATE_ORGANIZATION_BY_ID']],
    ['a target', () => `, target: "${proposal.id}"`, ['CREATE_CHANGE_REQUEST']],
    ['a start in the future', () => ', since: "2100-01-01T00:00:00.000Z"', []],
    ['an end before all events', () => ', until: "2020-01-01T00:00:00.000Z"', []],
    ['an unknown actor', () => ', actor: "usr_00000000000000000000000000"', []],
  ])('is filtered by %s', async (_by, filter, expected) => {
    expect(actions(await eventsOf(organization(), acme.admin, filter()))).toEqual(expected);
  });

  it('is empty for a guest of the organization', async () => {
    const guest = await seedMember(test, acme.id, null);
    expect((await eventsOf(organization(), guest)).nodes).toEqual([]);
  });

  it('contains no credentials', async () => {
    const scene = await createScene(test);
    const { read } = test.store;
    const log = JSON.stringify(await read.all(read.sql.selectFrom('Event').selectAll()));
    for (const secret of [scene.invite, scene.admin.token, token]) expect(log).not.toContain(secret);
    expect(log).not.toMatch(/dg_[A-Za-z0-9_-]{20}/);
  });
});
