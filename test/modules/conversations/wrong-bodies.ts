import { conversationOf } from './scene.js';

const manyParts = Array.from({ length: 1001 }, () => ({ type: 'message', role: 'user', body: 'a' }));

const withAttributes = (attributes: object) => conversationOf({ id: 'a', metadata: { attributes } });

/** Returns attributes with `characters` characters in total. */
export const attributesOf = (characters: number) =>
  Object.fromEntries([
    ...Array.from({ length: 8 }, (_, index) => [`${index}`, 'ä'.repeat(2047)]),
    ['😀'.repeat(characters - 16_384), ''],
  ]);

/** The fault, the body, and the error message. */
type InvalidBody = [what: string, body: unknown, message: RegExp];

/** Bodies that cannot be ingested. */
export const wrong: InvalidBody[] = [
  ['no conversations', [], /`conversations` must have 1 to 1000 conversations \(got 0/],
  ['1,001 conversations', Array.from({ length: 1001 }, (_, index) => conversationOf({ id: `${index}` })), /got 1001/],
  [
    'an id that occurs twice',
    [conversationOf({ id: 'a' }), conversationOf({ id: 'a' })],
    /`conversations\[1\]\.id` must differ from/,
  ],
  ['a conversation without an id', { parts: [] }, /`conversations\[0\]\.id` must be there/],
  ['an empty id', conversationOf({ id: '' }), /conversations\[0\]\.id/],
  ['a long id', conversationOf({ id: 'a'.repeat(256) }), /conversations\[0\]\.id/],
  ['a long subject', conversationOf({ id: 'a', subject: 'a'.repeat(513) }), /conversations\[0\]\.subject/],
  ['an unknown role', { id: 'a', parts: [{ type: 'message', role: 'bot', body: '' }] }, /parts\[0\]\.role/],
  ['an unknown type', { id: 'a', parts: [{ type: 'note', role: 'user', body: '' }] }, /parts\[0\]\.type/],
  ['no parts', { id: 'a' }, /`conversations\[0\]\.parts` must be there/],
  ['too many parts', { id: 'a', parts: manyParts }, /must have at most 1000 parts \(got 1001/],
  ['too much text', conversationOf({ id: 'a', text: 'ä'.repeat(524_289) }), /1048576 bytes of text \(got 1048578/],
  ['a number for an attribute', conversationOf({ id: 'a', metadata: { attributes: { a: 1 } } }), /attributes/],
  [
    'a long name of an attribute',
    withAttributes({ ['😀'.repeat(256)]: '' }),
    /metadata\.attributes` must have names of .* \(got 256\)$/,
  ],
  [
    'attributes with too many characters',
    withAttributes(attributesOf(16_385)),
    /metadata\.attributes` must have at most 16384 .* \(got 16385\)$/,
  ],
  ['an invalid time', conversationOf({ id: 'a', metadata: { createdAt: 'yesterday' } }), /createdAt/],
  ['a leap second', conversationOf({ id: 'a', metadata: { createdAt: '2016-12-31T23:59:60Z' } }), /must be a time/],
  ...['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+01:00', '9999-12-31T23:59:59-01:00'].map(
    (createdAt): InvalidBody => [
      `the time ${createdAt}`,
      conversationOf({ id: 'a', metadata: { createdAt } }),
      /`conversations\[0\]\.metadata\.createdAt` must be in the years 1 to 9999 in UTC \(got/,
    ],
  ),
  ['an unknown member', conversationOf({ id: 'a', tags: [] }), /tags/],
];
