import { isUtf8 } from 'node:buffer';
import { TextDecoder as StandardDecoder } from '@exodus/bytes/encoding.js';
import chardet from 'chardet';

/** A text, and the label of the encoding that its bytes are in, such as `utf-8` or `windows-1252`. */
export interface DecodedText {
  text: string;
  encoding: string;
}

/** Detection reads at most so many bytes of lines that have more than ASCII. */
const sampleBytes = 4096;

/** Encodings that fewer signs than this speak for are not tried; from 0 to 100. */
const leastConfidence = 10;

/** Controls that no text has, apart from tab, line feed, form feed and carriage return. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it finds them
const controls = /[\0-\x08\x0b\x0e-\x1f\x7f-\x9f]/;

/**
 * Decodes bytes: as UTF-8 if they are, otherwise through the encoding that they look like. The same bytes always give the
 * same text. A byte-order mark stays in the text. Undefined if no encoding makes a text of them.
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

/** The encoding of a text that is not UTF-8; undefined for UTF-8, which is not decoded, and for bytes that are no text. */
export function foreignEncoding(bytes: Uint8Array): string | undefined {
  return isUtf8(bytes) ? undefined : decodeText(bytes)?.encoding;
}

function likelyEncodings(bytes: Uint8Array): string[] {
  const matches = chardet.analyse(sampleOf(bytes));
  return matches.filter(({ confidence }) => confidence >= leastConfidence).map(({ name }) => name);
}

/** The lines that tell encodings apart: ASCII is the same in most of them, and much of it hides the others. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const lines = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1').split('\n');
  const telling = lines.filter((line) => /[\x80-\xff]/.test(line));
  return Buffer.from(telling.join('\n').slice(0, sampleBytes), 'latin1');
}

/**
 * `Decoder` is that of Node for UTF-8, where it is fast, and otherwise a library's that keeps the WHATWG Encoding Standard:
 * Node 20 reads windows-1252 as ISO 8859-1.
 * @throws for bytes that are not in the encoding, and for an unknown label
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
