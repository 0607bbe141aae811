import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hashOf } from '../../../../src/engine/base/blob.js';
import type { Manifest, Page } from '../../../../src/engine/base/types.js';
import { manifestTree } from '../../../../src/engine/tree/manifest/manifest.js';
import { missingBlobs, missingNodes } from '../../../../src/modules/lifecycle/transfers/missing-content.js';
import { newId } from '../../../../src/platform/base/ids.js';
import { insertRows } from '../../../../src/platform/db/write/insert-rows.js';
import { legacyTree } from '../../../engine/tree/manifest/legacy-tree.js';
import { testApp } from '../../../support/app.js';
import { blobsOf } from '../../../support/manifest-blobs.js';
import { seedSpace } from '../../../support/seed.js';
import { setScene } from './transfer-kit.js';

const test = await testApp();
const { from, to, both } = await setScene(test);

const blob = fc.nat(30).map((number) => hashOf(`text ${number}`));
/** Texts with quotes, escapes and member names, which a node's JSON contains as values. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '"',
    '\\',
    '"blob":"',
    '\\"children\\":\\"',
    '$.directories[0]',
    'blob',
    `"blob":"${'a'.repeat(64)}"`,
  ),
);
const name = fc
  .oneof(text, fc.constantFrom('__proto__', 'files', 'pages', 'children', 'a.b'))
  .map((part) => part.replaceAll('/', ''));
const page: fc.Memo<Page> = fc.memo(
  (depth) =>
    fc.record(
      {
        id: fc.uuid(),
        type: fc.constant('document' as const),
        title: text,
        blob,
        variables: fc.dictionary(text, text, { maxKeys: 2 }),
        ...(depth > 1 && { children: fc.array(page(depth - 1), { maxLength: 3 }) }),
      },
      { requiredKeys: ['id', 'type', 'title'] },
    ) as fc.Arbitrary<Page>,
);
const file = fc
  .record({ id: fc.uuid(), path: fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/')), blob })
  .map((one) => ({ ...one, name: one.path.split('/').at(-1)!, size: 1, contentType: 'text/plain' }));
const manifest: fc.Arbitrary<Manifest> = fc.record(
  {
    pages: fc.oneof(fc.array(page(4), { maxLength: 3 }), fc.array(page(1), { minLength: 100, maxLength: 120 })),
    files: fc.array(file, { maxLength: 5 }),
    variables: fc.dictionary(text, text, { maxKeys: 2 }),
    reusableContents: fc.array(fc.record({ id: fc.uuid(), title: text, blob }), { maxLength: 2 }),
    root: text,
    summary: fc.record({ file: text, blob }),
  },
  { requiredKeys: ['pages', 'files', 'variables', 'reusableContents', 'root'] },
);

const stored = (organizationId: string, hash: string, content: string | Uint8Array) => ({
  organizationId,
  hash,
  createdAt: new Date(),
  ...(typeof content === 'string' ? { content } : { size: content.length, bytes: content }),
});

it('a transfer finds in the database exactly the nodes and blobs that the content engine names', async () => {
  const space = await seedSpace(test, from, { 'README.md': '# Any\n' });
  await test.store.transaction(async (tx) => {
    const rows = Array.from({ length: 31 }, (_, number) => {
      const bytes = new TextEncoder().encode(`text ${number}`);
      return stored(from, hashOf(`text ${number}`), bytes);
    });
    await insertRows(tx, { table: 'Blob', rows });
  });
  const { read } = test.store;
  await fc.assert(
    fc.asyncProperty(fc.array(manifest, { minLength: 1, maxLength: 3 }), fc.nat(2), async (revisions, known) => {
      const trees = revisions.map((one, index) => (index === 1 ? legacyTree(one) : manifestTree(one)));
      const there = trees[known]?.nodes ?? new Map<string, string>();
      await test.store.transaction(async (tx) => {
        await tx.prisma.revision.deleteMany({ where: { spaceId: space } });
        await tx.prisma.treeNode.deleteMany({ where: { organizationId: to } });
        const nodes = trees.flatMap(({ nodes }) => [...nodes].map(([hash, content]) => stored(from, hash, content)));
        await insertRows(tx, { table: 'TreeNode', rows: nodes, ignoreExisting: true });
        await insertRows(tx, {
          table: 'TreeNode',
          rows: [...there].map(([hash, content]) => stored(to, hash, content)),
        });
        const of = { organizationId: from, spaceId: space, type: 'edits', authorId: both.id, createdAt: new Date() };
        const rows = trees.map(({ root }) => ({ id: newId('Revision'), rootHash: root, ...of }));
        await insertRows(tx, { table: 'Revision', rows });
      });
      const found = await missingNodes(read, { from, to, spaceIds: [space] });
      const named = new Set(trees.flatMap(({ nodes }) => [...nodes.keys()]).filter((hash) => !there.has(hash)));
      expect([...found].sort()).toEqual([...named].sort());
      if (there.size > 0) return;
      const blobs = await missingBlobs(read, { from, to }, found);
      expect(blobs.map(({ hash }) => hash)).toEqual([...new Set(revisions.flatMap(blobsOf))].sort());
    }),
    { numRuns: 60 },
  );
});
