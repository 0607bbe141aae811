import { expect, it } from 'vitest';
import { renderPdf } from '../../../src/render/pdf/render.js';
import { block, documentOf, expectWords, inline, inputOf, paragraph, section, text } from './documents.js';
import { png } from './png.js';
import { readPdf } from './read-pdf.js';

it('links lead to pages, headings and other sites; unsafe and invalid addresses are not links', async () => {
  const links = (...refs: object[]) =>
    documentOf(
      block(
        'paragraph',
        refs.map((ref) => inline('link', { ref }, { nodes: [text('x ')] })),
      ),
    );
  const far = documentOf(
    ...Array.from({ length: 60 }, () => paragraph('Fill')),
    block('heading-2', [text('Far')], { meta: { id: 'far' } }),
  );
  const bad = ['javascript:alert(1)', 'file:///etc/passwd', 'not an address'].map((address) => ({
    kind: 'url',
    url: address,
  }));
  const sections = [
    section(
      'a',
      links(
        { kind: 'page', page: 'b' },
        { kind: 'anchor', page: 'b', anchor: 'far' },
        { kind: 'anchor', page: 'b', anchor: 'gone' },
        { kind: 'url', url: 'https://example.org/x' },
        { kind: 'space', space: 'spc_2' },
        ...bad,
      ),
    ),
    section('b', far),
  ];
  const pdf = await readPdf(await renderPdf(inputOf(sections)));
  expect(pdf.links[2]).toEqual([4, 5, 4, 'https://example.org/x', 'https://docs.test/app/spc_2']);
});

it('an anchor leads to the heading with exactly this id, or otherwise to the first one with the same letters and digits', async () => {
  const to = (anchor: string) => inline('link', { ref: { kind: 'anchor', anchor } }, { nodes: [text('x ')] });
  const anchors = ['31-first-steps', '3-1-first-steps', 'id-3.1-first-steps', '3.1-first-steps', 'gone', 'top'];
  const fill = Array.from({ length: 60 }, () => paragraph('Fill'));
  const heading = (id: string) => block('heading-2', [text('3.1 First steps')], { meta: { id } });
  const document = documentOf(
    block('paragraph', anchors.map(to)),
    ...[...fill, heading('31-first-steps')],
    ...[...fill, heading('3.1-first-steps')],
  );
  const pdf = await readPdf(await renderPdf(inputOf([section('a', document)])));
  expect(pdf.links.flat()).toEqual([2, 2, 2, 4, 1, 1]);
});

it('images are shown; broken, truncated, huge and unknown ones are replaced by their text', async () => {
  const good = png(40, 30, true);
  const files: Record<string, Uint8Array> = {
    good,
    plain: png(20, 20, false),
    cut: good.subarray(0, good.length - 30),
    lying: Buffer.concat([good.subarray(0, 16), Buffer.from([0, 0, 0x40, 0, 0, 0, 0x40, 0]), good.subarray(24)]),
    text: Buffer.from('no image'),
    jpeg: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff]),
  };
  const nodes = Object.keys(files).map((file) =>
    block('image', [], { data: { ref: { kind: 'file', file }, alt: `Alt of ${file}` } }),
  );
  const bytes = await renderPdf(
    inputOf([section('a', documentOf(...nodes))], { images: new Map(Object.entries(files)) }),
  );
  const pdf = await readPdf(bytes);
  expectWords(pdf, 'Alt of cut', 'Alt of lying', 'Alt of text', 'Alt of jpeg');
  expect(pdf.text).not.toMatch(/Altofgood|Altofplain/);
  expect(
    Buffer.from(bytes)
      .toString('latin1')
      .match(/\/Subtype \/Image/g),
  ).toHaveLength(3);
});
