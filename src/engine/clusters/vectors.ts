/** Embedding of a text. Its numbers are scaled to length 1 unless all are 0. */
export interface Vector {
  readonly numbers: Float32Array;
}

/** Scales an embedding that an endpoint returned to length 1; numbers that are not finite count as 0. */
export function denseVector(numbers: ArrayLike<number>): Vector {
  const finite = Float32Array.from(numbers, (number) => (Number.isFinite(number) ? number : 0));
  const length = Math.sqrt(dot(finite, finite));
  return { numbers: length > 0 ? finite.map((number) => number / length) : finite };
}

/** Encodes a vector as bytes for storage: four bytes for each number, little-endian. */
export function encodeVector({ numbers }: Vector): Uint8Array {
  const bytes = new Uint8Array(numbers.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [index, number] of numbers.entries()) view.setFloat32(index * 4, number, true);
  return bytes;
}

/** Decodes bytes that `encodeVector` returned. Ignores bytes beyond a multiple of four. */
export function decodeVector(bytes: Uint8Array): Vector {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { numbers: Float32Array.from({ length: bytes.length >> 2 }, (_, index) => view.getFloat32(index * 4, true)) };
}

/** Returns the dot product of two lists of numbers, up to the length of the shorter one. */
export function dot(left: ArrayLike<number>, right: ArrayLike<number>): number {
  let sum = 0;
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) sum += left[index]! * right[index]!;
  return sum;
}
