/**
 * Texts in a message from a thread, as UTF-8 in one buffer that is transferred without copying. Each text is decoded
 * only when it is needed, so that receiving the message takes no time, regardless of the length of the texts.
 */
export interface PackedTexts {
  bytes: Uint8Array<ArrayBuffer>;
  /** End of each text in the buffer, in bytes. */
  ends: number[];
}

/** Packs texts. The buffer of the result is used only by the result, so it may be transferred. */
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

/** Returns the text with an index, which must exist. */
export function textAt(packed: PackedTexts, index: number): string {
  const { buffer, byteOffset, length } = bytesAt(packed, index);
  return Buffer.from(buffer, byteOffset, length).toString();
}

/** Returns the UTF-8 bytes of the text with an index, which must exist. */
export function bytesAt({ bytes, ends }: PackedTexts, index: number): Uint8Array<ArrayBuffer> {
  return bytes.subarray(index === 0 ? 0 : ends[index - 1]!, ends[index]!);
}
