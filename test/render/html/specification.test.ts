import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/engine/base/types.js';
import { operationsOf } from '../../../src/engine/openapi/reading/operations.js';
import { openDocument } from '../../../src/engine/openapi/reading/reader.js';
import { specificationView } from '../../../src/engine/openapi/view/specification-view.js';
import type { SpecificationPart } from '../../../src/engine/openapi/view/views.js';
import { fillText } from '../../../src/render/html/fill-placeholders.js';
import { renderText } from '../../../src/render/html/render-text.js';
import { specificationHtml } from '../../../src/render/html/specification/specification-html.js';
import { absent, realDocuments, skippedTitleSuffix } from '../../engine/openapi/documents.js';
import { isSoak } from '../../support/properties.js';
import { htmlViolations } from './allowed.js';
import { block, documentOf, referenceResolver } from './nodes.js';
import { readHtml, textIn } from './read-html.js';
import { xssVectors } from './xss-vectors.js';

/**
 * Maximum number of parts of a document to test; they are spread over the document. `SOAK=1` tests all parts, which
 * takes a minute.
 */
const maxParts = isSoak ? Number.POSITIVE_INFINITY : 150;

const rows = absent ? [['none', null as Json] as const] : realDocuments;

/** Returns the parts of a document that blocks can show, each with the words that its HTML must contain. */
function partsOf(document: Json): [SpecificationPart, string[]][] {
  const operations = operationsOf(openDocument(document)).map(
    ({ kind, method, path }): [SpecificationPart, string[]] => [
      kind === 'operation' ? { type: 'operation', method, path } : { type: 'webhook', method, name: path },
      [method.toUpperCase(), path],
    ],
  );
  const { components, definitions } = document as Record<string, { [name: string]: Json }>;
  const names = Object.keys((components?.schemas ?? definitions ?? {}) as object);
  const schemas = names.map((name): [SpecificationPart, string[]] => [{ type: 'schemas', names: [name] }, [name]]);
  const parts = [...operations, ...schemas];
  const every = Math.ceil(parts.length / maxParts) || 1;
  return parts.filter((_, index) => index % every === 0);
}

/** Returns a specification with the given text in every position. */
const specificationWithText = (text: string): Json => ({
  openapi: '3.1.0',
  servers: [{ url: text }],
  paths: {
    '/a': {
      get: {
        summary: text,
        description: text,
        security: [{ [text]: [text] }],
        parameters: [
          {
            name: text,
            in: text,
            description: text,
            schema: { type: text, format: text, enum: [text], default: text },
          },
        ],
        requestBody: {
          description: text,
          content: { [text]: { schema: { properties: { [text]: { type: text, pattern: text } } } } },
        },
        responses: {
          [text]: {
            description: text,
            headers: { [text]: { schema: { type: text } } },
            content: { [text]: { schema: { oneOf: [{ title: text }, { title: text }] } } },
          },
        },
      },
    },
  },
});

describe('a specification in HTML', () => {
  it.skipIf(absent).each(rows)(
    `has only allowed HTML, contains its names and is bounded in size: %s${skippedTitleSuffix}`,
    (_, document) => {
      const wrong = partsOf(document).flatMap(([part, words]) => {
        const html = specificationHtml(specificationView(document, part)!);
        const output = textIn(readHtml(html));
        const missing = words.filter((word) => !output.includes(word));
        const faults = htmlViolations(html).slice(0, 3);
        return missing.length + faults.length > 0 || html.length > 2_000_000
          ? [{ part, missing, faults, size: html.length }]
          : [];
      });
      expect(wrong).toEqual([]);
    },
  );

  it('escapes hostile text', () => {
    const wrong = xssVectors.flatMap((text) => {
      const view = specificationView(specificationWithText(text), { type: 'operation', method: 'GET', path: '/a' })!;
      const faults = htmlViolations(specificationHtml(view));
      return faults.length > 0 ? [{ text, faults }] : [];
    });
    expect(wrong).toEqual([]);
  });

  it('is shown instead of the block that names it; a block with an unknown specification is shown as a card', () => {
    const text = renderText(
      documentOf(block('openapi-operation', { ref: { kind: 'openapi', spec: 'pets' }, method: 'get', path: '/a' })),
    );
    const output = fillText(text, {
      ...referenceResolver,
      specificationOf: (_, part) => specificationHtml(specificationView(specificationWithText('word'), part)!),
    });
    expect(output).toContain('<h2 class="api-title">word</h2>');
    expect(fillText(text, referenceResolver)).toContain('<div class="operation">');
  });
});
