import { expect, it } from 'vitest';
import { emptyManifest } from '../../../../src/engine/tree/manifest/empty-manifest.js';
import { manifestTree } from '../../../../src/engine/tree/manifest/manifest.js';
import { childrenOfNode } from '../../../../src/modules/lifecycle/verified-content/node-children.js';
import { file, manifest } from '../../../engine/manifests.js';
import { legacyTree } from '../../../engine/tree/manifest/legacy-tree.js';

const hash = (digit: string): string => digit.repeat(64);
const content = manifest(
  [
    {
      id: 'page',
      type: 'group',
      title: hash('a'),
      path: 'page',
      children: [{ id: 'below', type: 'group', title: 'B' }],
    },
  ],
  {
    files: [file('images/one.png', 'x'), file('two.png', 'y')],
    reusableContents: [{ id: 'text', title: hash('b'), blob: hash('c') }],
    variables: { pages: hash('d') },
  },
);

it.each([
  ['this version', manifestTree(content)],
  ['earlier versions', legacyTree(content)],
])('the nodes of %s refer to all other nodes of their tree', (_, { root, nodes }) => {
  const below = [...nodes.values()].flatMap((node) => childrenOfNode(node).nodes);
  expect(new Set(below)).toEqual(new Set([...nodes.keys()].filter((node) => node !== root)));
  const blobs = [...nodes.values()].flatMap((node) => childrenOfNode(node).blobs);
  expect(blobs).toContain(hash('c'));
});

it('content that is no JSON refers to no node', () => {
  expect(childrenOfNode(`["${manifestTree(emptyManifest).root}"`).nodes).toEqual([]);
});
