import fc from 'fast-check';
import { execute, getOperationAST, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '../../../src/access/viewer.js';
import { compileCost } from '../../../src/api/graphql/execution/cost.js';
import { createExecutor } from '../../../src/api/graphql/executor.js';
import { createContext } from '../../../src/api/http/requests/request-context.js';
import { createUrls } from '../../../src/platform/urls/urls.js';
import { publicUrl, sealer, testApp } from '../../support/app.js';
import { pagesByPath, seedOrganization, seedSpace } from '../../support/seed.js';
import { schema } from '../../support/shared-schema.js';
import { queryFrom } from './selections.js';

const test = await testApp();
const { id, admin } = await seedOrganization(test);
const { token } = admin;
const space = await seedSpace(test, id, {
  'README.md': '# Welcome\n\nHello.\n',
  'guide/install.md': '# Install\n\n- one\n- two\n',
  'SUMMARY.md':
    '# Summary\n\n* [Welcome](README.md)\n\n## Guide\n\n* [Install](guide/install.md)\n* [Out](https://example.org)\n',
  'logo.svg': '<svg/>',
});
const pages = await pagesByPath(test, space, token);
const opened = await test.rest('POST', `/spaces/${space}/change-requests`, { token, body: { subject: 'Better' } });
const changeRequest = opened.body.id as string;

const executor = createExecutor({ public: schema, internal: schema }, { introspection: true });
const operations = executor.open();
const viewer: Viewer = {
  kind: 'user',
  userId: admin.id,
  tokenId: 'tok_x',
  roles: new Map([[id, 'admin']]),
  allowed: null,
  isAgent: false,
  organizationId: null,
};
const secret = 'a secret for tests, 32 bytes long';
const context = () => createContext({ store: test.store, urls: createUrls(publicUrl, secret), secret, sealer }, viewer);
const known = {
  'Query.organization': `id: "${id}"`,
  'Query.space': `id: "${space}"`,
  'Query.changeRequest': `id: "${changeRequest}"`,
  'Query.user': `id: "${admin.id}"`,
  'Query.node': `id: "${pages.get('')}"`,
  'Query.nodes': `ids: ["${[id, space, ...pages.values(), admin.id, changeRequest, 'nothing'].join('", "')}"]`,
};

describe('the compiled executor and graphql-js agree', () => {
  it('on any selection over the schema, whose actual cost never exceeds the estimate', async () => {
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(5039), { minLength: 60, maxLength: 120 }), async (choices) => {
        const query = queryFrom(schema, known, choices);
        const document = parse(query);
        expect(validate(schema, document), query).toEqual([]);
        const variables = { yes: true, no: false };
        const [compiled, interpreted] = await Promise.all([
          operations.runStored(executor.store(document), { context: context(), variables }),
          execute({ schema, document, contextValue: context(), variableValues: variables }),
        ]);
        expect(JSON.parse(JSON.stringify(compiled.data)), query).toEqual(JSON.parse(JSON.stringify(interpreted.data)));
        expect(
          compiled.errors?.map(({ path }) => path),
          query,
        ).toEqual(interpreted.errors?.map(({ path }) => path));
        const cost = compileCost(schema, document, getOperationAST(document)!);
        expect(cost.actual(compiled.data), query).toBeLessThanOrEqual(cost.estimate(variables));
        answered += JSON.stringify(compiled.data).length > 200 ? 1 : 0;
      }),
      { numRuns: 200 },
    );
    expect(answered).toBeGreaterThan(50);
  });

  it('on an absent variable in an object literal, which stays absent', async () => {
    const query = `mutation ($title: SpaceTitle, $emoji: Emoji) {
      updateSpace(input: { space: "${space}", title: $title, emoji: $emoji }) { space { title emoji } }
    }`;
    const set = await test.graphql(query, { token, variables: { title: 'Handbook', emoji: '1f4d8' } });
    expect(set.data.updateSpace.space).toEqual({ title: 'Handbook', emoji: '📘' });
    const partialUpdate = await test.graphql(query, { token, variables: { title: 'Manual' } });
    expect(partialUpdate.data.updateSpace.space).toEqual({ title: 'Manual', emoji: '📘' });
  });

  it('on an absent variable as a whole argument, which gets the default', async () => {
    const query = 'query ($first: Int) { organizations(first: $first) { nodes { id } } }';
    expect((await test.graphql(query, { token })).data.organizations.nodes).toEqual([{ id }]);
  });
});

