import { beforeEach, expect, it } from 'vitest';
import { hashOf } from '../../../src/engine/base/blob.js';
import { emptyManifest } from '../../../src/engine/tree/manifest/empty-manifest.js';
import { manifestTree } from '../../../src/engine/tree/manifest/manifest.js';
import { createCollection, updateCollection } from '../../../src/modules/content/collections/actions.js';
import { moveSpace } from '../../../src/modules/content/collections/move-actions.js';
import { readManifest } from '../../../src/modules/content/revisions/manifests.js';
import { storeBlobs, storeTree } from '../../../src/modules/content/revisions/store-content.js';
import { createSpace, updateSpace } from '../../../src/modules/content/space-lifecycle/actions.js';
import { expectConsistentLevels } from '../../access/consistent-levels.js';
import { testApp } from '../../support/app.js';
import { refuseDeadlocks } from '../../support/deadlocks.js';
import { runWhileRowIsLocked } from '../../support/run-while-row-is-locked.js';
import { seedOrganization } from '../../support/seed.js';

const test = await testApp();
refuseDeadlocks(test);
const actor = { store: test.store, viewer: test.operator };
let organization: string;

beforeEach(async () => {
  organization = (await seedOrganization(test)).id;
});

it.each([
  ['from the root into a collection', 'root', 'secret'],
  ['from a collection to the root', 'secret', 'root'],
  ['from one collection into another', 'open', 'secret'],
])(
  'a space is set to inherit its level while it is moved %s, and gets the level of its new parent',
  async (_, from, to) => {
    const places: Record<string, string | null> = { root: null };
    for (const name of ['open', 'secret']) places[name] = await createCollection(actor, { organization });
    await updateCollection(actor, places.secret!, { defaultLevel: null });
    await updateCollection(actor, places.open!, { defaultLevel: 'edit' });
    const space = await createSpace(actor, { organization, parent: places[from] });
    await updateSpace(actor, space, { defaultLevel: 'read' });
    const answers = await runWhileRowIsLocked(
      test,
      from === 'root' ? { table: 'Space', id: space } : { table: 'Collection', id: places[from]! },
      () => moveSpace(actor, { id: space, parent: places[to]! }),
      () => updateSpace(actor, space, { defaultLevel: 'inherit' }),
    );
    expect(answers).toEqual([undefined, undefined]);
    await expectConsistentLevels(test.store.read, organization);
  },
);

it('concurrent transactions can store the same blobs in opposite orders without a deadlock', async () => {
  for (let round = 0; round < 3; round += 1) {
    const texts = Array.from({ length: 2000 }, (_, index) => `${organization} ${round} ${index}`);
    const blobs = texts.map((text) => [hashOf(text), Buffer.from(text)] as const);
    const target = { organizationId: organization, storedAt: new Date() };
    const store = (some: typeof blobs) => test.store.transaction((tx) => storeBlobs(tx, target, new Map(some)));
    await Promise.all([store(blobs), store([...blobs].reverse())]);
  }
});

it('a read is repeated if it failed because the transaction of another caller ended', async () => {
  const tree = manifestTree({ ...emptyManifest, variables: { organization } });
  await test.store.transaction((tx) => storeTree(tx, { organizationId: organization, storedAt: new Date() }, tree));
  const { read } = test.store;
  const root = { organizationId: organization, rootHash: tree.root };
  const failed = new Error('The transaction has ended');
  const ended = { ...read, all: () => Promise.reject(failed) };
  const [other, own] = await Promise.allSettled([readManifest(ended, root), readManifest(read, root)]);
  expect(other).toMatchObject({ reason: failed });
  expect(own).toMatchObject({ status: 'fulfilled' });
});
