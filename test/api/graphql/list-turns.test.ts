import { GraphQLInt, GraphQLList, GraphQLNonNull, GraphQLObjectType, GraphQLSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createLoaders, type LoaderDefinition } from '../../../src/platform/db/query/loaders.js';
import { countTurns } from '../../support/count-turns.js';
import { preparing } from '../../support/preparing.js';

/** A number, after so much work that a turn of the event loop holds few of it. */
function worked(number: number): number {
  const end = performance.now() + 2;
  while (performance.now() < end);
  return number;
}

/** A graph of things that are numbers: each has its double, which is loaded, and the double of that. */
function graph() {
  const batches: number[] = [];
  const doubles: LoaderDefinition<string, number> = {
    name: 'doubles',
    load: async (_queries, keys) => {
      batches.push(keys.length);
      return keys.map((key) => Number(key) * 2);
    },
  };
  const Thing: GraphQLObjectType = new GraphQLObjectType({
    name: 'Thing',
    fields: () => ({
      number: { type: GraphQLInt, resolve: worked },
      double: { type: Thing, resolve: (number, _args, { loaders }) => loaders.load(doubles, String(number)) },
    }),
  });
  const things = (length: number) => Array.from({ length }, (_, index) => index + 1);
  const list = (resolve: () => unknown) => ({ type: new GraphQLList(new GraphQLNonNull(Thing)), resolve });
  const query = new GraphQLObjectType({
    name: 'Query',
    fields: { few: list(() => things(5)), many: list(() => things(200)), later: list(async () => things(200)) },
  });
  const schema = new GraphQLSchema({ query });
  return { schema, batches };
}

/** Answers a query, and says in how many turns of the event loop, and in which batches. */
async function ask(text: string) {
  const { schema, batches } = graph();
  const prepared = await preparing(schema)(text);
  const context = { loaders: createLoaders({} as never) } as never;
  const { result, turns } = await countTurns(() => prepared.execute(context, {}));
  const { data } = result;
  return { data: JSON.parse(JSON.stringify(data)), turns, batches };
}

describe('a query', () => {
  it.each(['many', 'later'])('gives the event loop back between the items of a long list: %s', async (name) => {
    const { data, turns } = await ask(`{ ${name} { number } }`);
    expect(data[name].map(({ number }: { number: number }) => number)).toEqual(
      Array.from({ length: 200 }, (_, index) => index + 1),
    );
    expect(turns).toBeGreaterThan(4);
  });

  it('loads what all items ask for in one batch at each level, and gives the event loop back behind each', async () => {
    const { data, turns, batches } = await ask('{ many { double { double { number } } } }');
    expect(data.many[199].double.double.number).toBe(800);
    expect(batches).toEqual([200, 100]);
    expect(turns).toBeGreaterThan(4);
  });

  it('answers a short list within the turn that it is asked in', async () => {
    const { turns } = await ask('{ few { number double { number } } }');
    expect(turns).toBe(0);
  });
});
