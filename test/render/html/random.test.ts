import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DocumentNode } from '../../../src/engine/text/document/node-shape.js';
import { fillText } from '../../../src/render/html/fill-placeholders.js';
import { renderText } from '../../../src/render/html/render-text.js';
import { allDocuments } from '../../engine/text/document/block-arbitrary.js';
import { documents } from '../../engine/text/document/document-arbitrary.js';
import { htmlViolations } from './allowed.js';
import { documentOf, referenceResolver } from './nodes.js';
import { readHtml, textIn } from './read-html.js';
import { blockSamples, inlineSamples, markSamples, otherSamples } from './samples.js';
import { missingWords, wordsIn, wordsOf } from './shown-words.js';
import { xssVectors } from './xss-vectors.js';

const types = [...Object.keys({ ...blockSamples, ...inlineSamples, ...otherSamples }), 'unknown'];
const string = fc.oneof(fc.constantFrom(...xssVectors), fc.string({ unit: 'binary' }));

/** Arbitrary JSON for a member of data, including references. */
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    string,
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(string, tie('value'), { maxKeys: 3 }),
    fc.record({
      kind: fc.constantFrom('url', 'file', 'page', 'user', 'anchor'),
      url: string,
      file: string,
      page: string,
    }),
  ),
}));

const names =
  'ref refDark url title alt caption style align width height start checked syntax formula code icon label kind view definition records schemas';
const data = fc.dictionary(fc.constantFrom(...names.split(' ')), value, { maxKeys: 6 });
const leaf = fc.record({
  text: string,
  marks: fc.array(
    fc.record({ type: fc.constantFrom(...Object.keys(markSamples), 'x'), data: fc.dictionary(string, string) }),
    { maxLength: 3 },
  ),
});

/** Nodes of all types nested in each other, whether the contract allows it or not. */
const { node } = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 6, depthSize: 'medium' },
    fc.record({ object: fc.constant('text'), leaves: fc.array(leaf, { maxLength: 3 }) }),
    fc.record({
      object: fc.constantFrom('block', 'inline', 'fragment'),
      type: fc.constantFrom(...types),
      data,
      nodes: fc.array(tie('node'), { maxLength: 4 }),
      fragments: fc.array(
        fc.record({
          object: fc.constant('fragment'),
          fragment: fc.oneof(string, fc.constantFrom('caption', 'expandable-title')),
          nodes: fc.array(tie('node'), { maxLength: 3 }),
        }),
        { maxLength: 2 },
      ),
      meta: fc.record({ id: string }),
    }),
  ),
}));

it('a document of arbitrary nodes has only allowed HTML', () => {
  fc.assert(
    fc.property(fc.array(node, { maxLength: 5 }), (nodes) => {
      const html = fillText(renderText(documentOf(...(nodes as DocumentNode[]))), referenceResolver);
      expect(htmlViolations(html)).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});

it('a valid document has only allowed HTML, contains every word and is rendered deterministically', () => {
  const withoutImages = { ...referenceResolver, imageOf: () => null };
  fc.assert(
    fc.property(fc.oneof(allDocuments, documents), (document) => {
      const written = document as DocumentNode;
      const rendered = renderText(written);
      expect(htmlViolations(fillText(rendered, referenceResolver))).toEqual([]);
      const renderedWords = wordsOf(textIn(readHtml(fillText(rendered, withoutImages))));
      expect(missingWords(wordsIn(written), renderedWords)).toEqual([]);
      expect(renderText(structuredClone(written))).toEqual(rendered);
    }),
    { numRuns: 1000 },
  );
});
