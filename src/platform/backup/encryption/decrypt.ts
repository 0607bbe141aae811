import { unreadableBackup } from '../backup-error.js';
import { type ByteReader, createByteReader } from '../container/byte-reader.js';
import { decryptChunks, nonceBytes, payloadKey } from './age-stream.js';

/** Keys that open encrypted backups: a passphrase, and identities (`AGE-SECRET-KEY-1…`). */
export interface DecryptionKeys {
  passphrase?: string | undefined;
  identities?: readonly string[] | undefined;
}

const magic = 'age-encryption.org/v1\n';
/** Maximum number of bytes of the header of an encrypted file. */
const maxHeaderBytes = 65_536;

/**
 * Decrypts a backup if it is encrypted; otherwise returns its bytes as they are. The first bytes of the file decide,
 * not its name.
 * @throws AppError if no given key opens it
 */
export async function* decrypt(keys: DecryptionKeys, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = createByteReader(chunks);
  const first = await reader.read(magic.length);
  if (first.toString('latin1') !== magic) {
    yield first;
    yield* remaining(reader);
    return;
  }
  const header = await readHeader(reader, first);
  const fileKey = await openHeader(keys, header);
  const nonce = await reader.read(nonceBytes);
  yield* decryptChunks(payloadKey(fileKey, nonce), remaining(reader));
}

async function* remaining(reader: ByteReader): AsyncGenerator<Uint8Array> {
  for (;;) {
    const bytes = await reader.read(1_048_576);
    if (bytes.length === 0) return;
    yield bytes;
  }
}

/** Reads the header: lines of text up to the one that begins with `---`. */
async function readHeader(reader: ByteReader, first: Buffer): Promise<Buffer> {
  let lines = first.toString('latin1');
  let line = '';
  while (!line.startsWith('--- ') || !line.endsWith('\n')) {
    if (line.endsWith('\n')) line = '';
    const byte = (await reader.read(1)).toString('latin1');
    if (byte === '' || lines.length > maxHeaderBytes) throw unreadableBackup('its encryption header is damaged');
    line += byte;
    lines += byte;
  }
  return Buffer.from(lines, 'latin1');
}

async function openHeader({ passphrase, identities = [] }: DecryptionKeys, header: Buffer): Promise<Uint8Array> {
  if (passphrase === undefined && identities.length === 0)
    throw unreadableBackup(
      'it is encrypted',
      'Give --passphrase-file, or --identity-file with the identity of its recipient.',
    );
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  if (passphrase !== undefined) decrypter.addPassphrase(passphrase);
  for (const identity of identities) decrypter.addIdentity(identity);
  try {
    return await decrypter.decryptHeader(header);
  } catch {
    const given = passphrase === undefined ? 'identity' : 'passphrase';
    throw unreadableBackup(`the ${given} does not open it`, `Give the ${given} with which it was encrypted.`);
  }
}