describe('variables', () => {
  const update = `mutation ($input: UpdateChangeRequestContentInput!) {
    updateChangeRequestContent(input: $input) { update { changes { __typename } } }
  }`;

  it('with two members of a @oneOf input are refused', async () => {
    const page = pages.get('');
    const both = { deletePage: { page }, updatePage: { page, title: 'Both' } };
    const variables = { input: { space, changeRequest, changes: [both] } };
    const { status, errors } = await test.graphql(update, { token, variables });
    expect(status).toBe(400);
    expect(errors!.map(({ message }) => message).join()).toMatch(/exactly one/i);
  });

  it('of an enum type are given by name, and an unknown name is refused', async () => {
    const query = `query ($id: ID!, $status: ChangeRequestStatus) {
      space(id: $id) { changeRequests(filter: { status: $status }) { nodes { id status } } }
    }`;
    const ask = (status: string) => test.graphql(query, { token, variables: { id: space, status } });
    expect((await ask('OPEN')).data.space.changeRequests.nodes).toEqual([{ id: changeRequest, status: 'OPEN' }]);
    expect((await ask('MERGED')).data.space.changeRequests.nodes).toEqual([]);
    expect((await ask('open')).errors![0]!.message).toMatch(/"open" does not exist in "ChangeRequestStatus" enum/);
  });

  it('that are missing, null or of another type are refused before any read', async () => {
    const query = 'query ($id: ID!) { space(id: $id) { id } }';
    for (const variables of [{}, { id: null }, { id: { a: 1 } }, { id: true }]) {
      let status = 0;
      const batches = await test.batches(async () => {
        status = (await test.graphql(query, { token, variables })).status;
      });
      expect([status, batches]).toEqual([400, []]);
    }
  });

  it('that are not declared are ignored', async () => {
    expect(await test.graphql('{ __typename }', { token, variables: { other: 1 } })).toMatchObject({ status: 200 });
  });
});

describe('selections', () => {
  it('with @skip and @include depend on the variables of each request', async () => {
    const query = `query ($id: ID!, $yes: Boolean!) {
      space(id: $id) { id @skip(if: $yes) title @include(if: $yes) ... @include(if: $yes) { emoji } }
    }`;
    const ask = async (yes: boolean) =>
      Object.keys((await test.graphql(query, { token, variables: { id: space, yes } })).data.space);
    expect(await ask(true)).toEqual(['title', 'emoji']);
    expect(await ask(false)).toEqual(['id']);
  });

  it('of one object with two aliases return it twice', async () => {
    const query = `query ($id: ID!) { a: space(id: $id) { id } b: space(id: $id) { name: title } }`;
    const { data } = await test.graphql(query, { token, variables: { id: space } });
    expect(data).toEqual({ a: { id: space }, b: { name: 'Manual' } });
  });

  it('in fragments on interfaces apply to each implementing type', async () => {
    const query = `query ($ids: [ID!]!) {
      nodes(ids: $ids) { __typename ...Any ... on Page { title ... on DocumentPage { path } } ... on Space { title } }
    }
    fragment Any on Node { id }`;
    const ids = [pages.get('guide/install') ?? pages.get('install')!, space, admin.id];
    const { data } = await test.graphql(query, { token, variables: { ids } });
    expect(data.nodes).toEqual([
      { __typename: 'DocumentPage', id: ids[0], title: 'Install', path: expect.stringMatching(/install$/) },
      { __typename: 'Space', id: space, title: 'Manual' },
      { __typename: 'User', id: admin.id },
    ]);
  });
});

describe('documents', () => {
  /** Returns the prepared operation of a query. */
  async function found(query: string, operationName?: string) {
    const own = context();
    await operations.run({ query, operationName }, own);
    return own.operation;
  }

  it('with several operations run the named one', async () => {
    const query = 'query A { viewer { id } } query B { __typename }';
    const ask = async (operationName?: string) =>
      (
        await test.app.inject({
          method: 'POST',
          url: '/graphql',
          headers: { accept: 'application/graphql-response+json' },
          payload: { query, operationName },
        })
      ).json();
    expect(await ask('B')).toMatchObject({ data: { __typename: 'Query' } });
    expect(await ask('A')).toMatchObject({ data: { viewer: null } });
    expect((await ask()).errors[0].message).toBe('Name one of the operations of the document in operationName');
    expect((await ask('C')).errors[0].message).toBe('No operation named "C" in the document');
  });

  it('are prepared once per text and operation name', async () => {
    const text = 'query A { __typename } query B { viewer { id } }';
    expect(await found(text, 'A')).toBe(await found(text, 'A'));
    expect(await found(text, 'A')).not.toBe(await found(text, 'B'));
  });

  it('larger than 64 KiB are not cached', async () => {
    const text = `{ viewer { id } } #${'x'.repeat(70_000)}`;
    expect(await found(text)).not.toBe(await found(text));
  });
});
