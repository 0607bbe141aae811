import fc from 'fast-check';
import { it } from 'vitest';
import { createCollection, updateCollection } from '../../src/modules/content/collections/actions.js';
import { deleteCollection } from '../../src/modules/content/collections/deletion-actions.js';
import { moveCollection, moveSpace } from '../../src/modules/content/collections/move-actions.js';
import { createSpace, updateSpace } from '../../src/modules/content/space-lifecycle/actions.js';
import { AppError } from '../../src/platform/base/errors.js';
import { testApp } from '../support/app.js';
import { seedOrganization } from '../support/seed.js';
import { expectConsistentLevels } from './consistent-levels.js';
import { ladder } from './reference.js';

const test = await testApp();
const actor = { store: test.store, viewer: test.operator };
const { read } = test.store;

const level = fc.constantFrom('inherit', 'inherit', null, ...ladder);
const verbs = [
  ...['createCollection', 'createCollection', 'createSpace', 'updateCollection', 'updateCollection', 'updateSpace'],
  ...['moveCollection', 'moveCollection', 'moveSpace', 'deleteCollection'],
];
const step = fc.record({
  verb: fc.constantFrom(...verbs),
  at: fc.nat(1000),
  to: fc.nat(1000),
  level,
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Returns rounds of at most `most` steps. The steps of a round run concurrently. */
const rounds = (most: number) => fc.array(fc.array(step, { minLength: 1, maxLength: most }), { maxLength: 8 });

interface Places {
  organization: string;
  collections: string[];
  spaces: string[];
}

async function run({ organization, collections, spaces }: Places, { verb, at, to, level: defaultLevel }: Step) {
  const pick = (ids: string[]): string | undefined => ids[at % (ids.length || 1)];
  const target = to % 4 === 0 ? null : (collections[to % (collections.length || 1)] ?? null);
  // A third of the collections and spaces is created at the root.
  const parent = at % 3 === 0 ? undefined : pick(collections);
  const [collection, space] = [pick(collections), pick(spaces)];
  if (verb === 'createCollection') collections.push(await createCollection(actor, { organization, parent }));
  else if (verb === 'createSpace') spaces.push(await createSpace(actor, { organization, parent }));
  else if (verb === 'updateCollection' && collection) await updateCollection(actor, collection, { defaultLevel });
  else if (verb === 'updateSpace' && space) await updateSpace(actor, space, { defaultLevel });
  else if (verb === 'moveCollection' && collection) await moveCollection(actor, { id: collection, parent: target });
  else if (verb === 'moveSpace' && space) await moveSpace(actor, { id: space, parent: target });
  else if (verb === 'deleteCollection' && collection && at % 3 === 1) await deleteCollection(actor, collection);
}

/** Ignores expected errors: a move may change nothing or create a cycle, and its object may be deleted. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof AppError && ['CONFLICT', 'NOT_FOUND', 'BAD_USER_INPUT'].includes(error.code))) throw error;
}

async function runAll(plan: Step[][]): Promise<void> {
  const { id: organization } = await seedOrganization(test);
  const places: Places = { organization, collections: [], spaces: [] };
  for (const round of plan) await Promise.all(round.map((one) => run(places, one).catch(ignoreRefusal)));
  await expectConsistentLevels(read, organization);
}

it('the closure table and the access levels equal those of a rebuild after any sequence of changes', async () => {
  await fc.assert(fc.asyncProperty(rounds(1), runAll), { numRuns: 6, endOnFailure: true });
});

it('the closure table and the access levels equal those of a rebuild after concurrent changes', async () => {
  await fc.assert(fc.asyncProperty(rounds(6), runAll), { numRuns: 8, endOnFailure: true });
});
