import { describe, expect, test } from 'vitest';
import { seal, unseal } from '../../src/signed/sealed.js';

const secret = 'a secret of the server, 32 bytes or more';

describe('What is sealed', () => {
  test('opens with the same secret for the same purpose', () => {
    const sealed = seal(secret, 'share-key', 'öffne dich');
    expect(sealed).not.toContain('öffne');
    expect(unseal(secret, 'share-key', sealed)).toBe('öffne dich');
  });

  test('differs each time', () => {
    expect(seal(secret, 'share-key', 'one')).not.toBe(seal(secret, 'share-key', 'one'));
  });

  test('does not open with another secret, for another purpose, or changed', () => {
    const sealed = seal(secret, 'share-key', 'one');
    const changed = Buffer.from(sealed, 'base64url');
    changed[changed.length - 1]! ^= 1;
    expect(unseal(`${secret}!`, 'share-key', sealed)).toBeNull();
    expect(unseal(secret, 'signing-key', sealed)).toBeNull();
    expect(unseal(secret, 'share-key', changed.toString('base64url'))).toBeNull();
    expect(unseal(secret, 'share-key', 'nothing')).toBeNull();
  });
});
