import { describe, expect, it } from 'vitest';
import { decodeText } from '../../src/engine/base/encoding.js';
import { encodeAs } from './encode-as.js';

const english = '\n\nRun the command below, then restart the server.\n'.repeat(40);

const texts: [language: string, text: string, encodings: string[]][] = [
  ['German', '# Einführung\n\nDas Handbuch erklärt, wie man Plätze für Nutzer löscht: „Größe“.\n', ['windows-1252']],
  ['French', "# Présentation\n\nCe guide décrit l'accès aux données. Déjà prêt ? Où êtes-vous ?\n", ['iso-8859-1']],
  [
    'Polish',
    '# Wprowadzenie\n\nTen przewodnik wyjaśnia, jak dodać użytkowników. Źródło żółtej łódki.\n',
    ['windows-1250', 'iso-8859-2'],
  ],
  [
    'Russian',
    '# Введение\n\nЭто руководство описывает, как добавить пользователей.\n',
    ['windows-1251', 'koi8-r', 'iso-8859-5'],
  ],
  ['Greek', '# Εισαγωγή\n\nΑυτός ο οδηγός εξηγεί πώς να προσθέσετε χρήστες.\n', ['iso-8859-7']],
  ['Hebrew', '# מבוא\n\nמדריך זה מסביר כיצד להוסיף משתמשים ולהסיר את הגישה שלהם.\n', ['windows-1255']],
  [
    'Japanese',
    '# はじめに\n\nこのガイドでは、ユーザーを追加および削除する方法を説明します。\n',
    ['shift_jis', 'euc-jp'],
  ],
  ['Chinese', '# 介绍\n\n本指南介绍如何添加用户并删除他们的访问权限。设置页面的标题。\n', ['gbk']],
  ['Chinese of Taiwan', '# 介紹\n\n本指南介紹如何新增使用者並刪除他們的存取權限。\n', ['big5']],
  ['Korean', '# 소개\n\n이 가이드는 사용자를 추가하고 삭제하는 방법을 설명합니다.\n', ['euc-kr']],
];

describe('a text that is not UTF-8', () => {
  for (const [language, text, encodings] of texts) {
    for (const encoding of encodings) {
      it(`is decoded: ${language} in ${encoding}`, () => {
        expect(decodeText(encodeAs(encoding, text))?.text).toBe(text);
        expect(decodeText(encodeAs(encoding, text + english))?.text).toBe(text + english);
      });
    }
  }

  it('is decoded if it is UTF-16 with a byte-order mark, which is retained', () => {
    const text = '\uFEFF# Größe\n';
    expect(decodeText(Buffer.from(text, 'utf16le'))).toEqual({ text, encoding: 'utf-16le' });
    expect(decodeText(Buffer.from(text, 'utf16le').swap16())).toEqual({ text, encoding: 'utf-16be' });
  });

  it('is decoded in the same way each time', () => {
    const bytes = Buffer.from('# Caf\xe9\n', 'latin1');
    expect(decodeText(bytes)).toEqual({ text: '# Café\n', encoding: 'windows-1252' });
    expect(decodeText(new Uint8Array(bytes))).toEqual(decodeText(bytes));
  });
});

it('a text in UTF-8 is decoded as UTF-8, and retains its byte-order mark', () => {
  expect(decodeText(Buffer.from('\uFEFFé'))).toEqual({ text: '\uFEFFé', encoding: 'utf-8' });
  expect(decodeText(new Uint8Array())).toEqual({ text: '', encoding: 'utf-8' });
});

it('bytes that are not text in any encoding are not decoded', () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const noise = Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919 + (index >> 3)) % 256));
  expect([decodeText(png), decodeText(noise)]).toEqual([undefined, undefined]);
});
