import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decrypt } from '../../../src/platform/backup/encryption/decrypt.js';
import { encrypt } from '../../../src/platform/backup/encryption/encrypt.js';
import { chunksOfSize, collect, inOrder } from './container-kit.js';

const identity = await generateX25519Identity();
const recipient = await identityToRecipient(identity);
const passphrase = 'correct horse battery';
const keys = { identities: [identity] };
const content = (length: number) => Buffer.from(Array.from({ length }, (_, index) => (index * 7919) >> 5));

/** Lengths around the chunks of the format, which have 64 KiB. */
const lengths = fc.oneof(
  fc.constantFrom(0, 1, 65_535, 65_536, 65_537, 131_072, 200_000),
  fc.integer({ min: 0, max: 200_000 }),
);

describe('an encrypted backup', () => {
  it('is decrypted by the package of age, and docgraph decrypts the files of that package', async () => {
    await fc.assert(
      fc.asyncProperty(lengths, fc.integer({ min: 1_000, max: 150_000 }), async (length, size) => {
        const bytes = content(length);
        const sealed = await collect(encrypt({ recipient }, inOrder(chunksOfSize(bytes, size))));
        const decrypter = new Decrypter();
        decrypter.addIdentity(identity);
        expect(Buffer.from(await decrypter.decrypt(sealed)).equals(bytes)).toBe(true);
        const encrypter = new Encrypter();
        encrypter.addRecipient(recipient);
        const other = await encrypter.encrypt(bytes);
        expect((await collect(decrypt(keys, inOrder(chunksOfSize(other, size))))).equals(bytes)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  it('opens with its passphrase only', async () => {
    const sealed = await collect(encrypt({ passphrase }, inOrder([Buffer.from('one')])));
    expect((await collect(decrypt({ passphrase }, inOrder([sealed])))).toString()).toBe('one');
    const decrypter = new Decrypter();
    decrypter.addPassphrase(passphrase);
    expect(await decrypter.decrypt(sealed, 'text')).toBe('one');
    await expect(collect(decrypt({ passphrase: 'another one' }, inOrder([sealed])))).rejects.toThrow(
      'Cannot read the backup: the passphrase does not open it. Give the passphrase with which it was encrypted.',
    );
    await expect(collect(decrypt(keys, inOrder([sealed])))).rejects.toThrow('the identity does not open it');
    await expect(collect(decrypt({}, inOrder([sealed])))).rejects.toThrow(
      'Cannot read the backup: it is encrypted. Give --passphrase-file, or --identity-file with the identity of its recipient.',
    );
  });

  it('is refused when it ends early or a bit is changed', async () => {
    const bytes = content(150_000);
    const sealed = await collect(encrypt({ recipient }, inOrder([bytes])));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 22, max: sealed.length - 1 }), async (position) => {
        const changed = Buffer.from(sealed);
        changed[position]! ^= 4;
        for (const damaged of [sealed.subarray(0, position), changed])
          await expect(collect(decrypt(keys, inOrder([damaged])))).rejects.toThrow('Cannot read the backup');
      }),
      { numRuns: 50 },
    );
  });

  it('needs a recipient of age', async () => {
    await expect(collect(encrypt({ recipient: 'ann' }, inOrder([])))).rejects.toThrow(
      '`recipient` must be a public key of age, such as age1… (got "ann")',
    );
  });
});

it('bytes that are not encrypted are returned as they are', async () => {
  for (const length of [0, 5, 21, 22, 3_000_000]) {
    const bytes = content(length);
    expect((await collect(decrypt({}, inOrder(chunksOfSize(bytes, 100_000))))).equals(bytes)).toBe(true);
  }
});
