import type { DumpPart } from '../contract/dump-part.js';
import { copyHeader, copyTrailer, defaultPartBytes, readRow, rowPosition } from './copy-format.js';

/** The part that is being collected: `bytes` up to `length` are filled, up to `end` with whole rows. */
interface Collected {
  bytes: Buffer;
  length: number;
  end: number;
  rows: number;
}

/**
 * Splits a stream in binary COPY format, which a database sends in chunks of any size, into parts of whole rows.
 * @throws Error if the stream ends within a row
 */
export async function* splitParts(
  chunks: AsyncIterable<Buffer>,
  partBytes = defaultPartBytes,
): AsyncGenerator<DumpPart, void> {
  const part: Collected = { bytes: Buffer.allocUnsafeSlow(firstSize), length: 0, end: copyHeader.length, rows: 0 };
  for await (const chunk of chunks) {
    append(part, chunk);
    yield* takeFullParts(part, partBytes);
  }
  if (part.length - part.end !== copyTrailer.length) throw new Error('The database ended the copy within a row');
  if (part.rows > 0) yield takePart(part);
}

const firstSize = 131_072;

function append(part: Collected, chunk: Buffer): void {
  // `takePart` needs space for a trailer.
  const needed = part.length + chunk.length + copyTrailer.length;
  if (needed > part.bytes.length) {
    const grown = Buffer.allocUnsafeSlow(Math.max(2 * part.bytes.length, needed));
    part.bytes.copy(grown, 0, 0, part.length);
    part.bytes = grown;
  }
  part.length += chunk.copy(part.bytes, part.length);
}

function* takeFullParts(part: Collected, partBytes: number): Generator<DumpPart, void> {
  const row = rowPosition();
  let filled = part.bytes.subarray(0, part.length);
  // At first, the header may not be complete.
  while (part.length > part.end && readRow(filled, part.end, row)) {
    part.end = row.end;
    part.rows++;
    if (part.end < partBytes) continue;
    yield takePart(part);
    filled = part.bytes.subarray(0, part.length);
  }
}

/** Returns the whole rows as a part. The bytes after them become the beginning of the next part. */
function takePart(part: Collected): DumpPart {
  const { bytes, length, end, rows } = part;
  const rest = length - end;
  part.bytes = Buffer.allocUnsafeSlow(Math.max(bytes.length, copyHeader.length + rest));
  copyHeader.copy(part.bytes);
  bytes.copy(part.bytes, copyHeader.length, end, length);
  Object.assign(part, { length: copyHeader.length + rest, end: copyHeader.length, rows: 0 });
  copyTrailer.copy(bytes, end);
  return { bytes: bytes.subarray(0, end + copyTrailer.length), rows };
}
