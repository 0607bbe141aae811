import { beforeAll, describe, expect, it } from 'vitest';
import { actions } from '../../../../src/access/required-roles.js';
import { actionsOf } from '../../../../src/access/scopes.js';
import { mutationCall, mutations } from '../../../contract/mutations.js';
import { fillSample, type SampleRequest, sampleRequests } from '../../../contract/sample-requests.js';
import { createScene, type Fixture, namesOf } from '../../../contract/scene.js';
import { testApp } from '../../../support/app.js';
import { seedMember, tokenOf } from '../../../support/seed.js';
import { openChangeRequest } from '../../review/change-requests/proposal.js';

const test = await testApp();
let scene: Fixture;
beforeAll(async () => {
  scene = await createScene(test);
});

/**
 * Operations that return credentials: invite links, which admit anyone who knows them, and settings that give access to
 * a site.
 */
const credentials = [
  'listOrganizationInviteLinks',
  'getOrganizationInviteLink',
  'listSiteShareLinks',
  'getSitePublishingAuthById',
];
/** Operations that only read, although their method is POST. */
const readOperationsWithPost = ['searchSiteContent'];
const isRead = ({ method, id }: SampleRequest): boolean =>
  (method === 'GET' || readOperationsWithPost.includes(id)) && !credentials.includes(id);
/** Fills a sample request with the ids of the test objects. */
const withSceneIds = (request: SampleRequest) => fillSample(request, (name) => namesOf(scene, request.id)[name]);
const scoped = (...scopes: string[]): Promise<string> => tokenOf(test, scene.admin.id, { scopes });

/** Returns all events of the organization. */
async function events(): Promise<unknown[]> {
  const { read, sql } = test.store;
  const events = sql.selectFrom('Event').selectAll().where('organizationId', '=', scene.organization);
  return read.all(events.orderBy('sequence'));
}

/** Returns a response as JSON without `permissions`, whose values depend on the token. */
const withoutPermissions = (body: unknown): string =>
  JSON.stringify(body, (key, value) => (key === 'permissions' ? undefined : value));

describe('a token with the scope read', () => {
  let token: string;
  beforeAll(async () => {
    token = await scoped('read');
  });

  it.each(sampleRequests.filter(isRead))('$id returns the same response as for its user', async (sample) => {
    const { path, body } = withSceneIds(sample);
    const ask = (by: object) => test.rest(sample.method, path, { ...by, ...(sample.method === 'GET' ? {} : { body }) });
    const [own, full] = await Promise.all([ask({ token }), ask(scene.admin)]);
    expect([own.status, withoutPermissions(own.body)]).toEqual([full.status, withoutPermissions(full.body)]);
    expect(full.status).toBe(200);
  });

  it.each(sampleRequests.filter((request) => !isRead(request)))(
    '$id is refused and changes nothing',
    async (sample) => {
      const before = await events();
      const { path, body } = withSceneIds(sample);
      const { status } = await test.rest(sample.method, path, { token, body });
      expect(status).toBe(403);
      expect(await events()).toEqual(before);
    },
  );

  it('cannot call any GraphQL mutation', async () => {
    for (const mutation of mutations) {
      const { name, type, input } = await mutationCall(mutation, scene);
      const before = await events();
      const query = `mutation ($input: ${type}) { ${name}(input: $input) { __typename } }`;
      const { data, errors } = await test.graphql(query, { token, variables: { input } });
      expect([name, data?.[name] ?? null, errors?.[0]?.extensions.code]).toEqual([name, null, 'FORBIDDEN']);
      expect(await events()).toEqual(before);
    }
  });

  it('cannot read credentials: ids of invites, and settings that give access to a site', () => {
    const hidden = actions.filter((action) => action.includes('.view') && !actionsOf(['read']).has(action));
    expect(hidden).toEqual([
      'organization.viewInviteLinks',
      'collection.viewInviteLinks',
      'space.viewInviteLinks',
      'site.viewAudience',
    ]);
  });

  it('shows only permissions to view', async () => {
    const { body } = await test.rest('GET', `/orgs/${scene.organization}`, { token });
    expect(body.permissions).toMatchObject({ view: true, listMembers: true, admin: false, createContent: false });
  });
});

