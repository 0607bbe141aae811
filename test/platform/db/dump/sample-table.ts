import fc from 'fast-check';
import type { DumpTable } from '../../../../src/platform/db/dump/contract/dumped-tables.js';

/** A table with a column of each kind; its name is not one of the models. */
export const sampleTable: DumpTable = {
  name: 'Sample',
  columns: [
    { name: 'id', kind: 'string' },
    { name: 'int', kind: 'int' },
    { name: 'boolean', kind: 'boolean' },
    { name: 'datetime', kind: 'datetime' },
    { name: 'json', kind: 'json' },
    { name: 'bytes', kind: 'bytes' },
  ],
  key: ['id'],
  refersToItself: false,
};

/** A row of the sample table, as SQLite stores it. */
export type SampleRow = (string | number | Buffer | null)[];

/** Texts that both databases can store. */
const text = fc.string({ unit: 'binary' }).map((any) => any.toWellFormed().replaceAll('\0', ''));

/** Rows with values of all kinds and nulls, in the order of their ids. */
export const sampleRows: fc.Arbitrary<SampleRow[]> = fc
  .uniqueArray(
    fc.tuple(
      text,
      fc.option(fc.integer()),
      fc.option(fc.constantFrom(0, 1)),
      fc.option(fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })),
      fc.option(fc.jsonValue().map((value) => JSON.stringify(value).replaceAll(/\\u(0000|d[89ab]..)/gi, ''))),
      fc.option(fc.uint8Array()),
    ),
    { selector: ([id]) => id, maxLength: 20 },
  )
  .map((rows) => rows.sort(([left], [right]) => Buffer.compare(Buffer.from(left), Buffer.from(right))))
  .map((rows) =>
    rows.map(([id, int, boolean, time, json, bytes]) => [
      id,
      int,
      boolean,
      time && time.toISOString(),
      json,
      bytes && Buffer.from(bytes),
    ]),
  );
