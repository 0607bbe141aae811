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
export function textAt(packed: PackedTexts, index: number): string {
  const { buffer, byteOffset, length } = bytesAt(packed, index);
  return Buffer.from(buffer, byteOffset, length).toString();
}

/** The UTF-8 of the text at an index, which exists. */
export function bytesAt({ bytes, ends }: PackedTexts, index: number): Uint8Array<ArrayBuffer> {
  return bytes.subarray(index === 0 ? 0 : ends[index - 1]!, ends[index]!);
}
