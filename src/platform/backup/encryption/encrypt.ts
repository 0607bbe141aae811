import { badInput } from '../../base/errors.js';
import { encryptChunks, nonceBytes, payloadKey } from './age-stream.js';

/** Key that encrypts a backup: a passphrase, or the public key of a recipient (`age1…`). */
export type BackupKey = { passphrase: string } | { recipient: string };

/** Binary logarithm of the cost of a passphrase: 64 MiB and about a second. */
const workFactor = 16;

/** Bytes after the nonce of an empty file. */
const emptyContentBytes = 16;

/**
 * Encrypts bytes as a file that the program `age` can open.
 * @throws AppError if the recipient is not valid
 */
export async function* encrypt(key: BackupKey, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { start, fileKey } = await createStart(key);
  yield start;
  yield* encryptChunks(payloadKey(fileKey, start.subarray(-nonceBytes)), chunks);
}

/** Creates the header and the nonce of a file, and the key that is in the header. */
async function createStart(key: BackupKey): Promise<{ start: Uint8Array; fileKey: Uint8Array }> {
  const { Decrypter, Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  let fileKey: Uint8Array | undefined;
  if ('passphrase' in key) {
    encrypter.setScryptWorkFactor(workFactor);
    encrypter.setPassphrase(key.passphrase);
  } else {
    addRecipient(encrypter, key.recipient);
    encrypter.addRecipient({
      wrapFileKey(created) {
        fileKey = Uint8Array.from(created);
        return [];
      },
    });
  }
  const start = (await encrypter.encrypt(new Uint8Array(0))).subarray(0, -emptyContentBytes);
  if ('passphrase' in key) {
    // A header with a passphrase can have no second recipient that receives the key.
    const decrypter = new Decrypter();
    decrypter.addPassphrase(key.passphrase);
    fileKey = await decrypter.decryptHeader(start.subarray(0, -nonceBytes));
  }
  return { start, fileKey: fileKey! };
}

function addRecipient(encrypter: { addRecipient(recipient: string): void }, recipient: string): void {
  try {
    encrypter.addRecipient(recipient);
  } catch {
    throw badInput(
      'recipient',
      `\`recipient\` must be a public key of age, such as age1… (got ${JSON.stringify(recipient)})`,
    );
  }
}
