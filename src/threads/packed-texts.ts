/**
 * Texts on their way from a thread: UTF-8 in one buffer, which is moved and not copied. Each text is decoded when it is needed, so
 * that reading the message takes no time, however long the texts are.
 */
export interface PackedTexts {
  bytes: Uint8Array<ArrayBuffer>;
  /** Where each text ends, in bytes. */
  ends: number[];
}

/** Packs texts; the buffer of `bytes` belongs to them alone and may be moved. */
export function packTexts(texts: readonly string[]): PackedTexts {
  const lengths = texts.map((text) => Buffer.byteLength(text));
  const bytes = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0));
  const encoder = new TextEncoder();
  let end = 0;
  const ends = texts.map((text, index) => {
    encoder.encodeInto(text, bytes.subarray(end));
    end += lengths[index]!;
    return end;
  });
  return { bytes, ends };
}

/** The text at an index, which exists. */
export function textAt({ bytes, ends }: PackedTexts, index: number): string {
  const start = index === 0 ? 0 : ends[index - 1]!;
  const length = ends[index]! - start;
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, length).toString();
}

/** Bytes of the text at an index. */
export function bytesAt({ ends }: PackedTexts, index: number): number {
  return ends[index]! - (index === 0 ? 0 : ends[index - 1]!);
}
