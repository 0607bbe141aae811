import { isUtf8 } from 'node:buffer';
import { TextDecoder as StandardDecoder } from '@exodus/bytes/encoding.js';
import chardet from 'chardet';

/** Decoded text and the label of its encoding, such as `utf-8` or `windows-1252`. */
export interface DecodedText {
  text: string;
  encoding: string;
}

/** Maximum number of bytes that the detection reads. It reads only lines with non-ASCII bytes. */
const sampleBytes = 4096;

/** Minimum confidence of `chardet` (0 to 100) for an encoding to be tried. */
const minConfidence = 10;

/** Control characters that never occur in text. Tab, line feed, form feed and carriage return are allowed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it finds them
const controls = /[\0-\x08\x0b\x0e-\x1f\x7f-\x9f]/;

/**
 * Decodes bytes as UTF-8 if they are valid UTF-8, otherwise in the detected encoding. The result depends only on the
 * bytes. A byte-order mark stays in the text. Returns undefined if no encoding can decode the bytes.
 */
export function decodeText(bytes: Uint8Array): DecodedText | undefined {
  const utf8 = unlessMalformed(() => decodeWith(TextDecoder, 'utf-8', bytes));
  if (utf8) return utf8;
  for (const label of likelyEncodings(bytes)) {
    const decoded = unlessMalformed(() => decodeWith(StandardDecoder, label, bytes));
    if (decoded && !controls.test(decoded.text)) return decoded;
  }
  return undefined;
}

/** Detects the encoding of text that is not UTF-8. Returns undefined for UTF-8, and for bytes that are not text. */
export function foreignEncoding(bytes: Uint8Array): string | undefined {
  return isUtf8(bytes) ? undefined : decodeText(bytes)?.encoding;
}

function likelyEncodings(bytes: Uint8Array): string[] {
  const matches = chardet.analyse(sampleOf(bytes));
  return matches.filter(({ confidence }) => confidence >= minConfidence).map(({ name }) => name);
}

/**
 * Returns only the lines with non-ASCII bytes. Most encodings share ASCII, so long ASCII text would make the detection
 * less reliable.
 */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const lines = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1').split('\n');
  const nonAsciiLines = lines.filter((line) => /[\x80-\xff]/.test(line));
  return Buffer.from(nonAsciiLines.join('\n').slice(0, sampleBytes), 'latin1');
}

/**
 * Decodes bytes. For UTF-8, `Decoder` is the fast decoder of Node.js. For other encodings, it is a library's decoder
 * that follows the WHATWG Encoding Standard, because Node.js 20 decodes windows-1252 as ISO 8859-1.
 * @throws if the bytes are not valid in the encoding, or if the label is unknown
 */
function decodeWith(Decoder: typeof TextDecoder, label: string, bytes: Uint8Array): DecodedText {
  const decoder = new Decoder(label, { fatal: true, ignoreBOM: true });
  return { text: decoder.decode(bytes), encoding: decoder.encoding };
}

function unlessMalformed(decode: () => DecodedText): DecodedText | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}
