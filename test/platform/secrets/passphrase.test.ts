import { describe, expect, it } from 'vitest';
import { createPassphraseSealer } from '../../../src/platform/secrets/passphrase.js';

const sealer = createPassphraseSealer('correct horse battery', 'org_1');
const sealed = sealer.seal('share-key', 'öffne dich');

describe('a value that is sealed with a passphrase', () => {
  it('opens with the same passphrase, however its characters are composed', () => {
    expect(sealed).not.toContain('öffne');
    expect(sealer.open('share-key', sealed)).toBe('öffne dich');
    const composed = createPassphraseSealer('Schlüssel\u0301', 'org_1').seal('share-key', 'one');
    expect(createPassphraseSealer('Schlu\u0308ssel\u0301', 'org_1').open('share-key', composed)).toBe('one');
  });

  it('is the same each time, and differs for another purpose', () => {
    expect(sealer.seal('share-key', 'öffne dich')).toBe(sealed);
    expect(sealer.seal('signing-key', 'öffne dich')).not.toBe(sealed);
  });

  it('does not open with another passphrase, organization or purpose, or after a change', () => {
    const changed = Buffer.from(sealed, 'base64url');
    changed[changed.length - 1]! ^= 1;
    expect(createPassphraseSealer('correct horse', 'org_1').open('share-key', sealed)).toBe(null);
    expect(createPassphraseSealer('correct horse battery', 'org_2').open('share-key', sealed)).toBe(null);
    expect(sealer.open('signing-key', sealed)).toBe(null);
    expect(sealer.open('share-key', changed.toString('base64url'))).toBe(null);
    expect(sealer.open('share-key', 'nothing')).toBe(null);
  });
});
