import { describe, expect, it } from 'vitest';
import { emojiCode, parseEmoji, withReadEmoji } from '../../../../src/engine/base/emoji/emoji.js';

const flags = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(0x1f1e6 + index));
const tones = Array.from({ length: 5 }, (_, index) => String.fromCodePoint(0x1f3fb + index));
const kissing = ['👩‍❤️‍💋‍👨', ...tones.flatMap((left) => tones.map((right) => `🧑${left}‍❤️‍💋‍🧑${right}`))];

const isEmoji = (text: string) => /^\p{RGI_Emoji}$/v.test(text);

/** Emoji of one code point, with skin tones, of two letters, keycaps, and some that combine people or symbols. */
const emoji = [
  ...Array.from({ length: 0x1fb00 }, (_, point) => String.fromCodePoint(point)).flatMap((character) => [
    ...(isEmoji(character) ? [character] : []),
    ...(isEmoji(`${character}\ufe0f`) ? [`${character}\ufe0f`] : []),
    ...(/^\p{Emoji_Modifier_Base}$/u.test(character) ? tones.map((tone) => character + tone).filter(isEmoji) : []),
  ]),
  ...flags.flatMap((first) => flags.map((second) => first + second)).filter(isEmoji),
  ...[...'0123456789*#'].map((key) => `${key}\ufe0f\u20e3`),
  ...['👨‍👩‍👧‍👦', '👩🏽‍💻', '👁️‍🗨️', '🏳️‍🌈', '🏴‍☠️', '🕵️‍♀️', '🧑🏻‍🤝‍🧑🏿', '❤️‍🔥', '🐻‍❄️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', ...kissing.filter(isEmoji)],
];

const withoutPoints = (characters: string, ...points: string[]) =>
  [...characters].filter((point) => !points.includes(point));
const codeOf = (points: string[]) => points.map((point) => point.codePointAt(0)!.toString(16)).join('-');

describe('an emoji', () => {
  it('is parsed from its characters and from its code points, in any spelling', () => {
    expect(emoji.length).toBeGreaterThan(2_000);
    const spellings = (one: string) => [
      one,
      withoutPoints(one, '\ufe0f').join(''),
      emojiCode(one),
      emojiCode(one).toUpperCase(),
      codeOf([...one]),
      codeOf(withoutPoints(one, '\ufe0f')),
      codeOf(withoutPoints(one, '\ufe0f', '\u200d')),
    ];
    const misread = emoji.flatMap((one) => spellings(one).filter((spelling) => parseEmoji(spelling) !== one));
    expect(misread).toEqual([]);
  });

  it('has a unique lower-case code of at most 50 characters', () => {
    const codes = emoji.map(emojiCode);
    expect(new Set(codes).size).toBe(emoji.length);
    expect(codes.filter((code) => !/^[0-9a-f]{2,5}(-[0-9a-f]{2,5})*$/.test(code) || code.length > 50)).toEqual([]);
  });

  it.each([
    ['📘', '1f4d8'],
    ['❤️', '2764-fe0f'],
    ['👨‍⚕️', '1f468-200d-2695-fe0f'],
    ['1️⃣', '31-fe0f-20e3'],
    ['🇫🇷', '1f1eb-1f1f7'],
    ['🧑🏻‍❤️‍💋‍🧑🏼', '1f9d1-1f3fb-2764-1f48b-1f9d1-1f3fc'],
    ['', ''],
  ])('%s has the code %j', (characters, code) => {
    expect(emojiCode(characters)).toBe(code);
  });

  it('is parsed from a code with leading zeros, which clients write for keycaps', () => {
    expect([parseEmoji('0031-20e3'), parseEmoji('00a9')]).toEqual(['1️⃣', '©️']);
  });

  it.each([
    '',
    'a',
    '1',
    '12',
    '👍👍',
    '👍 ',
    ' 1f44d',
    '1f44d-1f44d',
    '1f44d1f44d',
    'fffff',
    '-1f44d',
    ':book:',
    'U+1F44D',
    '🇫',
    '👍\ufe0e',
    '❤\ufe0e',
    '\ufe0f',
    '\u200d',
    '👨👩👦',
    'd83d-dcd8',
    '200d',
    'fe0f',
    '200d-200d',
    '1f3fb-1f3fb',
    'constructor',
  ])('is not %j', (text) => {
    expect(parseEmoji(text)).toBeUndefined();
  });
});

it('a page retains a valid emoji, gets the normalized form of another spelling, and loses an invalid emoji', () => {
  const page = { title: 'A', emoji: '❤️' };
  expect(withReadEmoji(page)).toBe(page);
  expect(withReadEmoji({ title: 'A', emoji: '2764' })).toEqual(page);
  expect(withReadEmoji({ title: 'A', emoji: 'heart' })).toStrictEqual({ title: 'A' });
});
