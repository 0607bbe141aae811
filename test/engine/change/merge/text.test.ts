import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeText } from '../../../../src/engine/change/merge/text.js';
import { withinBounds } from '../../../support/cost.js';

const lineArbitrary = fc.constantFrom('a\n', 'b\n', 'c\n', '\n', '- item\n', '```\n');
const textArbitrary = fc.array(lineArbitrary, { maxLength: 30 }).map((lines) => lines.join(''));

describe('merging text', () => {
  it('returns the side that changed', () => {
    fc.assert(
      fc.property(textArbitrary, textArbitrary, (base, changed) => {
        expect(mergeText({ base, ours: changed, theirs: base })).toEqual({ text: changed });
        expect(mergeText({ base, ours: base, theirs: changed })).toEqual({ text: changed });
        expect(mergeText({ base, ours: changed, theirs: changed })).toEqual({ text: changed });
      }),
    );
  });

  it('gives the same text if the sides are swapped, and the same hunks with swapped sides', () => {
    fc.assert(
      fc.property(textArbitrary, textArbitrary, textArbitrary, (base, ours, theirs) => {
        const merged = mergeText({ base, ours, theirs });
        const swapped = mergeText({ base, ours: theirs, theirs: ours });
        if ('text' in merged) expect(swapped).toEqual(merged);
        else {
          const hunks = merged.hunks.map(({ base: before, ours: left, theirs: right, at }) => {
            return { base: before, ours: right, theirs: left, at: { base: at.base, ours: at.theirs, theirs: at.ours } };
          });
          expect(swapped).toEqual({ hunks });
        }
      }),
    );
  });

  it('never conflicts if each side edits lines that the other did not change', () => {
    const edits = fc.array(fc.constantFrom('keep', 'ours', 'theirs'), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(edits, (edited) => {
        const write = (sides: string[]) =>
          edited
            .map((side, index) => `line ${index}${sides.includes(side) ? ` by ${side}` : ''}\nthen ${index}\n`)
            .join('');
        const merged = mergeText({ base: write([]), ours: write(['ours']), theirs: write(['theirs']) });
        expect(merged).toEqual({ text: write(['ours', 'theirs']) });
      }),
    );
  });

  it('reports lines that both sides changed, with their base', () => {
    const merged = mergeText({ base: 'a\nb\nc\n', ours: 'a\nB\nc\n', theirs: 'a\nbb\nc\n' });
    expect(merged).toMatchObject({ hunks: [{ base: ['b\n'], ours: ['B\n'], theirs: ['bb\n'] }] });
  });

  it('reports adjacent changes as a conflict', () => {
    const merged = mergeText({ base: 'a\nb\n', ours: 'A\nb\n', theirs: 'a\nB\n' });
    expect(merged).toMatchObject({ hunks: [{ base: ['a\n', 'b\n'], ours: ['A\n', 'b\n'], theirs: ['a\n', 'B\n'] }] });
  });

  it('preserves line endings and a missing last line feed', () => {
    const merged = mergeText({ base: 'a\r\n\r\nb', ours: 'A\r\n\r\nb', theirs: 'a\r\n\r\nB' });
    expect(merged).toEqual({ text: 'A\r\n\r\nB' });
  });

  it.each([2, 97, 5000])(
    'merges pages of 1 MiB with %i different lines in random order within 2 s of CPU',
    async (kinds) => {
      let state = kinds;
      const next = () => {
        state = (state * 1103515245 + 12345) % 2147483648;
        return state;
      };
      const page = () =>
        Array.from({ length: 200_000 }, () => `${next() % kinds}\n`)
          .join('')
          .slice(0, 1024 * 1024);
      const pages = { base: page(), ours: page(), theirs: page() };
      expect(await withinBounds({ cpu: 2 }, () => mergeText(pages))).toHaveProperty('hunks');
    },
  );
});
