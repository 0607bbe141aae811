import { GraphQLInt, GraphQLList, GraphQLNonNull, GraphQLObjectType, GraphQLSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createLoaders, type LoaderDefinition } from '../../../src/platform/db/query/loaders.js';
import { countEventLoopIterations } from '../../support/count-event-loop-iterations.js';
import { createPreparer } from '../../support/prepare-query.js';

/** Returns a number after 2 ms of work, so that a time slice of the event loop holds only a few calls. */
function burnCpu(number: number): number {
  const end = performance.now() + 2;
  while (performance.now() < end);
  return number;
}

/**
 * Builds a schema whose objects are numbers. Each object has a field with the double of its number, which a loader
 * returns.
 */
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
      number: { type: GraphQLInt, resolve: burnCpu },
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

/** Runs a query. Returns its data, the number of event loop turns, and the sizes of its batches. */
async function ask(text: string) {
  const { schema, batches } = graph();
  const prepared = await createPreparer(schema)(text);
  const context = { loaders: createLoaders({} as never) } as never;
  const { result, turns } = await countEventLoopIterations(() => prepared.execute(context, {}));
  const { data } = result;
  return { data: JSON.parse(JSON.stringify(data)), turns, batches };
}

describe('a query', () => {
  it.each(['many', 'later'])('yields to the event loop between the items of a long list: %s', async (name) => {
    const { data, turns } = await ask(`{ ${name} { number } }`);
    expect(data[name].map(({ number }: { number: number }) => number)).toEqual(
      Array.from({ length: 200 }, (_, index) => index + 1),
    );
    expect(turns).toBeGreaterThan(4);
  });

  it('loads the fields of all items in one batch per level, and yields to the event loop after each batch', async () => {
    const { data, turns, batches } = await ask('{ many { double { double { number } } } }');
    expect(data.many[199].double.double.number).toBe(800);
    expect(batches).toEqual([200, 100]);
    expect(turns).toBeGreaterThan(4);
  });

  it('returns a short list without yielding to the event loop', async () => {
    const { turns } = await ask('{ few { number double { number } } }');
    expect(turns).toBe(0);
  });
});
