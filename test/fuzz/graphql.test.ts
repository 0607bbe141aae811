import fc from 'fast-check';
import { beforeAll, describe, it } from 'vitest';
import { testApp } from '../support/app.js';
import { schema } from '../support/shared-schema.js';
import { faultsOf } from './graphql-judge.js';
import { mutationsOf, type Operation, queriesOf } from './graphql-requests.js';
import { runs, timeout } from './runs.js';
import { makeWorld, type World } from './world.js';

const test = await testApp();
let world: World;

beforeAll(async () => {
  world = await makeWorld(test);
});

/** Queries are built from arrays of choices, which do not shrink to anything more readable; so shrinking is off. */
const check = (operations: fc.Arbitrary<Operation>) =>
  fc.assert(
    fc.asyncProperty(operations, async (operation) => {
      const faults = await faultsOf(world, operation);
      await world.database.rewind();
      if (faults.length > 0) throw new Error(faults.join('; '));
    }),
    { ...runs, endOnFailure: true },
  );

describe('a mutation with any input succeeds, or is refused with a code and writes nothing', { timeout }, () => {
  it.each(Object.values(schema.getMutationType()!.getFields()))('$name', (field) => check(mutationsOf(field, world)));
});

describe('a query with any arguments succeeds, or is refused with a code', { timeout }, () => {
  it.each(Object.values(schema.getQueryType()!.getFields()))('$name', (field) =>
    check(queriesOf(field, { schema, world })),
  );
});
