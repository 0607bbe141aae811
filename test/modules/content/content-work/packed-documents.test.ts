import { expect, it } from 'vitest';
import type { ContentChange } from '../../../../src/modules/content/content-work/content-changes.js';
import { packDocuments, unpackDocuments } from '../../../../src/modules/content/content-work/packed-documents.js';
import { weightOf, weightOfYielding } from '../../../../src/modules/content/content-work/weight.js';

const paragraph = (index: number) => ({
  object: 'block',
  type: 'paragraph',
  nodes: [{ text: `"Ünicode" – ${index}` }],
});
const large = { object: 'document', nodes: Array.from({ length: 3000 }, (_, index) => paragraph(index)), data: {} };
const changes: ContentChange[] = [
  { insertPage: { title: 'Large', document: { document: large } } },
  { updatePage: { page: 'page_1', document: { document: large } } },
  { insertPage: { title: 'Small', document: { document: { object: 'document', nodes: [paragraph(1)] } } } },
  { insertPage: { title: 'Markdown', document: { markdown: 'a'.repeat(200_000) } } },
  { insertFiles: { files: [{ name: 'a', bytes: new Uint8Array(100_000), contentType: 'image/png' }] } },
  { deletePage: { page: 'page_2' } },
];

it('large documents are packed as bytes for a thread and unpacked unchanged', async () => {
  const packed = await packDocuments(changes);
  expect(JSON.stringify(packed[0])).not.toContain('paragraph');
  expect(packed.slice(2)).toEqual(changes.slice(2));
  expect(unpackDocuments(structuredClone(packed))).toEqual(changes);
});

it('the weight of a document is the same if it is computed in time slices', async () => {
  expect(await weightOfYielding(changes)).toBe(weightOf(changes, Number.POSITIVE_INFINITY));
});
