import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createChecksum } from '../../../../src/platform/db/dump/checksum.js';
import type { DumpPart } from '../../../../src/platform/db/dump/contract/dump-part.js';
import { forEachRow, rowsOf } from '../../../../src/platform/db/dump/format/copy-format.js';
import { createRowDecoder } from '../../../../src/platform/db/dump/format/decode-row.js';
import { createPartWriter } from '../../../../src/platform/db/dump/format/encode-row.js';
import { splitParts } from '../../../../src/platform/db/dump/format/split-parts.js';
import { type SampleRow, sampleRows, sampleTable } from './sample-table.js';

function encode(rows: SampleRow[]): DumpPart {
  const writer = createPartWriter(sampleTable);
  for (const row of rows) writer.append(row);
  return writer.take();
}

function decode(parts: readonly DumpPart[]): unknown[][] {
  const decoder = createRowDecoder(sampleTable);
  const found: unknown[][] = [];
  for (const part of parts) {
    const bytes = rowsOf(part);
    forEachRow(bytes, sampleTable.columns.length, (row) => found.push(decoder(bytes, row)));
  }
  return found;
}

it('rows are the same after they are encoded and decoded', () => {
  fc.assert(
    fc.property(sampleRows, (rows) => {
      const part = encode(rows);
      expect(part.rows).toBe(rows.length);
      expect(decode([part])).toEqual(rows);
    }),
  );
});

it('a stream of chunks of any size is split into parts of whole rows, each at most one row larger than its limit', async () => {
  const cases = fc.record({ rows: sampleRows, chunk: fc.integer({ min: 1, max: 500 }), limit: fc.nat({ max: 300 }) });
  await fc.assert(
    fc.asyncProperty(cases, async ({ rows, chunk, limit }) => {
      const parts: DumpPart[] = [];
      for await (const part of splitParts(chunks(encode(rows).bytes, chunk), limit)) parts.push(part);
      expect(decode(parts)).toEqual(rows);
      for (const [index, part] of parts.entries()) {
        const withoutLast = decode([part]).slice(0, -1) as SampleRow[];
        expect(part.rows).toBe(withoutLast.length + 1);
        if (withoutLast.length > 0) expect(encode(withoutLast).bytes.length - 2).toBeLessThan(limit);
        if (index < parts.length - 1) expect(part.bytes.length - 2).toBeGreaterThanOrEqual(limit);
      }
    }),
  );
});

it('a checksum depends on the values, and not on parts, spaces in JSON or the order of its keys', () => {
  const sum = (...parts: SampleRow[][]) => {
    const checksum = createChecksum(sampleTable);
    for (const rows of parts) checksum.add(encode(rows));
    return checksum.summary();
  };
  const row = (id: string, json: string | null): SampleRow => [id, 1, 0, null, json, null];
  const [first, second] = [row('a', '{"b": [1, {"d": 2, "c": 3}], "a": 4}'), row('b', null)];
  const whole = sum([first, second]);
  expect(whole.rows).toBe(2);
  expect(sum([first], [second])).toEqual(whole);
  expect(sum([row('a', '{"a":4,"b":[1,{"c":3,"d":2}]}'), second])).toEqual(whole);
  for (const json of ['{"a":4,"b":[{"c":3,"d":2},1]}', '{"a":4}', null])
    expect(sum([row('a', json), second])).not.toEqual(whole);
});

it('a damaged part is refused', () => {
  const part = encode([['a', 1, 0, null, null, Buffer.from('bytes')]]);
  const damage = (change: (bytes: Buffer) => Buffer) => decode([{ ...part, bytes: change(Buffer.from(part.bytes)) }]);
  expect(() => damage((bytes) => bytes.subarray(0, -1))).toThrow('`part` must be rows in binary COPY format');
  expect(() => damage((bytes) => bytes.fill(0, 0, 4))).toThrow('`part` must be rows in binary COPY format');
  expect(() => damage((bytes) => bytes.fill(9, 19, 21))).toThrow(
    '`part` must have rows of 6 values (damaged at byte 0)',
  );
  expect(() => damage((bytes) => bytes.fill(1, 21, 25))).toThrow(
    '`part` must have rows of 6 values (damaged at byte 0)',
  );
});

async function* chunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
