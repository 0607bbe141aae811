/** Reads exact numbers of bytes from a stream of chunks. */
export interface ByteReader {
  /** Returns the next bytes; fewer than asked for only at the end of the stream. */
  read(count: number): Promise<Buffer>;
}

/** Creates a reader. Bytes that are in one chunk are returned without a copy. */
export function createByteReader(chunks: AsyncIterable<Uint8Array>): ByteReader {
  const iterator = chunks[Symbol.asyncIterator]();
  let current: Buffer = Buffer.alloc(0);
  const refill = async (): Promise<boolean> => {
    while (current.length === 0) {
      const { value, done } = await iterator.next();
      if (done) return false;
      current = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    }
    return true;
  };
  const take = (count: number): Buffer => {
    const taken = current.subarray(0, count);
    current = current.subarray(count);
    return taken;
  };
  return {
    async read(count) {
      if (!(await refill())) return Buffer.alloc(0);
      if (current.length >= count) return take(count);
      // The size comes from the file and may be wrong, so memory is allocated only for bytes that were read.
      const parts: Buffer[] = [];
      let missing = count;
      while (missing > 0 && (await refill())) {
        const part = take(missing);
        parts.push(part);
        missing -= part.length;
      }
      return Buffer.concat(parts, count - missing);
    },
  };
}
