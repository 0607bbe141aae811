import { expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedSearchSpace } from './search-kit.js';

const test = await testApp();

const { paths, space, token } = await seedSearchSpace(test, {
  'vi.md': '# Hướng dẫn cài đặt\n\nĐường dẫn của thư mục.\n',
  'ko.md': '# 설치 안내\n\n문서를 검색합니다. 한국어 문장.\n',
  'zh.md': '# 安裝指南\n\n東京都的天氣很好。\n',
  'ja.md': '# ガイド\n\nインストールの手順。データベース。\n',
  'el.md': '# Οδηγός\n\nΕγκατάσταση της εφαρμογής.\n',
  'de.md': '# Straße\n\nGrüße aus Köln; naïve Café-Besucher, ﬁnally Ｗｉｄｅ.\n',
  'ru.md': '# Ёлка\n\nУстановка.\n',
});

it.each([
  ['huong dan', ['vi']],
  ['HƯỚNG DẪN', ['vi']],
  ['duong', ['vi']],
  ['đường', ['vi']],
  ['검색', ['ko']],
  ['문서', ['ko']],
  ['문서를', ['ko']],
  ['設', []],
  ['安裝', ['zh']],
  ['東京', ['zh']],
  ['京都', ['zh']],
  ['東京都', ['zh']],
  ['東都', []],
  ['東', ['zh']],
  ['天気', []],
  ['インストール', ['ja']],
  ['ｲﾝｽﾄｰﾙ', ['ja']],
  ['ベース', ['ja']],
  ['カイト', []],
  ['οδηγος', ['el']],
  ['ΕΓΚΑΤΆΣΤΑΣΗ', ['el']],
  ['strasse', ['de']],
  ['koln grusse', ['de']],
  ['CAFÉ', ['de']],
  ['finally wide', ['de']],
  ['елка', ['ru']],
])('a search finds %s regardless of case, diacritics and width', async (query, expected) => {
  expect(await paths(query)).toEqual(expected);
});

it('highlights mark the original characters, of any width', async () => {
  const query = `query ($id: ID!, $query: SearchQuery!) { space(id: $id) { search(query: $query) { nodes {
    sections { body highlights { start end } } } } } }`;
  const highlightedTexts = async (text: string) => {
    const { data } = await test.graphql(query, { token, variables: { id: space, query: text } });
    const [{ body, highlights }] = data.space.search.nodes[0].sections;
    return highlights.map(({ start, end }: { start: number; end: number }) => body.slice(start, end));
  };
  expect(await highlightedTexts('京都')).toEqual(['京都']);
  expect(await highlightedTexts('東京都')).toEqual(['東京都']);
  expect(await highlightedTexts('duong muc')).toEqual(['Đường', 'mục']);
  expect(await highlightedTexts('문서')).toEqual(['문서']);
  expect(await highlightedTexts('gru')).toEqual(['Grüße']);
});
