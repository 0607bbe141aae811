import { describe, expect, it } from 'vitest';
import { documentFromMarkdown } from '../../../src/engine/text/document/from-markdown.js';
import type { DocumentNode } from '../../../src/engine/text/document/node-shape.js';
import { linkAddress } from '../../../src/render/html/addresses.js';
import { fillText } from '../../../src/render/html/fill-placeholders.js';
import { renderText } from '../../../src/render/html/render-text.js';
import type { ReferenceResolver } from '../../../src/render/html/rendered.js';
import { htmlViolations } from './allowed.js';
import { documentWithVector, markdownWith, members } from './hostile-texts.js';
import { hostileAddresses, xssVectors } from './xss-vectors.js';

/** Returns a resolver that returns the vector for every name and address. */
function resolverReturning(vector: string): ReferenceResolver {
  return {
    linkOf: () => ({ url: vector, isExternal: true }),
    nameOf: () => vector,
    imageOf: (ref) => (ref.kind === 'file' ? { url: vector, width: 1, height: 1 } : null),
    sharedOf: () => null,
    specificationOf: () => null,
    opensWindows: true,
  };
}

const faultsWith = (document: DocumentNode, vector: string) =>
  htmlViolations(fillText(renderText(document), resolverReturning(vector)));
const faulty = (documentWith: (vector: string) => DocumentNode) =>
  xssVectors
    .map((vector) => [vector, faultsWith(documentWith(vector), vector)])
    .filter(([, faults]) => faults!.length > 0);

describe('hostile text', () => {
  it('has more than 150 vectors, without duplicates', () => {
    expect(xssVectors.length).toBeGreaterThan(150);
    expect(new Set(xssVectors).size).toBe(xssVectors.length);
  });

  it('is shown as text in every member of every node type, and in every name and address that a resolver returns', () => {
    expect(faulty((vector) => documentWithVector(vector, members))).toEqual([]);
  });

  it('is shown as text if it is the name of a type, a column or a fragment', () => {
    expect(faulty((vector) => documentWithVector(vector, new Set(['object'])))).toEqual([]);
  });

  it('is shown as text wherever an author can write it', () => {
    expect(faulty((vector) => documentFromMarkdown(markdownWith(vector)) as DocumentNode)).toEqual([]);
  });

  it('is reported by `htmlViolations` if it is not escaped', () => {
    const raw = [
      '<script>a</script>',
      '<p onclick="a">b</p>',
      '<a href="javascript:a">b</a>',
      '<p>a & b</p>',
      '<p>a"b</p>',
    ];
    raw.push(
      '<p>a<b</p>',
      '<p>a',
      '<p><div>a</div></p>',
      '<a href="/"><a href="/">b</a></a>',
      '<math><mi href="x">a</mi></math>',
    );
    expect(raw.filter((html) => htmlViolations(html).length === 0)).toEqual(['<p>a"b</p>']);
  });
});

describe('an address', () => {
  it.each(hostileAddresses)('that is hostile is not a link, or has a scheme that runs no code: %j', (address) => {
    const href = linkAddress(address);
    if (href !== null) expect(href).toMatch(/^(?:https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/);
    const isAllowed = /^(?:https:|mailto:|tel:|#|\/")/.test(address);
    expect(href !== null).toBe(isAllowed);
  });

  it.each([
    ['https://a.test/b c', 'https://a.test/b%20c'],
    ['HTTPS://A.test', 'https://a.test/'],
    [' https://a.test/\n', 'https://a.test/'],
    ['mailto:ann@a.test', 'mailto:ann@a.test'],
    ['tel:+49123', 'tel:+49123'],
    ['/published/a', '/published/a'],
    ['/', '/'],
    ['#there', '#there'],
  ])('that is safe is a link: %j', (address, href) => {
    expect(linkAddress(address)).toBe(href);
  });

  it.each(['page.md', '../a', '', '?a', 'a:b'])(
    'that is relative or has an unknown scheme is not a link: %j',
    (address) => {
      expect(linkAddress(address)).toBeNull();
    },
  );
});
