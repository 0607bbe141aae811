import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app.js';
import { seedOrganization, seedSpace } from '../support/seed.js';

// Both APIs refuse an invalid value of an input with the same message: field, rule and value.

const test = await testApp();
const acme = await seedOrganization(test);
let space: string;

beforeAll(async () => {
  space = await seedSpace(test, acme.id);
  await test.rest('POST', `/spaces/${space}/change-requests`, { ...acme.admin, body: {} });
});

/**
 * An operation that both APIs have: the mutation, its input with the ids that the body lacks, and the method and path
 * in
 * `/v1`.
 */
interface OperationInBothApis {
  mutation: string;
  input: string;
  names: () => object;
  rest: () => [method: string, path: string];
}

const updateSpace: OperationInBothApis = {
  mutation: 'updateSpace',
  input: 'UpdateSpaceInput',
  names: () => ({ space }),
  rest: () => ['PATCH', `/spaces/${space}`],
};
const updateOrganization: OperationInBothApis = {
  mutation: 'updateOrganization',
  input: 'UpdateOrganizationInput',
  names: () => ({ organization: acme.id }),
  rest: () => ['PATCH', `/orgs/${acme.id}`],
};
const createSpace: OperationInBothApis = {
  mutation: 'createSpace',
  input: 'CreateSpaceInput',
  names: () => ({ organization: acme.id }),
  rest: () => ['POST', `/orgs/${acme.id}/spaces`],
};
const createSite: OperationInBothApis = {
  mutation: 'createSite',
  input: 'CreateSiteInput',
  names: () => ({ organization: acme.id }),
  rest: () => ['POST', `/orgs/${acme.id}/sites`],
};
const createTeam: OperationInBothApis = {
  mutation: 'createTeam',
  input: 'CreateTeamInput',
  names: () => ({ organization: acme.id }),
  rest: () => ['PUT', `/orgs/${acme.id}/teams`],
};
const updateChangeRequest: OperationInBothApis = {
  mutation: 'updateChangeRequest',
  input: 'UpdateChangeRequestInput',
  names: () => ({ space, changeRequest: '1' }),
  rest: () => ['PATCH', `/spaces/${space}/change-requests/1`],
};
const changeContent: OperationInBothApis = {
  mutation: 'updateChangeRequestContent',
  input: 'UpdateChangeRequestContentInput',
  names: () => ({ space, changeRequest: '1' }),
  rest: () => ['POST', `/spaces/${space}/change-requests/1/content`],
};
const inviteUsers: OperationInBothApis = {
  mutation: 'inviteUsers',
  input: 'InviteUsersInput',
  names: () => ({ organization: acme.id }),
  rest: () => ['POST', `/orgs/${acme.id}/invites`],
};

const long = 'x'.repeat(51);

describe('an invalid value is refused with the same message in GraphQL and on /v1', () => {
  it.each<[OperationInBothApis, object, string]>([
    [updateSpace, { title: long }, '`title` must be at most 50 characters (got 51)'],
    [updateSpace, { title: '\u{1f600}'.repeat(51) }, '`title` must be at most 50 characters (got 51)'],
    [updateSpace, { title: 5 }, '`title` must be a string (got 5)'],
    [updateSpace, { title: ['a'] }, '`title` must be a string (got ["a"])'],
    [updateSpace, { title: null }, '`title` must not be null'],
    [updateSpace, { emoji: long }, '`emoji` must be at most 50 characters (got 51)'],
    [updateSpace, { icon: 'no address' }, '`icon` must be a valid uri (got "no address")'],
    [updateSpace, { icon: 'javascript:alert(1)' }, '`icon` must be a valid URL (got "javascript:alert(1)")'],
    [updateOrganization, { title: 'x' }, '`title` must be at least 2 characters (got 1)'],
    [updateOrganization, { hostname: '' }, '`hostname` must be at least 3 characters (got 0)'],
    [updateOrganization, { emailDomains: ['a.test', 'a@b'] }, '`emailDomains[1]` must match ^[^@\\s]+$ (got "a@b")'],
    [updateOrganization, { emailDomains: [''] }, '`emailDomains[0]` must not be empty (got 0)'],
    [createSite, { title: 'x' }, '`title` must be at least 2 characters (got 1)'],
    [createTeam, { title: '' }, '`title` must not be empty (got 0)'],
    [createSpace, { computedSource: 5 }, '`computedSource` must be an object (got 5)'],
    [createSpace, { computedSource: [] }, '`computedSource` must be an object (got [])'],
    [createSpace, { empty: false }, '`empty` must be one of true (got false)'],
    [updateChangeRequest, { description: {} }, '`description.object` must be there (got nothing)'],
    [
      updateChangeRequest,
      { description: { object: 'page', data: {}, nodes: [] } },
      '`description.object` must be one of "document" (got "page")',
    ],
    [
      updateChangeRequest,
      { description: { object: 'document', data: {}, nodes: [1] } },
      '`description.nodes[0]` must be an object (got 1)',
    ],
    [changeContent, { changes: [] }, '`changes` must have at least 1 items (got 0)'],
    [inviteUsers, { emails: [] }, '`emails` must have at least 1 items (got 0)'],
  ])('%#: $1', async ({ mutation, input, names: inputIds, rest }, body, message) => {
    const text = `mutation ($input: ${input}!) { ${mutation}(input: $input) { __typename } }`;
    const variables = { input: { ...inputIds(), ...body } };
    const inGraph = await test.graphql(text, { ...acme.admin, variables });
    expect(inGraph.errors?.map((error) => [error.message, error.extensions.code])).toEqual([
      [message, 'BAD_USER_INPUT'],
    ]);
    const [method, path] = rest();
    const onRest = await test.rest(method, path, { ...acme.admin, body });
    expect([onRest.status, onRest.body.error.message]).toEqual([400, message]);
  });
});

