import type { DocumentNode } from '../../../src/engine/text/document/node-shape.js';
import type { ReaderBlockType } from '../../../src/engine/text/document/nodes/nodes.js';
import { block, paragraph } from './nodes.js';

/** A sample of a node type, and its expected HTML. */
export interface Sample {
  node: DocumentNode;
  html: string;
}

/**
 * A sample of each block type that occurs only in documents for readers, except `html`, which is resolved before
 * rendering.
 */
export const readerSamples: Record<Exclude<ReaderBlockType, 'html'>, Sample> = {
  columns: {
    node: block('columns', {}, block('column', {}, paragraph('Left'))),
    html: '<div class="columns"><div class="column"><p>Left</p></div></div>',
  },
  column: { node: block('column', {}, paragraph('Left')), html: '<div class="column"><p>Left</p></div>' },
  updates: {
    node: block('updates', {}, paragraph('What is new')),
    html: '<p>What is new</p>',
  },
  update: {
    node: block('update', { date: '2026-11-27', tags: 'api, web' }, paragraph('More')),
    html: '<section class="update"><p class="update-facts"><time>2026-11-27</time> <span class="tag">api</span> <span class="tag">web</span></p><p>More</p></section>',
  },
  response: {
    node: block('response', { terms: ['id', 'string'], isRequired: true, summary: 'Key' }, paragraph('Of a team')),
    html: '<div class="api-part"><p><code>id</code> string (required) <strong>Key</strong></p><p>Of a team</p></div>',
  },
  element: {
    node: block(
      'element',
      { name: 'figure', attributes: { dir: 'rtl', onclick: 'a' }, align: 'right' },
      paragraph('Wide'),
    ),
    html: '<figure dir="rtl" class="end"><p>Wide</p></figure>',
  },
};
