import { expect, it } from 'vitest';
import { anchorKey } from '../../../../src/engine/text/links/anchor-key.js';

it.each([
  [
    '3.1 First steps',
    '31-first-steps',
    '3-1-first-steps',
    '3.1-first-steps',
    'id-3.1-first-steps',
    'id-31-First_Steps',
  ],
  ['On / Off', 'on--off', 'on-off', 'on-/-off'],
  ['\u00dcber uns', '\u00fcber-uns', 'u\u0308ber-uns'],
  ['\u0e27\u0e34\u0e18\u0e35\u0e43\u0e0a\u0e49', '\u0e27\u0e34\u0e18\u0e35-\u0e43\u0e0a\u0e49'],
  ['\u7b2c 1 \u7ae0', '\u7b2c-1-\u7ae0'],
])('all spellings of %j have the same anchor key', (...spellings) => {
  expect(new Set(spellings.map(anchorKey)).size).toBe(1);
});

it.each([
  ['31-first-steps', '32-first-steps'],
  ['id-card', 'card'],
  ['usage', 'usage-1'],
  ['\u0e27\u0e34\u0e18\u0e35', '\u0e27\u0e18'],
  ['--', '?'],
])('%j and %j have different anchor keys', (one, other) => {
  expect(anchorKey(one)).not.toBe(anchorKey(other));
});
