import { createHash } from 'node:crypto';
import { yieldToEventLoop } from './event-loop.js';

/** Number of characters or bytes that are processed at once. Each piece takes less than a millisecond. */
const pieceLength = 262_144;

/** Decodes UTF-8 in time slices of the event loop. Invalid bytes become U+FFFD. */
export async function decodeYielding(bytes: Uint8Array): Promise<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  for (let start = 0; start < bytes.length; start += pieceLength) {
    text += decoder.decode(bytes.subarray(start, start + pieceLength), { stream: true });
    await yieldToEventLoop();
  }
  return text + decoder.decode();
}

/** Encodes a text as UTF-8 in time slices of the event loop. */
export async function encodeYielding(text: string): Promise<Uint8Array<ArrayBuffer>> {
  let length = 0;
  for (const piece of splitText(text)) {
    length += Buffer.byteLength(piece);
    await yieldToEventLoop();
  }
  const bytes = new Uint8Array(length);
  const encoder = new TextEncoder();
  let end = 0;
  for (const piece of splitText(text)) {
    end += encoder.encodeInto(piece, bytes.subarray(end)).written;
    await yieldToEventLoop();
  }
  return bytes;
}

/** Computes the SHA-256 of some bytes in time slices of the event loop. */
export async function hashYielding(bytes: Uint8Array, encoding: 'hex' | 'base64url'): Promise<string> {
  const hash = createHash('sha256');
  for (let start = 0; start < bytes.length; start += pieceLength) {
    hash.update(bytes.subarray(start, start + pieceLength));
    await yieldToEventLoop();
  }
  return hash.digest(encoding);
}

/** Splits a text into pieces. No piece ends in the middle of a surrogate pair. */
function* splitText(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const next = start + pieceLength;
    const isSplit = (text.charCodeAt(next - 1) & 0xfc00) === 0xd800;
    const end = isSplit ? next + 1 : next;
    yield text.slice(start, end);
    start = end;
  }
}