describe('a token with the scope agent', () => {
  it('can propose changes, but not merge or publish them', async () => {
    const token = await scoped('agent');
    const proposal = await openChangeRequest(test, scene.manual.id, token);
    const inserted = await proposal.change({
      operation: 'insert_page',
      title: 'FAQ',
      document: { markdown: '# FAQ\n' },
    });
    expect(inserted.status).toBe(200);
    expect(await proposal.text('faq')).toContain('FAQ');
    const renamed = await test.rest('PATCH', proposal.path, { token, body: { subject: 'A FAQ' } });
    expect(renamed.status).toBe(200);
    expect((await proposal.update()).status).toBe(200);

    const merged = await proposal.merge();
    expect([merged.status, merged.body.error.message]).toEqual([
      403,
      'changeRequest.merge is outside the scopes of this token; it needs the scope changeRequest:merge',
    ]);
    const query = `mutation ($input: MergeChangeRequestInput!) { mergeChangeRequest(input: $input) { __typename } }`;
    const variables = { input: { space: scene.manual.id, changeRequest: proposal.id } };
    const { errors } = await test.graphql(query, { token, variables });
    expect(errors![0]!.extensions).toMatchObject({
      code: 'FORBIDDEN',
      reason: 'SCOPE_MISSING',
      action: 'changeRequest.merge',
      needs: 'review',
    });
    expect((await proposal.get()).status).toBe('open');
  });

  it.each([
    ['settings of a space', 'PATCH', (one: Fixture) => `/spaces/${one.manual.id}`, { title: 'Mine' }],
    ['a new space', 'POST', (one: Fixture) => `/orgs/${one.organization}/spaces`, {}],
    ['a new site', 'POST', (one: Fixture) => `/orgs/${one.organization}/sites`, {}],
    ['settings of the organization', 'PATCH', (one: Fixture) => `/orgs/${one.organization}`, { title: 'Mine' }],
  ] as const)('returns 403 for creating or changing %s', async (...[, method, path, body]) => {
    const token = await scoped('agent');
    expect((await test.rest(method, path(scene), { token, body })).status).toBe(403);
  });
});

describe('a token with one scope', () => {
  it('can read spaces and their organization, but no other content, if the scope is space:view', async () => {
    const token = await scoped('space:view');
    const org = `/orgs/${scene.organization}`;
    const get = (path: string) => test.rest('GET', path, { token });
    for (const path of [org, `${org}/spaces`, `/spaces/${scene.manual.id}`, `/spaces/${scene.manual.id}/content`])
      expect([path, (await get(path)).status]).toEqual([path, 200]);
    expect((await get(`${org}/spaces`)).body.count).toBeGreaterThan(0);
    for (const path of [`${org}/sites`, `${org}/collections`, `${org}/change-requests`])
      expect([path, (await get(path)).body.items]).toEqual([path, []]);
    for (const path of [`${org}/sites/${scene.site}`, `/collections/${scene.collection}`, scene.proposal.path])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    expect([...actionsOf(['space:view'])]).toEqual(['organization.view', 'space.view']);
  });

  it('can merge a change request but not change it, if the scope is changeRequest:merge', async () => {
    const proposal = await openChangeRequest(test, scene.manual.id, scene.admin.token);
    await proposal.change({ operation: 'insert_page', title: 'Approved', document: { markdown: 'Text.\n' } });
    const token = await scoped('changeRequest:merge');
    const body = { changes: [{ operation: 'insert_page', title: 'More', document: { markdown: 'Text.\n' } }] };
    expect((await test.rest('POST', `${proposal.path}/content`, { token, body })).status).toBe(403);
    expect((await test.rest('POST', `${proposal.path}/merge`, { token })).status).toBe(200);
  });

  it('has at most the rights of its user', async () => {
    const reader = await seedMember(test, scene.organization, 'read');
    const token = await tokenOf(test, reader.id, { scopes: ['space:update', 'changeRequest:create'] });
    const { status, body } = await test.rest('PATCH', `/spaces/${scene.manual.id}`, { token, body: { title: 'Mine' } });
    expect([status, body.error.message]).toEqual([403, 'space.update needs the role admin; yours is read']);
  });
});
