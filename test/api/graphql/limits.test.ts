import { getIntrospectionQuery } from 'graphql';
import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/api/graphql/validation/limits.js';
import { testApp } from '../../support/app.js';
import { withinBounds } from '../../support/cost.js';
import { seedOrganization, seedSpace } from '../../support/seed.js';

const test = await testApp();
const { id, admin } = await seedOrganization(test);
const space = await seedSpace(test, id);
const { token } = admin;
const ask = (query: string, variables?: object) => test.graphql(query, { token, ...(variables && { variables }) });

const repeat = (times: number, part: (index: number) => string): string =>
  Array.from({ length: times }, (_, index) => part(index)).join(' ');
const expectRefused = async (query: string, sentence: RegExp | string): Promise<void> => {
  const { status, data, errors } = await ask(query);
  expect(errors?.[0]?.message).toMatch(sentence);
  expect(errors![0]!.extensions).toMatchObject({ code: 'BAD_USER_INPUT', reason: 'QUERY_TOO_COMPLEX' });
  expect(errors![0]!.extensions.requestId).toMatch(/^req_/);
  expect([status, data]).toEqual([400, undefined]);
};

describe('limits', () => {
  /** Builds a query of a given depth: an organization, a page of its spaces, their organization, and so on. */
  const deep = (depth: number): string => {
    const around = ['spaces(first: 1)', 'nodes', 'organization'];
    const path = Array.from({ length: depth - 1 }, (_, level) =>
      level === 0 ? 'organization(id: "x")' : around[(level - 1) % 3],
    );
    return `{ ${path.map((field) => `${field} {`).join(' ')} __typename ${'}'.repeat(depth)}`;
  };

  it('a query of 15 levels is accepted, one of 16 refused', async () => {
    expect(await ask(deep(limits.depth))).toMatchObject({ status: 200, data: { organization: null } });
    await expectRefused(deep(limits.depth + 1), 'The depth of a query must be at most 15 (got 16)');
  });

  it('the depth of a fragment counts', async () => {
    const inner = '{ spaces(first: 1) { nodes { organization { __typename } } } }';
    const query = `${deep(10).replace('__typename', 'spaces(first: 1) { nodes { organization { ...F } } }')} fragment F on Organization ${inner}`;
    await expectRefused(query, /depth of a query must be at most 15 \(got 16/);
  });

  it('30 aliases are accepted, 31 refused, also on `__typename`', async () => {
    const aliases = (count: number): string =>
      `{ organization(id: "x") { ${repeat(count, (index) => `a${index}: __typename`)} } }`;
    expect((await ask(aliases(limits.aliases))).status).toBe(200);
    await expectRefused(aliases(limits.aliases + 1), /number of aliases must be at most 30 \(got 31/);
  });

  it('aliases inside introspection count too', async () => {
    await expectRefused(`{ __schema { ${repeat(31, (index) => `a${index}: types { name }`)} } }`, /number of aliases/);
  });

  it('aliases in fragments count once for each spread', async () => {
    const query = `{ ${repeat(16, (index) => `o${index % 2}: organization(id: "x") { ...F }`)} } fragment F on Organization { a: id }`;
    await expectRefused(query, /number of aliases must be at most 30 \(got 32/);
  });

  it('20 root fields are accepted, 21 refused, also inside fragments', async () => {
    const fields = (count: number): string => repeat(count, () => 'viewer { id }');
    expect((await ask(`{ ${fields(limits.rootFields)} }`)).status).toBe(200);
    await expectRefused(`{ ${fields(limits.rootFields + 1)} }`, /number of root fields must be at most 20 \(got 21/);
    await expectRefused(`{ ...F } fragment F on Query { ${fields(21)} }`, /number of root fields/);
    await expectRefused(`{ ... { ... on Query { ${fields(21)} } } }`, /number of root fields/);
  });

  it('20 directives are accepted, 21 refused, including those of the operation', async () => {
    const fields = (count: number): string => repeat(count, () => 'id @include(if: true)');
    expect((await ask(`{ viewer { ${fields(limits.directives)} } }`)).status).toBe(200);
    await expectRefused(`{ viewer { ${fields(21)} } }`, /number of directives must be at most 20 \(got 21/);
    await expectRefused(`query ${repeat(21, () => '@skip(if: true)')} { viewer { id } }`, /number of directives/);
    await expectRefused(`{ viewer { id ${repeat(21, () => '@include(if: true)')} } }`, /number of directives/);
  });

  it('2,000 tokens are accepted, one more is refused', async () => {
    const nodes = (ids: number): string => `{ nodes(ids: [${repeat(ids, () => '"x"')}]) { id } }`;
    expect((await ask(nodes(1988))).errors![0]!.message).toBe('`ids` must have at most 250 ids (got 1988)');
    await expectRefused(nodes(1989), 'The number of tokens must be at most 2000');
  });

  it('the introspection query of common tools is accepted', async () => {
    const query = getIntrospectionQuery({ inputValueDeprecation: true, oneOf: true, specifiedByUrl: true });
    const { status, data, errors } = await ask(query);
    expect([status, errors]).toEqual([200, undefined]);
    expect(data.__schema.types.map((type: { name: string }) => type.name)).toContain('Space');
  });

  it('introspection with circular nesting is refused', async () => {
    const query = `{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }`;
    const { status, errors } = await ask(query);
    expect([status, errors![0]!.message]).toEqual([400, expect.stringMatching(/introspection depth/i)]);
  });

  it('the response lists the first 5 errors of invalid variables and states that there are more', async () => {
    const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
    const { status, errors } = await withinBounds({ cpu: 5 }, () => ask(query, { ids: Array(500_000).fill({}) }));
    expect([status, errors!.length]).toEqual([400, 6]);
    expect(errors!.at(0)!.message).toBe(
      'Variable "$ids" got invalid value {} at "ids[0]"; ID cannot represent value: {}',
    );
    expect(errors!.at(-1)!.message).toMatch(/^Too many errors processing variables/);
  });

  it('a batch of operations in an array is refused', async () => {
    const payload = [{ query: '{ __typename }' }, { query: '{ __typename }' }];
    const answer = await test.app.inject({ method: 'POST', url: '/graphql', payload });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors[0].message).toBe('Batching is not supported.');
  });

  it('fields reserved for stored operations are unknown', async () => {
    const query = 'query ($space: ID!) { space(id: $space) { revision { fileList { id } } } }';
    const { status, errors } = await ask(query, { space });
    expect([status, errors![0]!.message]).toEqual([
      400,
      expect.stringMatching(/^Cannot query field "fileList" on type "Revision"/),
    ]);
  });
});

describe('a hostile document gets its response quickly', () => {
  /** Sends a query with a different text on each run, because documents are cached. */
  const askWithin = (seconds: number, query: string) =>
    withinBounds({ cpu: seconds }, (run) => ask(`${query} #${run}`));

  const quickly = async (query: string): Promise<string> => {
    const { status, errors } = await askWithin(0.5, query);
    expect([status, errors?.length]).toEqual([400, expect.any(Number)]);
    return errors![0]!.message;
  };

  it('a fragment that spreads itself', async () => {
    expect(await quickly('{ ...F } fragment F on Query { ...F }')).toMatch(/Cannot spread fragment "F" within itself/);
  });

  it('fragments that spread each other in a cycle', async () => {
    const ring = repeat(100, (index) => `fragment F${index} on Query { ...F${(index + 1) % 100} }`);
    expect(await quickly(`{ ...F0 } ${ring}`)).toMatch(/Cannot spread fragment/);
  });

  it('fragments that double a hundred times at the root', async () => {
    const doubling = repeat(100, (index) => `fragment F${index} on Query { ...F${index + 1} ...F${index + 1} }`);
    const query = `{ ...F0 } ${doubling} fragment F100 on Query { __typename }`;
    expect(await quickly(query)).toMatch(/number of root fields must be at most 20/);
  });

  it('fragments that double below the root', async () => {
    const doubling = repeat(100, (index) => `fragment F${index} on User { ...F${index + 1} ...F${index + 1} }`);
    const query = `{ viewer { ...F0 } } ${doubling} fragment F100 on User { id }`;
    expect(await quickly(query)).toMatch(/number of selections must be at most 2000/);
  });

  it('hundreds of overlapping fields', async () => {
    const query = `{ ${repeat(330, () => 'viewer { id }')} }`;
    expect(await quickly(query)).toMatch(/number of root fields/);
  });

  it('a document of about 2 MB that is one string', async () => {
    expect(await quickly(`{ node(id: "${'x'.repeat(2_000_000)}") }`)).toMatch(/must have a selection/);
  });

  it('overlapping fields in two fragments, 60 by 60', async () => {
    const fields = repeat(60, () => 'organization { id title }');
    const query = `{ space(id: "x") { ...A ...B } } fragment A on Space { ${fields} } fragment B on Space { ${fields} }`;
    expect((await askWithin(1, query)).status).toBe(200);
  });
});
