import { expect, it } from 'vitest';
import { emptyManifest } from '../../../../src/engine/tree/manifest/empty-manifest.js';
import { storeTree } from '../../../../src/modules/content/revisions/store-content.js';
import { testApp } from '../../../support/app.js';
import { seedOrganization } from '../../../support/seed.js';

const test = await testApp();

it('`storeTree` resolves after all nodes of a tree of a thousand are stored', async () => {
  const { id: organizationId } = await seedOrganization(test);
  const hashes = Array.from({ length: 1_000 }, (_, index) => `hash of ${String(index).padStart(4, '0')}`);
  const nodes = new Map(hashes.map((hash) => [hash, '{}']));
  await test.store.transaction((tx) =>
    storeTree(tx, { organizationId, storedAt: new Date() }, { root: hashes[0]!, nodes, manifest: emptyManifest }),
  );
  const { read } = test.store;
  const stored = read.sql.selectFrom('TreeNode').select('hash').where('organizationId', '=', organizationId);
  expect((await read.all(stored)).map(({ hash }) => hash).sort()).toEqual(hashes);
});
