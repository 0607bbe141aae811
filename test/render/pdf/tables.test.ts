import { expect, it } from 'vitest';
import { printAndParse } from './documents.js';

it('the header of a table is repeated on each sheet, and a table that is too wide becomes a list of records', async () => {
  const rows = (count: number, columns: number, cell: string) =>
    [
      `|${'head|'.repeat(columns)}`,
      `|${'-|'.repeat(columns)}`,
      ...Array.from({ length: count }, (_, row) => `|${`${cell}${row}|`.repeat(columns)}`),
    ].join('\n');
  const long = await printAndParse(rows(120, 3, 'cell'));
  expect(long.sheets.length).toBeGreaterThan(2);
  expect(long.sheets.every((sheet) => sheet.includes('head'))).toBe(true);
  const wide = await printAndParse(rows(2, 30, 'cell'));
  expect(wide.text.split('cell1')).toHaveLength(31);
  expect(wide.extent.right).toBeLessThanOrEqual(595.28 - 56 + 1);
});

it('a table stays within the margins, whatever its columns contain', async () => {
  const pdf = await printAndParse(
    '|n|What it does|right|\n|-|-|-:|\n|1|a long explanation of many words, again and again and again|22|\n',
  );
  expect(pdf.extent.right).toBeLessThanOrEqual(595.28 - 56 + 1);
  expect(pdf.text).toContain('right');
});

it('a table of many narrow columns stays a table, and a list of records contains all titles', async () => {
  const row = (cell: string) => `|${Array.from({ length: 12 }, () => `${cell}|`).join('')}`;
  const narrow = await printAndParse(`${row('ab')}\n${row('-')}\n${row('1')}\n`);
  expect(narrow.sheets[0]).toMatch(/(ab\s*){12}(1\s*){12}/);
  const wide = await printAndParse(`${row('averylongword')}\n${row('-')}\n${row('1')}\n`);
  expect(wide.text).toContain('averylongword|averylongword');
});

it('a table without column titles has no header', async () => {
  const place = async (table: string) => (await printAndParse(table)).texts.find(({ text }) => text === 'cell')?.above;
  expect(await place('||\n|-|\n|cell|\n')).toBeGreaterThan((await place('|x|\n|-|\n|cell|\n'))! + 10);
});
