import { expect, it } from 'vitest';
import { ContentError, type Manifest, type Page } from '../../../../src/engine/base/types.js';
import { checkSize } from '../../../../src/engine/tree/manifest/size.js';

const empty: Manifest = { pages: [], files: [], variables: {}, reusableContents: [], root: '' };
const page = (id: number, children?: Page[]): Page => ({
  id: `page_${id}`,
  type: 'group',
  title: 'A',
  path: `${id}`,
  ...(children && { children }),
});
const pages = (count: number) => ({ ...empty, pages: Array.from({ length: count }, (_, index) => page(index)) });
const files = (count: number) => ({
  ...empty,
  files: Array.from({ length: count }, (_, index) => ({
    ...{ id: `file_${index}`, name: 'a', path: `${index}` },
    ...{ blob: '0'.repeat(64), size: 0, contentType: 'text/plain' },
  })),
});
const levels = (count: number) => {
  let tree = page(count);
  for (let level = count - 1; level > 0; level--) tree = page(level, [tree]);
  return { ...empty, pages: [tree] };
};

it.each([
  ['pages', pages, 20_000],
  ['files', files, 20_000],
  ['levels of pages', levels, 100],
] as const)('the number of %s in a space is limited', (name, make, most) => {
  expect(() => checkSize(make(most))).not.toThrow();
  const tooMuch = () => checkSize(make(most + 1));
  expect(tooMuch).toThrow(ContentError);
  expect(tooMuch).toThrow(`at most ${most} ${name} (got ${most + 1})`);
});
