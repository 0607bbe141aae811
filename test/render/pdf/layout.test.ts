import { expect, it } from 'vitest';
import { renderPdf } from '../../../src/render/pdf/render.js';
import { block, documentOf, expectWords, fragment, inputOf, paragraph, printAndParse, section } from './documents.js';
import { png } from './png.js';
import { type ReadPdf, readPdf } from './read-pdf.js';

/** Returns the lines of each sheet, without the footer. */
const linesOf = (pdf: ReadPdf): string[][] =>
  pdf.sheets.map((sheet) =>
    sheet
      .split('\n')
      .filter((line) => line.trim())
      .slice(0, -1),
  );

/**
 * Prints the text after 25 to 36 paragraphs of one line, so that each PDF breaks the text at a different line. Checks
 * the PDFs that have several sheets.
 */
const filled = async (below: string, check: (lines: string[][]) => void) => {
  for (let count = 25; count <= 36; count++) {
    const lines = linesOf(await printAndParse(`${'Fill.\n\n'.repeat(count)}${below}`));
    if (lines.length > 1) check(lines);
  }
};

it('no sheet ends with the first line of a paragraph or begins with the last line', async () => {
  const words = Array.from({ length: 90 }, (_, index) => `word${index}`);
  await filled(words.join(' '), ([first, second]) => {
    const [atEnd, atStart] = [first, second].map((lines) => lines!.filter((line) => line.includes('word')).length);
    expect([atEnd, atStart]).not.toContain(1);
  });
});

it('headings stay together with the text below the last of them', async () => {
  await filled('## Above\n\n### Below\n\nText of it.\n', (lines) => {
    const sheets = ['Above', 'Below', 'Text of it.'].map((words) => lines.findIndex((sheet) => sheet.includes(words)));
    expect(new Set(sheets).size).toBe(1);
  });
});

it('no sheet is blank, wherever on a sheet a quote at the end of the text begins', async () => {
  for (let count = 1; count <= 25; count++) {
    const code = `\`\`\`\n${'code\n'.repeat(count)}\`\`\`\n\n`;
    const lines = linesOf(await printAndParse(`${code}${'Fill.\n\n'.repeat(25)}> Quoted\n`));
    expect(lines.filter((sheet) => sheet.length === 0)).toEqual([]);
  }
});

it('a code block that breaks across sheets has at least two lines on each of them', async () => {
  await filled(`\`\`\`\n${'code\n'.repeat(4)}\`\`\`\n`, (lines) => {
    expect(lines.map((sheet) => sheet.filter((line) => line === 'code').length)).not.toContain(1);
  });
});

it('an image stays with its caption', async () => {
  const images = new Map([['pic', png(400, 600, false)]]);
  const caption = fragment('caption', [paragraph('The caption')]);
  const image = block('image', [], { data: { ref: { kind: 'file', file: 'pic' } }, fragments: [caption] });
  for (let count = 8; count <= 14; count++) {
    const fill = Array.from({ length: count }, () => paragraph('Fill'));
    const document = documentOf(...fill, image);
    const pdf = await readPdf(await renderPdf(inputOf([section('a', document)], { images })));
    const sheet = pdf.sheets.findIndex((text) => text.includes('The caption'));
    expect(pdf.images[sheet]).toBe(1);
  }
});

it('characters of code are aligned, including box drawings and East Asian characters', async () => {
  const pdf = await printAndParse('```\n┌──┐|\n│日│|\n✓ ▶→|\n▼└─┤|\nabcd|\n```\n');
  const ends = pdf.texts.filter(({ text }) => text.endsWith('|')).map(({ right }) => right);
  expect(ends).toHaveLength(5);
  expect(Math.max(...ends) - Math.min(...ends)).toBeLessThan(0.5);
});

it('the footer contains the title of the PDF and of the page', async () => {
  const sections = [section('a', `${'Text.\n\n'.repeat(60)}`), section('b', 'Text.\n', { title: 'Long '.repeat(60) })];
  const pdf = await readPdf(await renderPdf(inputOf(sections)));
  const feet = pdf.sheets.map((sheet) => sheet.trim().split('\n').at(-1));
  expect(feet.slice(2, 4)).toEqual([
    expect.stringMatching(/^Manual\s+·\s+Page a\s*3$/),
    expect.stringMatching(/Page a\s*4$/),
  ]);
  expect(feet.at(-1)).toMatch(/^Manual\s+·\s+Long Long .*…\s*5$/);
  expect(pdf.sheets[0]?.trim()).toBe('Manual');
});

it('the description of a page is below its title, also if the text begins with the title', async () => {
  for (const text of ['# Page a\n\nText.\n', 'Text.\n']) {
    const sections = [section('a', text, { description: 'What it is about', emoji: '1f600' })];
    const [lines] = linesOf(await readPdf(await renderPdf(inputOf(sections))));
    expect(lines).toEqual(['😀 Page a', 'What it is about', 'Text.']);
  }
});

it('the name of an emoji is printed unchanged, even if it looks like a number', async () => {
  expectWords(await printAndParse('Of :bee: and :100: and :rocket:.\n'), 'Of:bee:and:100:and:rocket:.');
});

it('the PDF states its language if the language is known', async () => {
  expect((await printAndParse('Text.\n', { language: 'de' })).language).toBe('de');
  expect((await printAndParse('Text.\n')).language).toBeNull();
});
