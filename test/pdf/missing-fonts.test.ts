import { expect, it } from 'vitest';
import { missingFamilies } from '../../src/pdf/fonts/missing.js';
import { type Family, slicesOf } from '../../src/pdf/fonts/slices.js';

const hasCharacter = (family: Family, point: number) => slicesOf(family, point).length > 0;

const cases: [what: string, installed: Family[], language: string | null, text: string, missing: Family[]][] = [
  ['Latin text', [], null, 'Plain, ž, 😀', []],
  ['Chinese text', [], null, '安装', ['noto-sans-sc']],
  ['Han characters of a Japanese space', [], 'ja', '設定', ['noto-sans-jp']],
  ['kana', [], null, '設定する', ['noto-sans-jp']],
  ['Hangul', [], 'ko', '설치', ['noto-sans-kr']],
  ['Chinese and Korean text', [], 'zh', '安装 설치', ['noto-sans-sc', 'noto-sans-kr']],
  ['Chinese text beside the Japanese font, which has its characters', ['noto-sans-jp'], 'zh', '本文', []],
  ['Korean text beside the Chinese font', ['noto-sans-sc'], 'ko', '설치 안내', ['noto-sans-kr']],
  ['all scripts with all fonts', ['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'], null, '安装する설치', []],
];

it.each(cases)(
  '%s, with %j in a space of the language %s: %s lacks %j',
  (_what, installed, language, text, missing) => {
    const points = new Set([...text].map((character) => character.codePointAt(0)!));
    const fonts = { isInstalled: (family: Family) => installed.includes(family), hasCharacter };
    expect(missingFamilies(language, points, fonts)).toEqual(missing);
  },
);