describe('an invalid value that the two APIs write differently is refused with the same message', () => {
  const messagesOf = async (
    { mutation, input, names: inputIds, rest }: OperationInBothApis,
    inGraph: object,
    onRest: object,
  ) => {
    const text = `mutation ($input: ${input}!) { ${mutation}(input: $input) { __typename } }`;
    const graph = await test.graphql(text, { ...acme.admin, variables: { input: { ...inputIds(), ...inGraph } } });
    const [method, path] = rest();
    const { body } = await test.rest(method, path, { ...acme.admin, body: onRest });
    return [graph.errors?.[0]?.message, body.error.message];
  };

  it.each([
    [
      'updatePage',
      { page: 'page_1', slug: 'x'.repeat(101) },
      '`changes[0].slug` must be at most 100 characters (got 101)',
    ],
    ['updatePage', { page: 'page_1', at: -1 }, '`changes[0].at` must be at least 0 (got -1)'],
    [
      'updatePage',
      { page: 'page_1', document: { document: {} } },
      '`changes[0].document.document.object` must be there (got nothing)',
    ],
    ['insertFiles', { files: [] }, '`changes[0].files` must have at least 1 items (got 0)'],
    ['insertFiles', { files: [{ name: '', base64: '' }] }, '`changes[0].files[0].name` must not be empty (got 0)'],
  ])('in a change of content: %s, %#', async (member, change, message) => {
    const operation = member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const onRest = { changes: [{ operation, ...change }] };
    expect(await messagesOf(changeContent, { changes: [{ [member]: change }] }, onRest)).toEqual([message, message]);
  });

  it('in merge rules', async () => {
    const rules = [{ rule: 'CUSTOM', expression: 'x'.repeat(1025) }];
    const onRest = { mergeRules: { type: 'rules', rules: rules.map((rule) => ({ ...rule, rule: 'custom' })) } };
    const message = '`mergeRules.rules[0].expression` must be at most 1024 characters (got 1025)';
    expect(await messagesOf(updateSpace, { mergeRules: { rules } }, onRest)).toEqual([message, message]);
  });

  it('in references of a template', async () => {
    const ref = { kind: 'thing' };
    const onRest = { template: { id: space, params: { contentRefs: { support: ref } } } };
    const inGraph = { template: { id: space, params: { contentRefs: [{ placeholder: 'support', ref }] } } };
    const [graph, rest] = await messagesOf(createSpace, inGraph, onRest);
    expect(graph).toMatch(/^`template.params.contentRefs.support.kind` must be one of "file", .* \(got "thing"\)$/);
    expect(rest).toBe(graph);
  });
});

describe('an invalid value in the text of a query is refused like one in a variable', () => {
  it.each([
    ['title: 5', '`title` must be a string (got 5)'],
    [`title: "${long}"`, '`title` must be at most 50 characters (got 51)'],
    ['icon: "no address"', '`icon` must be a valid uri (got "no address")'],
  ])('%s', async (member, message) => {
    const text = `mutation { updateSpace(input: { space: "${space}", ${member} }) { __typename } }`;
    const { errors } = await test.graphql(text, acme.admin);
    expect(errors).toMatchObject([{ message, path: ['updateSpace'], extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  it('also in an argument of a query', async () => {
    const search = await test.graphql(
      `{ space(id: "${space}") { search(query: "${'x'.repeat(513)}") { totalCount } } }`,
      acme.admin,
    );
    expect(search.errors).toMatchObject([{ message: '`query` must be at most 512 characters (got 513)' }]);
    const at = await test.graphql(`{ space(id: "${space}") { at(time: "yesterday") { id } } }`, acme.admin);
    expect(at.errors).toMatchObject([{ message: '`time` must be a valid date-time (got "yesterday")' }]);
  });
});
