import { expect, it } from 'vitest';
import type { Manifest } from '../../../../src/engine/base/types.js';
import { emptyManifest } from '../../../../src/engine/tree/manifest/empty-manifest.js';
import { manifestOf, manifestTree } from '../../../../src/engine/tree/manifest/manifest.js';
import { type ManifestKey, readManifest } from '../../../../src/modules/content/revisions/manifests.js';
import { writeRevision } from '../../../../src/modules/content/revisions/write-revision.js';
import { runAction } from '../../../../src/modules/shared/unit-of-work.js';
import type { Queries } from '../../../../src/platform/db/query/queries.js';
import { testApp } from '../../../support/app.js';
import { seedOrganization, seedSpace } from '../../../support/seed.js';

const test = await testApp();
const { id: organizationId } = await seedOrganization(test);
const spaceId = await seedSpace(test, organizationId, { 'README.md': '# Home\n' });
const { read } = test.store;

/** Rejects every read, so the requested manifest must be in memory. */
const rejectingQueries: Queries = { ...read, all: () => Promise.reject(new Error('This was to be in memory')) };

/** Returns content that no other test uses. Its members and files are in another order than in the store. */
function contentOf(title: string): Manifest {
  const file = (path: string) => ({ path, name: path, id: `file_${path}`, blob: '0'.repeat(64), size: 0 });
  const pages: Manifest['pages'] = [
    { type: 'group', title, path: 'group', id: 'page_a', children: [{ type: 'link', title, id: 'page_b' }] },
  ];
  const files = ['b.txt', 'a.txt'].map((path) => ({ ...file(path), contentType: 'text/plain' }));
  return { ...emptyManifest, pages, files, variables: { second: title, first: { b: 1, a: 2 } } };
}

/** Writes a revision. `end` runs as the last step of the transaction. */
function write(manifest: Manifest, end: (name: ManifestKey) => Promise<void> = async () => {}): Promise<ManifestKey> {
  return runAction({ store: test.store, viewer: test.operator }, async (unit) => {
    const revision = { organizationId, spaceId, type: 'edits', manifest, blobs: new Map() } as const;
    const { rootHash } = await writeRevision(unit, revision);
    await end({ organizationId, rootHash });
    return { organizationId, rootHash };
  });
}

it('a written manifest is cached exactly as it is read from the store', async () => {
  const content = contentOf('written');
  const cachedManifest = await readManifest(rejectingQueries, await write(content));
  const { root, nodes } = manifestTree(content);
  const stored = await manifestOf(root, async (hashes) => new Map(hashes.map((hash) => [hash, nodes.get(hash)!])));
  expect(JSON.stringify(cachedManifest)).toBe(JSON.stringify(stored));
});

it('a manifest is not cached before its transaction ends', async () => {
  await write(contentOf('under way'), async (name) => {
    await expect(readManifest(rejectingQueries, name)).rejects.toThrow('This was to be in memory');
  });
});

it('a manifest is neither cached nor stored if its transaction is rolled back', async () => {
  let manifestName: ManifestKey | undefined;
  const failed = new Error('The last step fails');
  const writing = write(contentOf('rolled back'), async (name) => {
    manifestName = name;
    throw failed;
  });
  await expect(writing).rejects.toBe(failed);
  await expect(readManifest(read, manifestName!)).rejects.toThrow(/tree node [0-9a-f]{64} is missing/);
});
