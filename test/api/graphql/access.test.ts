import {
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  graphql,
  isObjectType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { enforceAccess, type Guard, ownChange, partOfGuardedObject } from '../../../src/api/graphql/schema/access.js';
import { buildSchemas } from '../../../src/app/schema.js';

interface Toy {
  guard?: Guard<{ secret: boolean }>;
  policy?: string;
  name?: string;
  resolve?: () => unknown;
  extensions?: object;
}

const allowAll: Guard<object> = () => true;

/** A schema with one type and one root field. */
function toySchema({ guard, policy = 'anyone', name = 'Thing', resolve, extensions }: Toy): GraphQLSchema {
  const thing: GraphQLObjectType = new GraphQLObjectType({
    name,
    extensions: { guard },
    fields: () => ({ name: { type: GraphQLString }, others: { type: new GraphQLList(thing) } }),
  });
  const query = new GraphQLObjectType({
    name: 'Query',
    fields: {
      thing: { type: thing, extensions: { ...extensions, ...(policy && { policy }) }, ...(resolve && { resolve }) },
    },
  });
  return new GraphQLSchema({ query });
}

describe('the access check of a schema (`enforceAccess`)', () => {
  it('throws for a type without a guard', () => {
    expect(() => enforceAccess(toySchema({}))).toThrow('Type Thing has no guard: add extensions.guard');
  });

  it('throws for a root field without a policy', () => {
    const schema = toySchema({ guard: allowAll, policy: '' });
    expect(() => enforceAccess(schema)).toThrow('Query.thing has no policy: add extensions.policy');
  });

  it('accepts a schema with guards and policies', () => {
    expect(() => enforceAccess(toySchema({ guard: allowAll }))).not.toThrow();
  });

  it('accepts connections, edges and payloads without guards of their own', () => {
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

    it(`hides the objects of a list, ${how}`, async () => {
      const others = [open, Promise.resolve(secret), secret, Promise.resolve(open)];
      expect(await ask(guard, { ...open, others })).toEqual({
        name: 'open',
        others: [{ name: 'open' }, null, null, { name: 'open' }],
      });
    });

    it(`omits hidden objects from a list of non-null items and from the edges of a connection, ${how}`, async () => {
      const schema = listSchema(guard, [open, Promise.resolve(secret), secret, open]);
      const { data, errors } = await graphql({ schema, source: '{ things { name } edges { node { name } } }' });
      expect(errors).toBeUndefined();
      const left = [{ name: 'open' }, { name: 'open' }];
      expect(JSON.parse(JSON.stringify(data))).toEqual({ things: left, edges: left.map((node) => ({ node })) });
    });
  }

  it("does not apply to the result of the caller's own mutation, unless it replays an earlier request with the same key", async () => {
    const schema = toySchema({ guard: () => false, resolve: () => secret, extensions: ownChange });
    enforceAccess(schema);
    const answerTo = async (requestKey: { isReplayed: boolean } | null) => {
      const { data } = await graphql({ schema, source: '{ thing { name } }', contextValue: { requestKey } });
      return JSON.parse(JSON.stringify(data));
    };
    for (const key of [null, { isReplayed: false }]) expect(await answerTo(key)).toEqual({ thing: { name: 'secret' } });
    expect(await answerTo({ isReplayed: true })).toEqual({ thing: null });
  });
});

/** A schema with a list of non-null items and the edges of a connection. */
function listSchema(guard: Guard<{ secret: boolean }>, values: unknown[]): GraphQLSchema {
  const thing = new GraphQLObjectType({
    name: 'Thing',
    extensions: { guard },
    fields: { name: { type: GraphQLString } },
  });
  const edge = new GraphQLObjectType({ name: 'ThingEdge', fields: { node: { type: new GraphQLNonNull(thing) } } });
  const listOf = (type: GraphQLObjectType) => new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(type)));
  const extensions = { policy: 'anyone' };
  const edges = async () => (await Promise.all(values)).map((node) => ({ node }));
  const query = new GraphQLObjectType({
    name: 'Query',
    fields: {
      things: { type: listOf(thing), extensions, resolve: () => values },
      edges: { type: listOf(edge), extensions, resolve: edges },
    },
  });
  const schema = new GraphQLSchema({ query });
  enforceAccess(schema);
  return schema;
}

describe('the real schema', () => {
  const schema = buildSchemas().internal;
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  const own = types.filter(
    ({ name }) => !/^(__|Query$|Mutation$|Subscription$)|(Connection|Edge|PageInfo|Payload)$/.test(name),
  );

  it('has a guard on every type', () => {
    expect(own.length).toBeGreaterThan(20);
    expect(own.filter((type) => typeof type.extensions.guard !== 'function')).toEqual([]);
  });

  it('has a policy text on every root field', () => {
    const fields = [schema.getQueryType()!, schema.getMutationType()!, schema.getSubscriptionType()!].flatMap((root) =>
      Object.values(root.getFields()),
    );
    expect(fields.filter(({ extensions }) => typeof extensions.policy !== 'string' || !extensions.policy)).toEqual([]);
  });

  it('has a guard that checks access on every type with an id, except User', () => {
    const free = own.filter(
      (type) =>
        type.extensions.guard === partOfGuardedObject && type.getInterfaces().some(({ name }) => name === 'Node'),
    );
    expect(free.map(({ name }) => name)).toEqual(['User']);
  });
});
