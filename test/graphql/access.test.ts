import { GraphQLList, GraphQLObjectType, GraphQLSchema, GraphQLString, graphql, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { embedded, enforceAccess, type Guard } from '../../src/graphql/access.js';
import { buildSchema } from '../../src/schema.js';

interface Toy {
  guard?: Guard<{ secret: boolean }>;
  policy?: string;
  name?: string;
  resolve?: () => unknown;
}

const seen: Guard<object> = () => true;

/** A schema of one type with one root field. */
function toySchema({ guard, policy = 'anyone', name = 'Thing', resolve }: Toy): GraphQLSchema {
  const thing: GraphQLObjectType = new GraphQLObjectType({
    name,
    extensions: { guard },
    fields: () => ({ name: { type: GraphQLString }, others: { type: new GraphQLList(thing) } }),
  });
  const query = new GraphQLObjectType({
    name: 'Query',
    fields: { thing: { type: thing, extensions: { ...(policy && { policy }) }, ...(resolve && { resolve }) } },
  });
  return new GraphQLSchema({ query });
}

describe('the build of the schema', () => {
  it('stops at a type without a guard', () => {
    expect(() => enforceAccess(toySchema({}))).toThrow('Type Thing has no guard: add extensions.guard');
  });

  it('stops at a root field without a policy', () => {
    const schema = toySchema({ guard: seen, policy: '' });
    expect(() => enforceAccess(schema)).toThrow('Query.thing has no policy: add extensions.policy');
  });

  it('passes where both are there', () => {
    expect(() => enforceAccess(toySchema({ guard: seen }))).not.toThrow();
  });

  it('passes parts of a list without a guard of their own', () => {
    for (const name of ['ThingConnection', 'ThingEdge', 'SaveThingPayload'])
      expect(() => enforceAccess(toySchema({ name }))).not.toThrow();
  });
});

describe('a guard', () => {
  const open = { name: 'open', secret: false };
  const secret = { name: 'secret', secret: true };
  const ask = async (guard: Guard<{ secret: boolean }>, value: unknown) => {
    const schema = toySchema({ guard, resolve: () => value });
    enforceAccess(schema);
    const { data } = await graphql({ schema, source: '{ thing { name others { name } } }' });
    return JSON.parse(JSON.stringify(data)).thing;
  };

  for (const [how, guard] of Object.entries<Guard<{ secret: boolean }>>({
    'at once': (thing) => !thing.secret,
    'after a read': async (thing) => !thing.secret,
  })) {
    it(`hides an object, ${how}`, async () => {
      expect(await ask(guard, secret)).toBeNull();
      expect(await ask(guard, Promise.resolve(secret))).toBeNull();
    });

    it(`hides objects of a list, ${how}`, async () => {
      const others = [open, Promise.resolve(secret), secret, Promise.resolve(open)];
      expect(await ask(guard, { ...open, others })).toEqual({
        name: 'open',
        others: [{ name: 'open' }, null, null, { name: 'open' }],
      });
    });
  }
});

describe('the real schema', () => {
  const schema = buildSchema();
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  const own = types.filter(({ name }) => !/^(__|Query$|Mutation$)|(Connection|Edge|PageInfo|Payload)$/.test(name));

  it('has a guard on every type', () => {
    expect(own.length).toBeGreaterThan(20);
    expect(own.filter((type) => typeof type.extensions.guard !== 'function')).toEqual([]);
  });

  it('has a policy in words on every root field', () => {
    const fields = [schema.getQueryType()!, schema.getMutationType()!].flatMap((root) =>
      Object.values(root.getFields()),
    );
    expect(fields.filter(({ extensions }) => typeof extensions.policy !== 'string' || !extensions.policy)).toEqual([]);
  });

  it('guards every type that has an id of its own by more than where it stands, users aside', () => {
    const free = own.filter(
      (type) => type.extensions.guard === embedded && type.getInterfaces().some(({ name }) => name === 'Node'),
    );
    expect(free.map(({ name }) => name)).toEqual(['User']);
  });
});
