import { describe, expect, it } from 'vitest';
import { encode, exportTexts, manifestOf, pageAt, sketch, type Texts } from '../../folder-helpers.js';

/** Imports the files, and expects the export to equal them, byte for byte. */
function roundTrip(texts: Texts) {
  const manifest = manifestOf(texts);
  const all = Object.fromEntries(Object.entries(texts).map(([path, content]) => [path, encode(content)]));
  expect(exportTexts(texts, manifest)).toEqual(all);
  return manifest;
}

describe('an export equals the imported folder', () => {
  it('of an mdBook: prefix and suffix chapters, part titles, drafts, includes, CRLF, a byte-order mark', () => {
    const manifest = roundTrip({
      'book.toml': '[book]\r\nsrc = "text"\r\n',
      'text/SUMMARY.md':
        '\uFEFF# Summary\r\n\r\n[Preface](preface.md)\r\n\r\n# Part One\r\n\r\n- [One](one.md)\r\n  - [Draft]()\r\n  - [Deep](deep/README.md)\r\n\r\n---\r\n\r\n[Appendix](appendix.md)\r\n',
      'text/preface.md': '# Preface\r\n',
      'text/one.md':
        '# One\r\n\r\n```rust,editable\r\n{{#include ../code/main.rs:3:9}}\r\n```\r\n\r\n{{#title Other}}\r\n',
      'text/deep/README.md': '# Deep\n',
      'text/appendix.md': '',
      'code/main.rs': 'fn main() {}\n',
    });
    expect(sketch(manifest.pages)).toBe('Preface@preface #Part One@part-one[One@one[Deep@deep]] Appendix@appendix');
  });

  it('of GitBook: escaped and encoded names, template samples in the text, a page of 156 kB in Chinese', () => {
    const sample = '{% if customer.is_vip %}\nHi {{ name }}\n{% endif %}\n';
    const long = `# 長文\n\n${'繁體中文的說明文件。'.repeat(5200)}\n`;
    const manifest = roundTrip({
      'SUMMARY.md': '* [Intro](01\\_intro.md)\n* [Long](<long (1).md>)\n',
      '01_intro.md': `# Intro\n\n[self](01\\_intro.md) [long](long%20\\(1\\).md)\n\n${sample}`,
      'long (1).md': long,
      '.gitbook/assets/a_b (1).png': new Uint8Array([1]),
    });
    expect(encode(long).length).toBeGreaterThan(156_000);
    expect(pageAt(manifest, '01_intro.md').links?.map(({ target }) => target.id)).toEqual(
      manifest.pages.map(({ id }) => id),
    );
  });

  it('with bytes that are not UTF-8 in any file', () => {
    const latin = new Uint8Array(Buffer.from('Caf\xe9', 'latin1'));
    for (const path of ['notes.txt', 'a/b.md', 'SUMMARY.md', '.gitbook.yaml'])
      roundTrip({ 'README.md': '# Home\n', [path]: latin });
  });

  it('with entries of missing and repeated files in its table of contents', () => {
    const summary = '* [Home](README.md)\n* [Gone](gone.md)\n* [Again](README.md)\n* [Me](SUMMARY.md)\n';
    roundTrip({ 'README.md': '# Home\n', 'SUMMARY.md': summary });
  });
});
