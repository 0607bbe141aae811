import { Readable } from 'node:stream';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBody, tooLargeCode, unknownEncodingCode } from '../../../src/platform/outbound/read-body.js';
import { withinBounds } from '../../support/cost.js';

const read = (chunks: Iterable<Uint8Array>, encoding = '', maximum = 1_000) =>
  readBody(Readable.from(chunks), { encoding, maximum, signal: new AbortController().signal });

const mebibyte = 1024 * 1024;

describe('a body', () => {
  it('is read unchanged, however it is split and encoded', async () => {
    const encode = {
      '': Buffer.from,
      identity: Buffer.from,
      gzip: gzipSync,
      br: brotliCompressSync,
      ' GZIP ': gzipSync,
    };
    const names = Object.keys(encode) as (keyof typeof encode)[];
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 1_000 }),
        fc.constantFrom(...names),
        fc.nat(2_000),
        async (bytes, name, cut) => {
          const sent = encode[name](bytes);
          const chunks = [sent.subarray(0, cut), sent.subarray(cut)].filter((chunk) => chunk.length > 0);
          expect(await read(chunks, name)).toEqual(bytes);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('may be as large as the limit, and not one byte larger', async () => {
    expect((await read([new Uint8Array(400), new Uint8Array(600)])).length).toBe(1_000);
    await expect(read([new Uint8Array(400), new Uint8Array(601)])).rejects.toMatchObject({ code: tooLargeCode });
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('that is a %s bomb is cut at the limit', async (encoding, compress) => {
    const bomb = compress(new Uint8Array(64 * mebibyte));
    expect(bomb.length).toBeLessThan(mebibyte / 8);
    await withinBounds({ megabytes: 8 }, () =>
      expect(read([bomb], encoding, mebibyte)).rejects.toMatchObject({ code: tooLargeCode }),
    );
  });

  it('without an end is read only up to the limit', async () => {
    let sent = 0;
    const endless = function* () {
      for (; ; sent += 100) yield new Uint8Array(100);
    };
    await expect(read(endless())).rejects.toMatchObject({ code: tooLargeCode });
    // Only the buffers of the streams between the host and the limit are filled.
    expect(sent).toBeLessThan(100_000);
  });

  it.each(['deflate', 'zstd', 'gzip, gzip', 'gzip, br', 'constructor'])(
    'in the encoding %j, which was not offered, is refused',
    async (encoding) => {
      await expect(read([new Uint8Array(1)], encoding)).rejects.toMatchObject({ code: unknownEncodingCode });
    },
  );

  it.each([
    ['cut short', gzipSync('text').subarray(0, -4), 'Z_BUF_ERROR'],
    ['not gzip', Buffer.from('text'), 'Z_DATA_ERROR'],
  ])('with the encoding gzip that is %s is refused', async (_, bytes, code) => {
    await expect(read([bytes], 'gzip')).rejects.toMatchObject({ code });
  });
});
