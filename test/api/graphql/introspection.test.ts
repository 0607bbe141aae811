import { executeSync, getIntrospectionQuery, getOperationAST, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { introspectionKey, printResult } from '../../../src/api/graphql/execution/introspection.js';
import { createLoaders } from '../../../src/platform/db/query/loaders.js';
import { isSliceUsedUp } from '../../../src/platform/workers/event-loop.js';
import { createPreparer } from '../../support/prepare-query.js';
import { schema } from '../../support/shared-schema.js';

const keyOf = (text: string): string | null => {
  const document = parse(text);
  return introspectionKey(document, getOperationAST(document)!);
};

const prepare = createPreparer(schema);
const answerOf = async (text: string) =>
  (await prepare(text)).execute({ loaders: createLoaders({} as never) } as never, {});

const small = '{ __schema { queryType { name } } }';

describe('an introspection query', () => {
  it('has the same cache key with any operation name and spacing', () => {
    const text = getIntrospectionQuery();
    const key = keyOf(text);
    expect(key).not.toBeNull();
    expect(keyOf(text.replace('IntrospectionQuery', 'Other'))).toBe(key);
    expect(keyOf(text.replaceAll('\n', '\n  # note\n'))).toBe(key);
  });

  it('has another cache key if its selection differs', () => {
    expect(keyOf('{ __type(name: "Space") { name } }')).not.toBe(keyOf('{ __type(name: "Page") { name } }'));
    expect(keyOf('{ a: __typename }')).not.toBe(keyOf('{ b: __typename }'));
  });

  it.each([
    ['another root field', '{ __schema { types { name } } viewer { id } }'],
    ['a variable', 'query ($name: String!) { __type(name: $name) { name } }'],
    ['a mutation', 'mutation { __typename }'],
    ['a fragment at the root, which may contain any field', '{ ...A } fragment A on Query { viewer { id } }'],
    ['two operations', 'query A { __typename } query B { viewer { id } }'],
  ])('is not recognized if the document has %s', (_what, text) => {
    const document = parse(text);
    expect(introspectionKey(document, getOperationAST(document, 'A') ?? getOperationAST(document)!)).toBeNull();
  });

  it('is not cached if its response exceeds two megabytes', async () => {
    const aliases = Array.from({ length: 20 }, (_, index) => `a${index}: __schema { ...All }`).join(' ');
    const all = 'fragment All on __Schema { types { name description fields { name description type { name } } } }';
    const answer = await answerOf(`{ ${aliases} } ${all}`);
    expect(JSON.stringify(answer.data).length).toBeGreaterThan(2_097_152);
    expect(await answerOf(`{ ${aliases} } ${all}`)).not.toBe(answer);
  });

  it('is computed once and then read from the cache', async () => {
    const [answer, other] = await Promise.all(['A', 'B'].map((name) => answerOf(`query ${name} ${small}`)));
    expect(other).toBe(answer);
    expect(await answerOf(`query C ${small}`)).toBe(answer);
  });

  it('has a cached serialization for any extensions', async () => {
    const { data } = await answerOf(small);
    for (const result of [{ data, extensions: { cost: 1 } }, { data }]) {
      expect(JSON.parse(String(printResult(result)))).toEqual(JSON.parse(JSON.stringify(result)));
      expect(printResult(result)).toBe(printResult({ ...result }));
    }
  });

  it('returns the whole schema and yields to the event loop meanwhile', async () => {
    let loopRan = false;
    setImmediate(() => {
      loopRan = true;
    });
    while (!isSliceUsedUp());
    const answer = await answerOf(getIntrospectionQuery());
    expect(loopRan).toBe(true);
    const { data } = executeSync({ schema, document: parse(getIntrospectionQuery()) });
    expect(answer.data).toEqual(data);
  });
});
