import { createHash } from 'node:crypto';
import { yieldToEventLoop } from './event-loop.js';

/** Characters or bytes that are worked on at once: less than a millisecond each. */
const pieceLength = 262_144;

/** Decodes UTF-8 in as many turns of the event loop as that takes; what is not UTF-8 becomes U+FFFD. */
export async function decodeInTurns(bytes: Uint8Array): Promise<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  for (let start = 0; start < bytes.length; start += pieceLength) {
    text += decoder.decode(bytes.subarray(start, start + pieceLength), { stream: true });
    await yieldToEventLoop();
  }
  return text + decoder.decode();
}

/** Encodes a text as UTF-8 in as many turns of the event loop as that takes. */
export async function encodeInTurns(text: string): Promise<Uint8Array<ArrayBuffer>> {
  let length = 0;
  for (const piece of piecesOf(text)) {
    length += Buffer.byteLength(piece);
    await yieldToEventLoop();
  }
  const bytes = new Uint8Array(length);
  const encoder = new TextEncoder();
  let end = 0;
  for (const piece of piecesOf(text)) {
    end += encoder.encodeInto(piece, bytes.subarray(end)).written;
    await yieldToEventLoop();
  }
  return bytes;
}

/** The SHA-256 of some bytes, computed in as many turns of the event loop as that takes. */
export async function hashInTurns(bytes: Uint8Array, encoding: 'hex' | 'base64url'): Promise<string> {
  const hash = createHash('sha256');
  for (let start = 0; start < bytes.length; start += pieceLength) {
    hash.update(bytes.subarray(start, start + pieceLength));
    await yieldToEventLoop();
  }
  return hash.digest(encoding);
}

/** The pieces of a text; none ends within a surrogate pair. */
function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const next = start + pieceLength;
    const isSplit = (text.charCodeAt(next - 1) & 0xfc00) === 0xd800;
    const end = isSplit ? next + 1 : next;
    yield text.slice(start, end);
    start = end;
  }
}
