import { expect, it } from 'vitest';
import { missingFamilies } from '../../../src/render/pdf/fonts/missing.js';
import { type Family, slicesOf } from '../../../src/render/pdf/fonts/slices.js';

const hasCharacter = (family: Family, point: number) => slicesOf(family, point).length > 0;

/**
 * A test case: the installed font families, the language and text of a space, and the font families that the space
 * lacks.
 */
interface Case {
  what: string;
  installed: Family[];
  language: string | null;
  text: string;
  missing: Family[];
}

const cases: Case[] = [
  { what: 'Latin text', installed: [], language: null, text: 'Plain, ž, 😀', missing: [] },
  { what: 'Chinese text', installed: [], language: null, text: '安装', missing: ['noto-sans-sc'] },
  {
    what: 'Han characters of a Japanese space',
    installed: [],
    language: 'ja',
    text: '設定',
    missing: ['noto-sans-jp'],
  },
  { what: 'kana', installed: [], language: null, text: '設定する', missing: ['noto-sans-jp'] },
  { what: 'Hangul', installed: [], language: 'ko', text: '설치', missing: ['noto-sans-kr'] },
  {
    what: 'Chinese and Korean text',
    installed: [],
    language: 'zh',
    text: '安装 설치',
    missing: ['noto-sans-sc', 'noto-sans-kr'],
  },
  {
    what: 'Chinese text with the Japanese font, which has these characters',
    installed: ['noto-sans-jp'],
    language: 'zh',
    text: '本文',
    missing: [],
  },
  {
    what: 'Korean text with the Chinese font',
    installed: ['noto-sans-sc'],
    language: 'ko',
    text: '설치 안내',
    missing: ['noto-sans-kr'],
  },
  {
    what: 'all scripts with all fonts',
    installed: ['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'],
    language: null,
    text: '安装する설치',
    missing: [],
  },
];

it.each(cases)('$what: the text $text needs the missing fonts $missing', ({ installed, language, text, missing }) => {
  const points = new Set([...text].map((character) => character.codePointAt(0)!));
  const fonts = { isInstalled: (family: Family) => installed.includes(family), hasCharacter };
  expect(missingFamilies(language, points, fonts)).toEqual(missing);
});
