import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCollection, updateCollection } from '../../src/domains/collections/actions.js';
import { createSpace, updateSpace } from '../../src/domains/spaces/actions.js';
import { testApp } from '../support/app.js';
import { seedOrganization } from '../support/seed.js';
import { ladder, seed } from './reference.js';

const test = await testApp();
const actor = { store: test.store, viewer: test.operator };
const { read } = test.store;

const level = fc.constantFrom('inherit', 'inherit', null, ...ladder);
const step = fc.record({
  verb: fc.constantFrom('createCollection', 'createSpace', 'updateCollection', 'updateCollection', 'updateSpace'),
  at: fc.nat(1000),
  level,
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Rounds of steps; those of a round run at the same time. */
const rounds = (most: number) => fc.array(fc.array(step, { minLength: 1, maxLength: most }), { maxLength: 8 });

interface Places {
  organization: string;
  collections: string[];
  spaces: string[];
}

async function run({ organization, collections, spaces }: Places, { verb, at, level: defaultLevel }: Step) {
  const pick = (ids: string[]): string | undefined => ids[at % (ids.length || 1)];
  // One of three is put at the root.
  const parent = at % 3 === 0 ? undefined : pick(collections);
  const [collection, space] = [pick(collections), pick(spaces)];
  if (verb === 'createCollection') collections.push(await createCollection(actor, { organization, parent }));
  else if (verb === 'createSpace') spaces.push(await createSpace(actor, { organization, parent }));
  else if (verb === 'updateCollection' && collection) await updateCollection(actor, collection, { defaultLevel });
  else if (verb === 'updateSpace' && space) await updateSpace(actor, space, { defaultLevel });
}

/** The closure and the levels as they must be, from nothing but parents and default levels. */
async function compare(organization: string): Promise<void> {
  const columns = ['id', 'parentId', 'defaultLevel', 'resolvedLevel'] as const;
  const own = <T extends 'Collection' | 'Space'>(table: T) =>
    read.all(
      read.sql
        .selectFrom(table as 'Space')
        .select(columns)
        .where('organizationId', '=', organization),
    );
  const [collections, spaces] = [await own('Collection'), await own('Space')];
  const upwards = (id: string | null): string[] =>
    id === null ? [] : [id, ...upwards(collections.find((one) => one.id === id)!.parentId)];
  const closure = collections.flatMap(({ id }) => upwards(id).map((ancestorId) => `${id} ${ancestorId}`));
  const query = read.sql.selectFrom('CollectionAncestor').select(['collectionId', 'ancestorId']);
  const kept = (await read.all(query.where('organizationId', '=', organization))).map(
    ({ collectionId, ancestorId }) => `${collectionId} ${ancestorId}`,
  );
  expect(kept.sort()).toEqual(closure.sort());
  for (const place of [...collections, ...spaces]) {
    const levels = upwards(place.parentId).map((id) => collections.find((one) => one.id === id)!.defaultLevel);
    const expected = [place.defaultLevel, ...levels].find((one) => one !== 'inherit');
    expect([place, place.resolvedLevel]).toEqual([place, expected === undefined ? 'inherit' : expected]);
  }
}

async function runAll(plan: Step[][]): Promise<void> {
  const { id: organization } = await seedOrganization(test);
  const places: Places = { organization, collections: [], spaces: [] };
  for (const round of plan) await Promise.all(round.map((one) => run(places, one)));
  await compare(organization);
}

it(`after any sequence of changes the closure and the levels are those of a rebuild (seed ${seed})`, async () => {
  await fc.assert(fc.asyncProperty(rounds(1), runAll), { seed, numRuns: 6, endOnFailure: true });
}, 60_000);

it(`so they are after changes at the same time (seed ${seed})`, async () => {
  await fc.assert(fc.asyncProperty(rounds(6), runAll), { seed, numRuns: 8, endOnFailure: true });
}, 60_000);
