import fc from 'fast-check';
import type { ReadOptions } from '../../../../src/engine/text/document/from-markdown.js';
import type { WriteOptions } from '../../../../src/engine/text/document/nodes/write-state.js';
import { blocks, divider, images, list, nestableBlock, paragraph, quote } from './document-arbitrary.js';
import { htmlTable } from './html-table-arbitrary.js';
import { text } from './inline-arbitrary.js';
import { block, flag, isVoid, leafBlocks, name, partialRecord, topLevelBlocks } from './leaf-arbitrary.js';

/** Generates documents of the kinds that GitBook's tags and HTML express, as an API client may write them. */

const scheme = 'ref:';

/** Options that give references of every kind an address, so that tests cover all kinds. */
export const options: ReadOptions & WriteOptions = {
  resolve: (address) =>
    address.startsWith(scheme)
      ? JSON.parse(decodeURIComponent(address.slice(scheme.length)))
      : { kind: 'url', url: address },
  destination: (target) =>
    target.kind === 'url' ? String(target.url) : `${scheme}${encodeURIComponent(JSON.stringify(target))}`,
};
const hint = block('hint', {
  data: fc.record({ style: fc.constantFrom('info', 'warning', 'danger', 'success') }),
  nodes: fc.array(nestableBlock, { maxLength: 3 }),
});
const containerContent = fc.array(
  fc.oneof({ weight: 3, arbitrary: nestableBlock as fc.Arbitrary<unknown> }, hint, quote, ...Object.values(leafBlocks)),
  { maxLength: 3 },
);
const fragment = (type: string, nodes: fc.Arbitrary<unknown>) =>
  fc.record({ object: fc.constant('fragment'), fragment: fc.constant(type), type: fc.constant(type), nodes });
const listWithBlocks = block('list-unordered', {
  nodes: fc.array(
    block('list-item', {
      nodes: fc.array(
        fc.oneof(paragraph, hint, leafBlocks.code!, leafBlocks.math!, htmlTable, list as fc.Arbitrary<unknown>),
        {
          minLength: 1,
          maxLength: 3,
        },
      ),
    }),
    { minLength: 1, maxLength: 2 },
  ),
});

const containers: { [type: string]: fc.Arbitrary<unknown> } = {
  hint,
  tabs: block('tabs', {
    data: partialRecord({ fullWidth: flag }),
    nodes: fc.array(block('tabs-item', { data: partialRecord({ title: text }), nodes: containerContent }), {
      maxLength: 3,
    }),
  }),
  stepper: block('stepper', {
    nodes: fc.array(block('stepper-step', { data: partialRecord({ icon: name }), nodes: containerContent }), {
      maxLength: 3,
    }),
  }),
  expandable: block('expandable', {
    isVoid,
    data: fc.constant({}),
    fragments: fc.tuple(
      fragment('expandable-title', fc.tuple(paragraph)),
      fragment(
        'expandable-body',
        fc.array(
          fc.oneof(
            nestableBlock as fc.Arbitrary<unknown>,
            images,
            leafBlocks.code!,
            htmlTable,
            hint,
            quote,
            topLevelBlocks['reusable-content']!,
          ),
          {
            minLength: 1,
            maxLength: 3,
          },
        ),
      ),
    ),
  }),
  listed: listWithBlocks,
  table: htmlTable,
};

/** Generators of documents, by kind of block. Each document contains blocks of that kind between other blocks. */
export const documentsByKind: [kind: string, documents: fc.Arbitrary<{ nodes: unknown[] }>][] = Object.entries({
  ...leafBlocks,
  ...topLevelBlocks,
  ...containers,
}).map(([kind, one]) => [
  kind,
  documentOf(fc.array(fc.oneof({ weight: 3, arbitrary: one }, paragraph, divider), { maxLength: 3 })),
]);

/** Generates documents of all kinds of blocks together. */
export const allDocuments = documentOf(
  fc.array(
    fc.oneof(
      ...Object.values({ ...leafBlocks, ...topLevelBlocks, ...containers }),
      blocks.map((some) => some[0] ?? { object: 'block', type: 'divider' }),
    ),
    { maxLength: 4 },
  ),
);

function documentOf(nodes: fc.Arbitrary<unknown[]>) {
  return nodes.map((some) => ({ object: 'document', data: { schemaVersion: 1 }, nodes: some }));
}
