import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { insertFiles } from '../../../../src/engine/change/edit/insert-files.js';
import { dimensionsOf } from '../../../../src/engine/text/images/dimensions.js';
import { withinBounds } from '../../../support/cost.js';
import { context, start } from '../../change/edit/edits.js';
import { encode, manifestOf } from '../../folder-helpers.js';

const hex = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));
const png = hex('89504e470d0a1a0a 0000000d49484452 00000280 000001e0 0806000000');
const jpegFrame = 'ffc0 0011 08 01e0 0280 03 012200 021101 031101';
const exif = 'ffe1 0022 457869660000 4d4d002a00000008 0001 0112 0003 00000001 0006 0000 00000000';
const box = (type: string, content: string) => {
  const body = content.replaceAll(' ', '');
  return (8 + body.length / 2).toString(16).padStart(8, '0') + Buffer.from(type).toString('hex') + body;
};
const ispe = box('ispe', '00000000 00000280 000001e0');
const avif = box('ftyp', '61766966 00000000 61766966') + box('meta', `00000000${box('iprp', box('ipco', ispe))}`);

/** Returns an SVG whose size comes after this number of attributes. */
const svgAfter = (count: number) =>
  `<svg ${Array.from({ length: count }, (_, index) => `a${index}="" `).join('')}width="1" height="2"/>`;

const images: [name: string, bytes: Uint8Array, size: [number, number] | null][] = [
  ['PNG', png, [640, 480]],
  ['GIF', hex('474946383961 8002 e001 000000'), [640, 480]],
  ['JPEG', hex(`ffd8 ffe0 0010 4a46494600 0101000001000100 00 ${jpegFrame}`), [640, 480]],
  ['JPEG that EXIF rotates by 90 degrees', hex(`ffd8 ${exif} ${jpegFrame}`), [480, 640]],
  ['WebP', hex('52494646 24000000 57454250 56503858 0a000000 00000000 7f0200 df0100'), [640, 480]],
  ['AVIF', hex(avif), [640, 480]],
  ['SVG with a size', encode('<svg xmlns="x" width="640" height="480px"></svg>'), [640, 480]],
  ['SVG in centimeters', encode("<svg width='2.54cm' height='1in'/>"), [96, 96]],
  [
    'SVG with a viewBox',
    encode('\uFEFF<?xml version="1.0"?>\n<!-- > -->\n<!DOCTYPE svg>\n<svg viewBox="0,0 640 480">'),
    [640, 480],
  ],
  [
    'SVG with a relative width and a viewBox',
    encode('<svg width="100%" height="100%" viewBox="0 0 64.4 48">'),
    [64, 48],
  ],
  ['SVG with a width and proportions', encode('<svg width="320" viewBox="0 0 640 480">'), [320, 240]],
  ['SVG whose size is within its first 200 attributes', encode(svgAfter(198)), [1, 2]],
  ['SVG whose size comes later', encode(svgAfter(199)), null],
  ['SVG without a size', encode('<svg xmlns="x"/>'), null],
  ['SVG with the size 0', encode('<svg width="0" height="0"/>'), null],
  ['HTML with an SVG inside', encode('<html><svg width="1" height="1"/></html>'), null],
  ['text', encode('hello'), null],
  ['nothing', new Uint8Array(), null],
  ['a PNG that ends early', png.subarray(0, 18), null],
  ['a PNG with the width 0', hex('89504e470d0a1a0a 0000000d49484452 00000000 000001e0'), null],
  ['zeros, which some formats start with', new Uint8Array(5000), null],
];

describe('the dimensions of an image', () => {
  it.each(images)('%s', (_, bytes, size) => {
    expect(dimensionsOf(bytes)).toEqual(size ? { width: size[0], height: size[1] } : undefined);
  });

  it('are positive integers or undefined, for any bytes after the first 0 to 64 bytes of a file', () => {
    const beginnings = images.map(([, bytes]) => bytes);
    fc.assert(
      fc.property(fc.constantFrom(...beginnings), fc.nat(64), fc.uint8Array({ maxLength: 300 }), (from, cut, rest) => {
        const found = dimensionsOf(Buffer.concat([from.subarray(0, cut), rest]));
        for (const side of found ? [found.width, found.height] : []) {
          expect(Number.isInteger(side) && side > 0).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });

  const many = (part: string, bytes: number) => part.repeat(Math.ceil(bytes / part.length));
  const hostile: [string, Uint8Array][] = [
    ['a JPEG without a frame', Buffer.concat([hex('ffd8ffe0'), new Uint8Array(32 << 20).fill(1)])],
    ['a JPEG of empty segments', Buffer.from(`ffd8ffe0${many('0002ffe0', 4 << 20)}`, 'hex')],
    ['a JPEG of EXIF blocks', Buffer.from(`ffd8${many(exif.replaceAll(' ', ''), 4 << 20)}`, 'hex')],
    [
      'an AVIF of a million boxes',
      Buffer.from(
        box('ftyp', '61766966') + box('meta', `00000000${box('iprp', box('ipco', many(ispe, 4 << 20)))}`),
        'hex',
      ),
    ],
    [
      'an AVIF whose boxes have no size',
      Buffer.from(`${box('ftyp', '61766966')}${many('000000006d657461', 1 << 20)}`, 'hex'),
    ],
    ['an SVG of spaces', Buffer.from(`<svg${' '.repeat(16 << 20)}`)],
    ['an SVG of comments that do not end', Buffer.from(many('<!-- <?', 16 << 20))],
    ['an SVG of attributes', Buffer.from(`<svg ${many('a="1" ', 16 << 20)}`)],
    ['an SVG of one long name', Buffer.from(`<svg ${'a'.repeat(16 << 20)}`)],
    ['an SVG of document types', Buffer.from(many('<!DOCTYPE [', 16 << 20))],
    ['an SVG of spaces in its width', Buffer.from(`<svg width="${' '.repeat(60_000)}x" height="1">`)],
    ['an SVG of a long width', Buffer.from(`<svg width="${'1'.repeat(60_000)}" height="1">`)],
  ];
  it.each(hostile)('take at most 0.5 s of CPU for %s', async (_, bytes) => {
    expect((await withinBounds({ cpu: 0.5 }, () => dimensionsOf(bytes)))?.width ?? 640).toBe(640);
  });
});

describe('the dimensions of a file', () => {
  it('are set by an import and by an insertion', () => {
    const [image] = manifestOf({ 'a.png': png, 'b.txt': 'b' }).files;
    expect(image!.dimensions).toEqual({ width: 640, height: 480 });
    const insertion = { id: 'x', name: 'a.png', bytes: png, contentType: 'image/png' };
    expect(insertFiles(start, [insertion], context).files![0]).toMatchObject({
      dimensions: { width: 640, height: 480 },
    });
  });

  it('are not added to a file without dimensions whose bytes stay the same, so that its old revision stays equal', () => {
    const first = manifestOf({ 'a.png': png });
    const [{ dimensions: _, ...file }] = first.files as [(typeof first.files)[0]];
    const old = { ...first, files: [file] };
    expect(manifestOf({ 'a.png': png }, old)).toStrictEqual(old);
    expect(manifestOf({ 'a.png': Buffer.concat([png, png]) }, old).files[0]).toHaveProperty('dimensions');
  });
});
