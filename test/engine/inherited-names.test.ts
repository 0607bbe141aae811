import { describe, expect, it } from 'vitest';
import { commitUrl } from '../../src/engine/git/checkout.js';
import { plainMarkdown } from '../../src/engine/text/markdown/plain-markdown.js';
import { sourcesOf } from '../../src/modules/conversations/cluster-tallies.js';
import { targetName, targetUrl } from '../../src/modules/sites/published-pages/reference-targets.js';
import { referencesOf } from '../../src/render/pdf/blocks/reference-names.js';
import { eastAsianFamilies } from '../../src/render/pdf/fonts/scripts.js';
import { differenceMessages } from './openapi/diff/difference-rows.js';
import { documentWithRequestSchema } from './openapi/documents.js';

// Tests names that every JavaScript object inherits, wherever content or a client can choose a name.

describe.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('%s', (name) => {
  it('is not a character reference', () => {
    expect(plainMarkdown(`a &${name}; b`, new Set())).not.toContain('native code');
  });

  it('is not a language with its own glyph shapes', () => {
    expect(eastAsianFamilies(name, new Set())).toEqual(eastAsianFamilies('en', new Set()));
  });

  it('is counted like any other source', () => {
    const tallies = [1, 2].map((count) => ({ week: 1, source: name, count }));
    expect(Object.entries(sourcesOf(tallies))).toEqual([[name, 3]]);
  });

  it('is a kind of reference without a target', () => {
    const ref = { kind: name };
    expect([targetUrl({} as never, ref), targetName({} as never, ref)]).toEqual([null, '']);
    const references = referencesOf('a', { pages: new Map(), files: new Map() }, 'https://docs.test');
    expect([references.targetOf(ref), typeof references.nameOf(ref)]).toEqual([undefined, 'string']);
  });

  it('is not a host with commit pages', () => {
    expect(commitUrl(`https://${name.replaceAll('_', '')}/a/b`, 'c')).toBeUndefined();
  });

  it('is a format that differs from other formats', () => {
    const before = documentWithRequestSchema({ type: 'string', format: name });
    const after = documentWithRequestSchema({ type: 'string', format: 'date' });
    expect(differenceMessages(before, after)).toHaveLength(1);
  });
});
