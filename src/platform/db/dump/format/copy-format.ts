import { badInput } from '../../../base/errors.js';
import type { DumpPart } from '../contract/dump-part.js';

/** Size in bytes after which a part ends, by default. */
export const defaultPartBytes = 8_388_608;

/** Header of the format: signature, flags, and no extension. */
export const copyHeader = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');

/** Trailer of the format: a row with -1 columns. */
export const copyTrailer = Buffer.from([0xff, 0xff]);

/** Position of a row in a buffer. One object is used for all rows, because a part may have a million values. */
export interface RowPosition {
  /** Offset of the row. */
  start: number;
  /** Offset after the row. */
  end: number;
  /** Offset of each value. */
  offsets: number[];
  /** Length of each value in bytes; -1 for null. */
  lengths: number[];
}

/** Creates a row position for `readRow`. */
export function rowPosition(): RowPosition {
  return { start: 0, end: 0, offsets: [], lengths: [] };
}

/**
 * Finds the row at an offset.
 * @returns whether the row is whole; false if the buffer ends before the row does, or at the trailer
 */
export function readRow(bytes: Buffer, offset: number, row: RowPosition): boolean {
  if (offset + 2 > bytes.length) return false;
  const count = bytes.readInt16BE(offset);
  let at = offset + 2;
  for (let column = 0; column < count; column++) {
    if (at + 4 > bytes.length) return false;
    const length = bytes.readInt32BE(at);
    at += 4;
    row.offsets[column] = at;
    row.lengths[column] = length;
    if (length > 0) at += length;
  }
  if (count < 0 || at > bytes.length) return false;
  row.offsets.length = count;
  row.lengths.length = count;
  row.start = offset;
  row.end = at;
  return true;
}

/** Returns a part with encoded rows. */
export function partOf(rows: readonly Buffer[]): DumpPart {
  return { bytes: Buffer.concat([copyHeader, ...rows, copyTrailer]), rows: rows.length };
}

/**
 * Returns the rows of a part without header and trailer.
 * @throws AppError if the header or the trailer is missing
 */
export function rowsOf({ bytes }: Pick<DumpPart, 'bytes'>): Buffer {
  const [start, end] = [copyHeader.length, bytes.length - copyTrailer.length];
  const isWhole = end >= start && bytes.subarray(0, start).equals(copyHeader) && bytes.readInt16BE(end) === -1;
  if (!isWhole) throw badInput('part', '`part` must be rows in binary COPY format, with header and trailer');
  return bytes.subarray(start, end);
}

/**
 * Calls a function with the position of each row of a part; positions are offsets in `rowsOf(part)`.
 * @param columns number of columns that each row must have
 * @throws AppError if a row is damaged
 */
export function forEachRow(rows: Buffer, columns: number, visit: (row: RowPosition) => void): void {
  const row = rowPosition();
  for (let offset = 0; offset < rows.length; offset = row.end) {
    if (!readRow(rows, offset, row) || row.lengths.length !== columns)
      throw badInput('part', `\`part\` must have rows of ${columns} values (damaged at byte ${offset})`);
    visit(row);
  }
}
