import type { ColumnKind } from '../../query/columns.js';
import type { DumpPart } from '../contract/dump-part.js';
import type { DumpTable } from '../contract/dumped-tables.js';
import { copyHeader, copyTrailer } from './copy-format.js';

/** Milliseconds from 1970 to 2000, where the times of Postgres begin. */
export const postgresEpoch = Date.UTC(2000, 0, 1);

/** Collects rows in binary COPY format. */
export interface PartWriter {
  /** Size of the part so far, in bytes. */
  readonly length: number;
  /**
   * Appends a row with values as SQLite stores them: texts, numbers (booleans are 0 and 1), buffers and null.
   * @throws InvalidValue if a value does not fit its column
   */
  append(values: readonly unknown[]): void;
  /** Returns the part, and begins the next one. */
  take(): DumpPart;
}

/** Error for a value that does not fit its column. */
export class InvalidValue extends Error {
  constructor(
    readonly column: string,
    rule: string,
    value: unknown,
  ) {
    super(`must be ${rule} (got ${JSON.stringify(value)?.slice(0, 100)})`);
  }
}

/** Creates a writer for the rows of a table. */
export function createPartWriter({ columns }: DumpTable): PartWriter {
  const output: Output = { bytes: Buffer.alloc(0), length: 0 };
  let rows = 0;
  const begin = (size: number): void => {
    output.bytes = Buffer.allocUnsafeSlow(size);
    output.length = copyHeader.copy(output.bytes);
    rows = 0;
  };
  begin(firstSize);
  return {
    get length() {
      return output.length;
    },
    append(values) {
      reserve(output, 2);
      output.length = output.bytes.writeInt16BE(columns.length, output.length);
      columns.forEach(({ name, kind }, index) => {
        const value = values[index];
        if (value === null) writeInt32(output, -1);
        else if (!writers[kind](output, value)) throw new InvalidValue(name, rules[kind], value);
      });
      rows++;
    },
    take() {
      writeBytes(output, copyTrailer);
      const part = { bytes: output.bytes.subarray(0, output.length), rows };
      begin(output.bytes.length);
      return part;
    },
  };
}

/** Size of the first buffer. Most tables are small, and a full buffer is doubled. */
const firstSize = 65_536;

interface Output {
  bytes: Buffer;
  length: number;
}

/** Writes the length of a value and the value. Returns false if the value does not fit the kind. */
type ValueWriter = (output: Output, value: unknown) => boolean;

const writers: Record<ColumnKind, ValueWriter> = {
  string: writeText,
  int(output, value) {
    if (!Number.isInteger(value) || Math.abs(value as number) > 0x7fffffff) return false;
    writeInt32(output, 4);
    writeInt32(output, value as number);
    return true;
  },
  boolean(output, value) {
    if (value !== 0 && value !== 1) return false;
    writeInt32(output, 1);
    writeBytes(output, Uint8Array.of(value));
    return true;
  },
  datetime(output, value) {
    const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
    if (Number.isNaN(time)) return false;
    writeInt32(output, 8);
    reserve(output, 8);
    output.length = output.bytes.writeBigInt64BE(BigInt(time - postgresEpoch) * 1000n, output.length);
    return true;
  },
  // SQLite stores a JSON number in a column of this type as a number.
  json: (output, value) => writeText(output, typeof value === 'number' ? String(value) : value, jsonbVersion),
  bytes(output, value) {
    if (!(value instanceof Uint8Array)) return false;
    writeInt32(output, value.length);
    writeBytes(output, value);
    return true;
  },
};

const rules: Record<ColumnKind, string> = {
  string: 'a text',
  int: 'a whole number of 32 bits',
  boolean: '0 or 1',
  datetime: 'a time in ISO 8601',
  json: 'JSON as text',
  bytes: 'bytes',
};

/** First byte of a JSON value: the version of its format. */
export const jsonbVersion = Uint8Array.of(1);

function writeText(output: Output, value: unknown, prefix = noBytes): boolean {
  if (typeof value !== 'string') return false;
  reserve(output, 4 + prefix.length + 3 * value.length);
  const lengthAt = output.length;
  output.length += 4;
  writeBytes(output, prefix);
  output.length += output.bytes.write(value, output.length);
  output.bytes.writeInt32BE(output.length - lengthAt - 4, lengthAt);
  return true;
}

const noBytes = new Uint8Array();

function writeInt32(output: Output, value: number): void {
  reserve(output, 4);
  output.length = output.bytes.writeInt32BE(value, output.length);
}

function writeBytes(output: Output, value: Uint8Array): void {
  reserve(output, value.length);
  output.bytes.set(value, output.length);
  output.length += value.length;
}

function reserve(output: Output, size: number): void {
  if (output.length + size <= output.bytes.length) return;
  const grown = Buffer.allocUnsafeSlow(Math.max(2 * output.bytes.length, output.length + size));
  output.bytes.copy(grown, 0, 0, output.length);
  output.bytes = grown;
}
