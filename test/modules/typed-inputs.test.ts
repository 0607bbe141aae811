import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app.js';
import { seedOrganization, seedSpace } from '../support/seed.js';

// For some inputs, `/v1` accepts JSON of several shapes. GraphQL accepts exactly one of several members instead, with
// enums. Both APIs store the same value.

const test = await testApp();
const acme = await seedOrganization(test);
let space: string;

beforeAll(async () => {
  space = await seedSpace(test, acme.id);
});

const send = (mutation: string, input: object, selection = '__typename') => {
  const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input`;
  const text = `mutation ($input: ${type}!) { ${mutation}(input: $input) { ${selection} } }`;
  return test.graphql(text, { ...acme.admin, variables: { input } });
};
const onRest = async (path: string) => (await test.rest('GET', path, acme.admin)).body;

describe('merge rules', () => {
  const selection = 'space { mergeRules { type rules { rule userIds expression } } }';

  it.each([
    [{ none: true }, { type: 'none' }],
    [{ inherit: true }, { type: 'inherit' }],
    [{ rules: [] }, { type: 'rules', rules: [] }],
    [
      {
        rules: [
          { rule: 'ALLOW_BYPASS', users: [acme.admin.id] },
          { rule: 'CUSTOM', expression: '1' },
        ],
      },
      {
        type: 'rules',
        rules: [
          { rule: 'allow_bypass', users: [acme.admin.id] },
          { rule: 'custom', expression: '1' },
        ],
      },
    ],
  ])('of a space: %j is %j on /v1', async (mergeRules, documented) => {
    expect((await send('updateSpace', { space, mergeRules })).errors).toBeUndefined();
    expect((await onRest(`/spaces/${space}`)).mergeRules).toEqual(documented);
  });

  it('are returned with null for the members that they lack', async () => {
    const mergeRules = { rules: [{ rule: 'REQUIRE_AGENT_REVIEW' }] };
    const { data } = await send('updateSpace', { space, mergeRules }, selection);
    const rules = [{ rule: 'REQUIRE_AGENT_REVIEW', userIds: null, expression: null }];
    expect(data.updateSpace.space.mergeRules).toEqual({ type: 'RULES', rules });
  });

  it('of an organization cannot inherit', async () => {
    const organization = acme.id;
    expect((await send('updateOrganization', { organization, mergeRules: { inherit: true } })).status).toBe(400);
    await send('updateOrganization', { organization, mergeRules: { rules: [] } });
    expect((await onRest(`/orgs/${acme.id}`)).mergeRules).toEqual({ type: 'rules', rules: [] });
  });

  it('are refused if they set two members, or a member that is not true', async () => {
    expect((await send('updateSpace', { space, mergeRules: { none: true, rules: [] } })).status).toBe(400);
    const { errors } = await send('updateSpace', { space, mergeRules: { none: false } });
    expect(errors![0]!.message).toBe('`mergeRules.none` must be one of true (got false)');
  });

  it.each([
    [{ type: 'rules' }, { type: 'rules', rules: [] }],
    [{ type: 'none', rules: [{ rule: 'custom' }] }, { type: 'none' }],
  ])('with unused members on /v1 are stored as documented: %j', async (mergeRules, documented) => {
    const { status, body } = await test.rest('PATCH', `/spaces/${space}`, { ...acme.admin, body: { mergeRules } });
    expect([status, body.mergeRules]).toEqual([200, documented]);
  });

  it.each([
    [{ type: 'none', rules: [{ rule: 'unknown' }] }, 'mergeRules.rules[0].rule'],
    [{ type: 'none', rules: null }, 'mergeRules.rules'],
    [{ type: 'none', none: true }, 'mergeRules.none'],
    [{ type: 'rules', rules: Array.from({ length: 51 }, () => ({ rule: 'custom' })) }, 'mergeRules.rules'],
    [{ type: 'some' }, 'mergeRules.type'],
    [{}, 'mergeRules.type'],
  ])('that /v1 does not document return 400: %j', async (mergeRules, field) => {
    const { status, body } = await test.rest('PATCH', `/spaces/${space}`, { ...acme.admin, body: { mergeRules } });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(`\`${field}\``)]);
  });
});

describe('a position', () => {
  it('is before an object, after an object, or between two', async () => {
    const inOrganization = { organization: acme.id, title: 'Shelf' };
    const { data } = await send('createCollection', inOrganization, 'collection { id }');
    const parent: string = data.createCollection.collection.id;
    const add = async (): Promise<string> =>
      (await send('createSpace', { organization: acme.id, parent }, 'space { id }')).data.createSpace.space.id;
    const [a, b, c] = [await add(), await add(), await add()];
    const order = async () => (await onRest(`/collections/${parent}/spaces`)).items.map(({ id }: { id: string }) => id);
    const moved = await send('moveSpace', { space: c, position: { before: { space: b }, after: { space: a } } });
    expect([moved.errors, await order()]).toEqual([undefined, [a, c, b]]);
    await send('moveSpace', { space: a, position: { after: { space: b } } });
    expect(await order()).toEqual([c, b, a]);
    await send('moveSpace', { space: a, position: { before: { space: c } } });
    expect(await order()).toEqual([a, c, b]);
  });

  it('is refused if `before` names two objects', async () => {
    const position = { before: { space, collection: 'col_1' } };
    expect((await send('moveSpace', { space, position })).status).toBe(400);
  });
});

describe('a template', () => {
  it('takes its references, each placeholder once', async () => {
    const ref = { kind: 'url', url: 'https://acme.test' };
    const twice = [
      { placeholder: 'support', ref },
      { placeholder: 'support', ref },
    ];
    const create = (contentRefs: object[]) =>
      send('createSpace', { organization: acme.id, template: { id: space, params: { contentRefs } } });
    expect((await create([])).errors).toBeUndefined();
    expect((await create(twice)).errors![0]!.message).toBe(
      '`template.params.contentRefs` must name each placeholder once (got "support" twice)',
    );
    expect((await create([twice[0]!])).errors![0]!.message).toContain('must name placeholders of the template');
  });
});

describe('default content', () => {
  it('can be a site', async () => {
    const path = `/orgs/${acme.id}/sites`;
    const site: string = (await test.rest('POST', path, { ...acme.admin, body: {} })).body.id;
    const { errors } = await send('updateOrganization', { organization: acme.id, defaultContent: { site } });
    expect(errors).toBeUndefined();
    expect((await onRest(`/orgs/${acme.id}`)).defaultContent).toEqual({ type: 'site', site });
  });
});
