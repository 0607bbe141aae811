import { invalidArchive } from './archive-error.js';
import type { ArchiveEntry } from './archive-file.js';
import type { ArchiveRow } from './check-row.js';

/** A line of an entry. */
export interface ArchiveLine {
  /** Number of the line, from 1. */
  line: number;
  text: string;
}

const lineBreak = 0x0a;

/** Yields the lines of an entry, one for each row. Every line ends in a line break. */
export function* linesOf({ name }: ArchiveEntry, bytes: Buffer): Generator<ArchiveLine> {
  let [line, start] = [0, 0];
  while (start < bytes.length) {
    line += 1;
    const end = bytes.indexOf(lineBreak, start);
    if (end === -1) throw invalidArchive('the line has no end', { entry: name, line });
    yield { line, text: bytes.toString('utf8', start, end) };
    start = end + 1;
  }
}

/**
 * Parses a line.
 * @throws BAD_USER_INPUT if it is not a JSON object
 */
export function parseRow({ name }: ArchiveEntry, { line, text }: ArchiveLine): ArchiveRow {
  try {
    const row: unknown = JSON.parse(text);
    if (typeof row === 'object' && row !== null && !Array.isArray(row)) return row as ArchiveRow;
  } catch {
    // The error below also covers lines that are not JSON.
  }
  throw invalidArchive('the line is not a JSON object', { entry: name, line });
}
