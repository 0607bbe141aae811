import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  colorFrom,
  contrast,
  contrastingColor,
  type Hex,
  mixColors,
  readableColor,
} from '../../../../src/render/html/layout/style/colors.js';

const color = fc.integer({ min: 0, max: 0xffffff }).map((number): Hex => `#${number.toString(16).padStart(6, '0')}`);

describe('contrast', () => {
  it('is computed as in WCAG', () => {
    expect(contrast('#000000', '#ffffff')).toBe(21);
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
    expect(contrast('#ff0000', '#ffffff')).toBeCloseTo(4, 2);
    expect(contrast('#123456', '#123456')).toBe(1);
  });
});

describe('a readable color', () => {
  it('has a contrast of at least 4.5 for any pair of colors', () => {
    fc.assert(
      fc.property(color, color, (text, background) => {
        expect(contrast(readableColor(text, background), background)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  it('is the color itself if that is readable', () => {
    fc.assert(
      fc.property(color, color, (text, background) => {
        fc.pre(contrast(text, background) >= 4.5);
        expect(readableColor(text, background)).toBe(text);
      }),
    );
  });

  it('stays as close to the color as possible', () => {
    expect(readableColor('#346ddb', '#ffffff')).toBe('#346ddb');
    expect(readableColor('#ffcc00', '#ffffff')).not.toBe('#000000');
    expect(contrast(readableColor('#ffcc00', '#ffffff'), '#ffffff')).toBeLessThan(5);
  });

  it('on a background is black or white, whichever has more contrast', () => {
    expect(contrastingColor('#ffcc00')).toBe('#000000');
    expect(contrastingColor('#003399')).toBe('#ffffff');
    fc.assert(
      fc.property(color, (ground) => {
        expect(contrast(contrastingColor(ground), ground)).toBeGreaterThan(4.5);
      }),
    );
  });
});

describe('a configured color', () => {
  it('has three or six hexadecimal digits', () => {
    expect(colorFrom('#346DDB')).toBe('#346ddb');
    expect(colorFrom('#fA0')).toBe('#ffaa00');
  });

  it.each(['', 'red', '#12345', '#1234567', '#ggg', '#fff;', ' #fff', '#fff\n', 'var(--x)', '</style>'])(
    'is null for invalid values: %j',
    (text) => expect(colorFrom(text)).toBeNull(),
  );

  it('is mixed by shares', () => {
    expect(mixColors('#000000', '#ffffff', 0)).toBe('#ffffff');
    expect(mixColors('#000000', '#ffffff', 1)).toBe('#000000');
    expect(mixColors('#ff0000', '#0000ff', 0.5)).toBe('#800080');
  });
});
