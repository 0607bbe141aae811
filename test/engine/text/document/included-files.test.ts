import { expect, it } from 'vitest';
import { includedPaths, withIncludedFiles } from '../../../../src/engine/text/document/raw-html/included-files.js';

const texts = new Map([
  ['a.rs', 'one\ntwo\nthree\nfour\n'],
  ['b.rs', 'start\n// ANCHOR: main\nfn main() {}\n// ANCHOR_END: main\nend\n'],
]);

it.each([
  ['a.rs', 'one\ntwo\nthree\nfour'],
  ['a.rs:2', 'two'],
  ['a.rs:3:', 'three\nfour'],
  ['a.rs::2', 'one\ntwo'],
  ['a.rs:2:3', 'two\nthree'],
  ['b.rs:main', 'fn main() {}'],
  ['b.rs', 'start\nfn main() {}\nend'],
])('a page includes %s', (written, text) => {
  expect(withIncludedFiles(`a {{#include ${written}}} b`, texts)).toBe(`a ${text} b`);
});

it.each(['{{#include gone.rs}}', '\\{{#include a.rs}}', '{{ a.rs }}', '{{#include}}'])(
  '%s in a page is not changed',
  (page) => {
    expect(withIncludedFiles(page, texts)).toBe(page);
  },
);

it('an included file is listed once for a page; a page without a directive lists none', () => {
  expect(includedPaths('{{#include a.rs:1}} {{#rustdoc_include b.rs}} {{#include a.rs}}')).toEqual(['a.rs', 'b.rs']);
  expect(includedPaths('{{ a }}')).toEqual([]);
});

it('the number of included files and the length of their text are limited', () => {
  const many = Array.from({ length: 150 }, (_, index) => `{{#include ${index}.rs}}`).join('\n');
  expect(includedPaths(many)).toHaveLength(100);
  const page = '{{#include long}}'.repeat(3);
  expect(withIncludedFiles(page, new Map([['long', 'x'.repeat(150_000)]])).length).toBe(150_000 + 2 * 17);
});
