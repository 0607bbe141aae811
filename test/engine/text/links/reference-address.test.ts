import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContentRef } from '../../../../src/engine/base/types.js';
import { readReferenceAddress, referenceAddress } from '../../../../src/engine/text/links/reference-address.js';

describe('the address of an object outside the revision', () => {
  it.each([
    ['docgraph:space/spc_1', { kind: 'space', space: 'spc_1' }],
    ['docgraph:space/spc_1/page/pag_2', { kind: 'page', space: 'spc_1', page: 'pag_2' }],
    ['docgraph:space/spc_1/page/pag_2#a%20b', { kind: 'anchor', space: 'spc_1', page: 'pag_2', anchor: 'a b' }],
    ['docgraph:page/pag_2', { kind: 'page', page: 'pag_2' }],
    ['docgraph:page/pag_2#a', { kind: 'anchor', page: 'pag_2', anchor: 'a' }],
    ['docgraph:file/fil_2', { kind: 'file', file: 'fil_2' }],
    ['docgraph:collection/col_1', { kind: 'collection', collection: 'col_1' }],
    ['docgraph:user/usr_1', { kind: 'user', user: 'usr_1' }],
    ['docgraph:openapi/petstore', { kind: 'openapi', spec: 'petstore' }],
    ['docgraph:reusable-content/r1', { kind: 'reusable-content', reusableContent: 'r1' }],
  ])('is parsed and formatted: %s', (address, ref) => {
    expect(readReferenceAddress(address)).toEqual(ref);
    expect(referenceAddress(ref)).toBe(address);
  });

  it.each([
    'docgraph:',
    'docgraph:space/',
    'docgraph:page/',
    'docgraph:file/f#x',
    'docgraph:space/%ff',
    'docgraph:user/u#x',
    '/space/a',
  ])('is not %s', (address) => expect(readReferenceAddress(address)).toBeNull());

  it('is parsed as the same reference that it was formatted from, for any ids', () => {
    const text = fc.string({ minLength: 1, unit: 'grapheme' }).filter((one) => one.isWellFormed());
    fc.assert(
      fc.property(text, text, text, (space, page, anchor) => {
        const refs: ContentRef[] = [
          { kind: 'anchor', space, page, anchor },
          { kind: 'page', space, page },
          { kind: 'anchor', page, anchor },
          { kind: 'file', file: page },
        ];
        for (const ref of refs) expect(readReferenceAddress(referenceAddress(ref)!)).toEqual(ref);
      }),
    );
  });
});
