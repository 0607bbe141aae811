import { expect, it } from 'vitest';
import { printAndParse } from './documents.js';
import { withoutBreaks } from './read-pdf.js';

const texts: [language: string, text: string][] = [
  ['el', 'Η γρήγορη καφέ αλεπού πηδάει πάνω από τον τεμπέλη σκύλο· ἀρχή'],
  ['ru', 'Съешь же ещё этих мягких французских булок, да выпей чаю — ѣ ґ є'],
  ['vi', 'Hệ thống tự động tạo tài liệu; người dùng có thể sửa đổi nội dung bất cứ lúc nào.'],
  ['zh', '本文档介绍如何安装与配置服务器，然后创建第一个空间。'],
  ['ja', 'このページではサーバーの設定方法を説明します。漢字、カタカナ、ひらがな。'],
  ['ko', '이 문서는 서버를 설치하고 설정하는 방법을 설명합니다.'],
  ['pl', 'Zażółć gęślą jaźń; ďábelské ódy; İstanbul’da şöğüt; Þórður'],
];

it.each(texts)('text in %s is printed unchanged: plain, bold, italic, code, titles', async (language, text) => {
  const markdown = `# ${text}\n\n${text}\n\n**${text}** *${text}* \`${text}\`\n`;
  const pdf = await printAndParse(markdown, { language });
  expect(pdf.text.split(withoutBreaks(text))).toHaveLength(6);
});

it('a line can contain several scripts', async () => {
  const text = 'Latin Ελληνικά Кириллица 中文 かな 한국어 → ✓ 😀';
  expect((await printAndParse(text)).text).toContain(withoutBreaks(text));
});

it('Chinese text without spaces is wrapped within the margins, and no line begins with a comma or period', async () => {
  const pdf = await printAndParse('本文档介绍如何安装与配置服务器，然后创建第一个空间。'.repeat(40), {
    language: 'zh',
  });
  expect(pdf.extent.right).toBeLessThanOrEqual(595.28 - 56 + 12);
  const lines = pdf.sheets[0]!.split('\n');
  expect(lines.length).toBeGreaterThan(15);
  expect(lines.filter((line) => /^[，。]/.test(line))).toEqual([]);
});

it('a word that is longer than a line is broken at the end of the line', async () => {
  const word = 'x'.repeat(1000);
  const pdf = await printAndParse(`${word} \`${word}\``);
  expect(pdf.extent.right).toBeLessThanOrEqual(595.28 - 56 + 1);
  expect(pdf.text).toContain(word + word);
});

it('characters without a glyph are shown as a replacement, and invisible characters are left out', async () => {
  const pdf = await printAndParse('a\u{12000}b \u{E000}c sh\u{AD}y \u{200B}z');
  expect(pdf.text).toMatch(/a.b.cshyz|a\uFFFDb\uFFFDcshyz/u);
  expect(pdf.text).not.toContain('ab');
});
