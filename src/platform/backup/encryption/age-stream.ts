import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { unreadableBackup } from '../backup-error.js';
import { createByteReader } from '../container/byte-reader.js';

/** Bytes of a chunk before encryption. */
const chunkBytes = 65_536;
const tagBytes = 16;
/** Bytes of the nonce between the header of a file and its content. */
export const nonceBytes = 16;

const algorithm = 'chacha20-poly1305';

/** Derives the key of the content of a file. */
export function payloadKey(fileKey: Uint8Array, nonce: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', fileKey, nonce, 'payload', 32));
}

/**
 * Encrypts bytes as the content of an age file (C2SP age v1, "STREAM"). The nonce of each chunk of 64 KiB is a counter,
 * and a flag for the last chunk. The package `age-encryption` does the same in JavaScript, at a tenth of the speed.
 */
export async function* encryptChunks(key: Buffer, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let counter = 0;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const pending =
      rest.length === 0 ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length) : Buffer.concat([rest, chunk]);
    const sealed: Buffer[] = [];
    let start = 0;
    // The last chunk has a flag, so at least one byte is held back until the end is known.
    for (; pending.length - start > chunkBytes; start += chunkBytes)
      sealed.push(...seal(key, nonceAt(counter++), pending.subarray(start, start + chunkBytes)));
    // The source may use the memory of its chunk again.
    rest = Buffer.from(pending.subarray(start));
    if (sealed.length > 0) yield Buffer.concat(sealed);
  }
  yield Buffer.concat(seal(key, nonceAt(counter, true), rest));
}

/**
 * Decrypts the content of an age file.
 * @throws AppError if it ends early or was changed
 */
export async function* decryptChunks(key: Buffer, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = createByteReader(chunks);
  const sealedBytes = chunkBytes + tagBytes;
  let sealed = await reader.read(sealedBytes);
  for (let counter = 0; ; counter++) {
    const next = sealed.length < sealedBytes ? Buffer.alloc(0) : await reader.read(sealedBytes);
    const opened = open(key, nonceAt(counter, next.length === 0), sealed);
    yield opened;
    if (next.length === 0) return;
    sealed = next;
  }
}

/** Returns the nonce of a chunk: its number as 11 bytes, and 1 for the last chunk. */
function nonceAt(counter: number, isLast = false): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(counter, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

function seal(key: Buffer, nonce: Buffer, bytes: Uint8Array): Buffer[] {
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  return [cipher.update(bytes), cipher.final(), cipher.getAuthTag()];
}

function open(key: Buffer, nonce: Buffer, sealed: Buffer): Buffer {
  if (sealed.length < tagBytes) throw changed();
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  try {
    const text = decipher.update(sealed.subarray(0, -tagBytes));
    decipher.final();
    return text;
  } catch {
    throw changed();
  }
}

function changed(): Error {
  return unreadableBackup('it is encrypted, and ends early or was changed');
}
