import { execute, GraphQLInt, GraphQLList, GraphQLNonNull, GraphQLObjectType, GraphQLSchema, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { asksForLongLists, inTurns, longList } from '../../src/graphql/long-lists.js';
import { isTurnUsedUp } from '../../src/threads/turns.js';

const numbers = Array.from({ length: 1_050 }, (_, index) => index);
const type = new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(GraphQLInt)));
const long = { type, extensions: longList, resolve: () => inTurns(numbers) };
const part: GraphQLObjectType = new GraphQLObjectType({
  name: 'Part',
  fields: () => ({ long, short: { type }, part: { type: part, resolve: () => ({}) } }),
});
const schema = new GraphQLSchema({ query: part });

describe('a long list', () => {
  it('is resolved in its order, and lets others have their turns', async () => {
    let hadTurn = false;
    setImmediate(() => {
      hadTurn = true;
    });
    while (!isTurnUsedUp());
    const { data } = await execute({ schema, document: parse('{ long }') });
    expect(data!.long).toEqual(numbers);
    expect(hadTurn).toBe(true);
  });

  it('is found wherever it is asked for', () => {
    const asks = (text: string) => asksForLongLists(schema, parse(text));
    expect(asks('{ part { part { short } } }')).toBe(false);
    expect(asks('{ part { part { a: long } } }')).toBe(true);
    expect(asks('{ part { ...Some } } fragment Some on Part { ... on Part { long } }')).toBe(true);
  });
});
