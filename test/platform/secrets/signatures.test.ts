import { expect, it } from 'vitest';
import { signatureOf } from '../../../src/platform/secrets/signatures.js';

const sign = (...parts: string[]): string => signatureOf('a secret for tests, 32 bytes long', parts);

it('texts whose concatenations are equal get different signatures', () => {
  expect(sign('download', 'a\nb', 'c')).not.toBe(sign('download', 'a', 'b\nc'));
  expect(sign('download', 'a', 'b')).not.toBe(sign('download', 'a\nb'));
});
