import { describe, expect, it } from 'vitest';
import type { Role } from '../../../../src/access/viewer.js';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization, seedSpace } from '../../../support/seed.js';

const test = await testApp();
const acme = await seedOrganization(test);
const globex = await seedOrganization(test);

const read = async () => (await test.rest('GET', `/orgs/${acme.id}`, acme.admin)).body;
const patch = (body: unknown) => test.rest('PATCH', `/orgs/${acme.id}`, { ...acme.admin, body });
const createSite = async ({ id, admin }: typeof acme): Promise<string> =>
  (await test.rest('POST', `/orgs/${id}/sites`, { ...admin, body: { title: 'Site' } })).body.id;

describe('updating an organization', () => {
  it.each([
    ['title', 'A new title'],
    ['emailDomains', ['acme.test', 'acme.example']],
    ['emailDomains', []],
    ['hostname', 'acme-docs'],
    ['defaultRole', 'review'],
    ['sso', true],
    ['ai', true],
    ['inviteLinks', false],
    ['mergeRules', { type: 'rules', rules: [{ rule: 'require_change_request_subject' }] }],
    ['mergeRules', { type: 'none' }],
  ])('sets `%s` to %j, returns it and stores it', async (field, value) => {
    const { status, body } = await patch({ [field]: value });
    expect([status, body[field]]).toEqual([200, value]);
    expect((await read())[field]).toEqual(value);
  });

  it('sets `logo`, which is returned in `urls`, and null removes the logo', async () => {
    expect((await patch({ logo: 'https://acme.test/logo.svg' })).body.urls.logo).toBe('https://acme.test/logo.svg');
    expect((await patch({ logo: null })).body.urls).not.toHaveProperty('logo');
  });

  it('with `defaultRole: null` makes guests of users who join, and returns null', async () => {
    expect((await patch({ defaultRole: null })).body.defaultRole).toBeNull();
  });

  it('sets `defaultContent` to a site of the organization, and null removes the setting', async () => {
    const site = await createSite(acme);
    expect((await patch({ defaultContent: { type: 'site', site } })).body.defaultContent).toEqual({
      type: 'site',
      site,
    });
    expect((await patch({ title: 'Another' })).body.defaultContent).toEqual({ type: 'site', site });
    expect((await patch({ defaultContent: null })).body).not.toHaveProperty('defaultContent');
  });

  it('returns the same 400 for a `defaultContent` of another organization as for an unknown site', async () => {
    const [foreign, unknown] = [await createSite(globex), 'site_00000000000000000000000000'];
    const refused = await patch({ defaultContent: { type: 'site', site: foreign } });
    expect(refused.status).toBe(400);
    expect(refused.body.error.message).toBe(
      `\`defaultContent.site\` must be a site of the organization (got "${foreign}")`,
    );
    const missing = await patch({ defaultContent: { type: 'site', site: unknown } });
    expect(JSON.stringify(refused.body).replaceAll(foreign, unknown)).toBe(JSON.stringify(missing.body));
  });

  it('changes nothing for an empty body', async () => {
    const before = await read();
    expect((await patch({})).status).toBe(200);
    expect(await read()).toEqual(before);
  });

  it('does not change fields that are absent', async () => {
    await patch({ title: 'Kept', hostname: 'kept' });
    expect((await patch({ ai: false })).body).toMatchObject({ title: 'Kept', hostname: 'kept', ai: false });
  });

  it.each(['title', 'emailDomains', 'hostname', 'sso', 'ai', 'inviteLinks', 'mergeRules'])(
    'returns 400 for `%s: null`, with a message that names the field',
    async (field) => {
      const { status, body } = await patch({ [field]: null });
      expect([status, body.error.message]).toEqual([400, `\`${field}\` must not be null`]);
    },
  );

  it.each([
    ['title', 'A', /title.*at least 2/],
    ['title', 'x'.repeat(256), /title.*at most 255.*256/],
    ['title', 7, /title/],
    ['emailDomains', 'acme.test,', /emailDomains/],
    ['emailDomains', ['a@b'], /emailDomains/],
    ['hostname', 'ab', /hostname/],
    ['hostname', 'x'.repeat(33), /hostname/],
    ['defaultRole', 'owner', /defaultRole/],
    ['defaultRole', '', /defaultRole/],
    ['defaultContent', { type: 'site' }, /defaultContent/],
    ['defaultContent', { type: 'space', site: 'x' }, /defaultContent/],
    ['logo', 'javascript:alert(1)', /logo/],
    ['sso', 'true', /sso/],
    ['ai', 1, /ai/],
    ['mergeRules', { type: 'inherit' }, /mergeRules/],
    ['mergeRules', { type: 'rules', rules: [{ rule: 'unknown' }] }, /mergeRules/],
    ['titel', 'A title', /unknown field `titel`/],
  ])('returns 400 for `%s: %j`, with a message that names the field', async (field, value, sentence) => {
    const before = await read();
    const { status, body } = await patch({ [field]: value });
    expect(status).toBe(400);
    expect(body.error.message).toMatch(sentence);
    expect(await read()).toEqual(before);
  });

  it('accepts a title of 255 characters', async () => {
    expect((await patch({ title: 'x'.repeat(255) })).status).toBe(200);
  });

  it.each([null, 'read', 'comment', 'edit', 'review', 'create'] as (Role | null)[])(
    'returns 403 to a member with the role %s',
    async (role) => {
      const member = await seedMember(test, acme.id, role);
      const { status, body } = await test.rest('PATCH', `/orgs/${acme.id}`, { ...member, body: { title: 'Mine' } });
      expect([status, body.error.message]).toEqual([
        403,
        `organization.update needs the role admin; yours is ${role ?? 'guest'}`,
      ]);
    },
  );

  it('changes the same fields in GraphQL, and names an invalid field', async () => {
    const mutation = `mutation ($input: UpdateOrganizationInput!) {
    updateOrganization(input: $input) { organization { title defaultRole } }
  }`;
    const send = (input: object) =>
      test.graphql(mutation, { ...acme.admin, variables: { input: { organization: acme.id, ...input } } });
    const { data } = await send({ title: 'By the graph', defaultRole: 'EDIT' });
    expect(data.updateOrganization.organization).toEqual({ title: 'By the graph', defaultRole: 'EDIT' });
    const space = await seedSpace(test, acme.id);
    const refused = await send({ defaultContent: { site: space } });
    expect(refused.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'defaultContent.site' });
  });

  it.each([
    [
      ['Acme.Test', 'acme.test.', 'BÜCHER.example'],
      ['acme.test', 'xn--bcher-kva.example'],
    ],
    [
      ['b.test', 'a.test', 'b.test'],
      ['b.test', 'a.test'],
    ],
  ])('stores `emailDomains: %j` as %j', async (given, expected) => {
    expect((await patch({ emailDomains: given })).body.emailDomains).toEqual(expected);
  });

  it.each(['localhost', '127.0.0.1', '-a.test', 'a..test', 'a.test/x', '*.test'])(
    'returns 400 for the e-mail domain %s, with a message that names the index',
    async (domain) => {
      const { status, body } = await patch({ emailDomains: ['acme.test', domain] });
      expect([status, body.error.message]).toEqual([
        400,
        `\`emailDomains[1]\` must be a domain of e-mail addresses (got ${JSON.stringify(domain)})`,
      ]);
    },
  );

  it('accepts 100 e-mail domains, and returns 400 for 101', async () => {
    const domains = Array.from({ length: 101 }, (_, index) => `d${index}.test`);
    expect((await patch({ emailDomains: domains.slice(1) })).status).toBe(200);
    const { status, body } = await patch({ emailDomains: domains });
    expect([status, body.error.message]).toEqual([400, '`emailDomains` must have at most 100 items (got 101)']);
  });
});
