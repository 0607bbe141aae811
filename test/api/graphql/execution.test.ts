import { execute, type GraphQLSchema, getOperationAST, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { Context } from '../../../src/api/graphql/execution/context.js';
import { compileExecution } from '../../../src/api/graphql/execution/execute.js';
import { createLoaders } from '../../../src/platform/db/query/loaders.js';
import { toySchema } from '../rest/toy.js';

// The compiled executor and graphql-js run each operation. Both must return the same data, and errors with the same
// locations.

const resolveLater = <Value>(value: Value): Promise<Value> => new Promise((resolve) => setImmediate(resolve, value));
const fails = (message: string) => () => {
  throw new Error(message);
};

/** Names of the mutations that ran, in order. */
let done: string[] = [];

const schema: GraphQLSchema = toySchema(
  `interface Named { name: String }
  type Cat implements Named { name: String lives: Int! kitten: Cat! kittens: [Cat!]! sleepy: [Cat]! }
  type Dog implements Named { name: String bark(loud: Boolean = true, times: Int): String! friend: Named! }
  union Pet = Cat | Dog
  type Query {
    cat: Cat cats: [Cat!] deep: [[Cat!]]! dog: Dog! named: Named pets: [Pet!]! text: String number: Int!
    list: [Int!] lists: [[Int]!] lost: Cat! method: String error: String wrong: [Int]
  }
  type Mutation { one(value: Int): Int! two: Int! three: Int }`,
  {
    resolvers: {
      'Query.cat': () => resolveLater({ name: 'Tom', lives: 9 }),
      'Query.cats': () => [{ name: 'A', lives: 1 }, resolveLater({ name: 'B', lives: 2 }), { name: 'C' }],
      'Query.deep': () => [
        [{ name: 'A', lives: 1 }],
        null,
        [{ name: 'B', lives: 2 }, null],
        resolveLater([{ name: 'C', lives: 3 }]),
      ],
      'Query.dog': () => ({ __typename: 'Dog', name: () => 'Rex' }),
      'Query.named': () => resolveLater({ __typename: 'Cat', name: 'Tom', lives: 9 }),
      'Query.pets': () =>
        new Set([
          { __typename: 'Cat', lives: 3 },
          { __typename: 'Dog', name: 'Rex' },
        ]),
      // biome-ignore lint/suspicious/noThenProperty: a thenable that calls back at once
      'Query.text': () => ({ then: (resolve: (text: string) => void) => resolve('a thenable') }),
      'Query.number': () => resolveLater(7),
      'Query.list': () => [1, resolveLater(2), resolveLater('no number'), 4],
      'Query.lists': () => [[1, 'none', resolveLater(null)], resolveLater(null)],
      'Query.lost': () => resolveLater(null),
      'Query.error': () => new Error('returned'),
      'Query.wrong': () => 7,
      'Cat.kitten': ({ lives }: { lives: number }) =>
        lives > 1 ? resolveLater({ name: 'small', lives: lives - 1 }) : resolveLater(null),
      'Cat.kittens': async ({ lives }: { lives: number }) => [
        { lives },
        resolveLater({ lives: lives > 5 ? null : lives }),
      ],
      'Cat.sleepy': () => [resolveLater({ lives: 1 }), Promise.reject(new Error('awake')), { lives: null }],
      'Dog.bark': (_dog: unknown, { loud, times }: { loud: boolean; times?: number }) => `${loud} ${times}`,
      'Dog.friend': () => resolveLater({ __typename: 'Fish' }),
      'Mutation.one': async (_root: unknown, { value }: { value?: number }) => {
        await resolveLater(null);
        done.push('one');
        return value;
      },
      'Mutation.two': () => done.push('two'),
      'Mutation.three': fails('no third'),
    },
  },
);

async function runBoth(text: string, variables: Record<string, unknown> = {}) {
  const document = parse(text);
  const contextValue = { loaders: createLoaders({} as never) };
  const run = compileExecution(schema, document, getOperationAST(document)!);
  const results = [];
  for (const ask of [
    () => run(contextValue as object as Context, variables),
    () => execute({ schema, document, contextValue, variableValues: variables }),
  ]) {
    done = [];
    const result = await ask();
    // The order of fields that fail at the same time is not defined.
    const errors = result.errors?.map(({ message, path, locations }) => JSON.stringify({ message, path, locations }));
    results.push({ data: JSON.parse(JSON.stringify(result.data ?? null)), errors: errors?.sort(), done });
  }
  return results;
}

describe('the compiled executor returns the same result as graphql-js', () => {
  it.each([
    ['asynchronous and synchronous values', '{ number text cat { name lives } dog { name __typename } }'],
    ['asynchronous items', '{ cats { name } deep { name } list }'],
    ['null in an item that must not be null', '{ cats { name lives } }'],
    ['null in a list of lists', '{ deep { name lives } }'],
    ['a leaf of the wrong type', '{ list lists wrong }'],
    [
      'an asynchronous null that propagates to the nearest nullable object',
      '{ cat { name kitten { kitten { lives } } } }',
    ],
    ['an asynchronous null in a list', '{ cat { kittens { lives } name } }'],
    ['an item that fails asynchronously', '{ cat { sleepy { lives } } }'],
    [
      'several failures inside one object',
      '{ cat { a: kittens { lives } b: kittens { lives } kitten { kittens { lives } } } }',
    ],
    ['null at the root', '{ number lost { name } }'],
    ['an error that a resolver returns', '{ error number }'],
    [
      'interfaces and unions',
      '{ named { __typename name ... on Cat { lives } } pets { ... on Cat { lives } ... on Named { name } } }',
    ],
    [
      'arguments with defaults',
      'query ($times: Int, $loud: Boolean) { dog { a: bark b: bark(loud: false, times: 2) c: bark(loud: $loud, times: $times) } }',
    ],
    [
      'a field that is selected twice',
      '{ cat { name } ...More cat { lives } } fragment More on Query { cat { lives name } number }',
    ],
    ['keys that every object inherits', '{ constructor: number __proto__: number toString: cat { valueOf: name } }'],
    ['mutations in sequence', 'mutation { one(value: 1) two three again: one(value: 2) }'],
    ['mutations after a failed one', 'mutation { one two }'],
  ])('%s', async (_what, text) => {
    const [ours, theirs] = await runBoth(text);
    expect(ours).toEqual(theirs);
  });

  it.each([
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ])('for each combination of @skip and @include: %s, %s', async (yes, no) => {
    const text = `query ($yes: Boolean!, $no: Boolean!) {
      a: number @skip(if: $no) b: number @include(if: $yes) @skip(if: $no)
      cat @include(if: $yes) { name @skip(if: $no) ...Lives @include(if: $no) }
      cat { lives @include(if: $no) } ... @skip(if: $yes) { number }
    }
    fragment Lives on Cat { kitten @include(if: $yes) { lives } }`;
    const [ours, theirs] = await runBoth(text, { yes, no });
    expect(ours).toEqual(theirs);
  });

  it('for invalid variables', async () => {
    const [ours, theirs] = await runBoth('mutation ($value: Int!) { one(value: $value) }', { value: 'x' });
    expect(ours!.errors).toEqual(theirs!.errors);
    expect(ours!.done).toEqual([]);
  });

  it('for an object whose type does not implement its interface', async () => {
    const [ours, theirs] = await runBoth('{ number dog { friend { name } } }');
    expect([ours!.data, ours!.errors?.length]).toEqual([theirs!.data, theirs!.errors?.length]);
  });
});

it('selections are planned again when their @skip combination is no longer cached', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const fields = names.map((name) => `${name}: number @skip(if: $${name})`).join(' ');
  const text = `query (${names.map((name) => `$${name}: Boolean!`).join()}) { ${fields} }`;
  const document = parse(text);
  const run = compileExecution(schema, document, getOperationAST(document)!);
  for (let choice = 0; choice < 64; choice++) {
    const variables = Object.fromEntries(names.map((name, bit) => [name, ((choice >> bit) & 1) === 1]));
    const { data } = await run({ loaders: createLoaders({} as never) } as object as Context, variables);
    expect(Object.keys(data!)).toEqual(names.filter((name) => !variables[name]));
  }
});
