import { commentableBlocks } from '../anchors/commentable-blocks.js';
import { linesOf } from '../diff/line-diff.js';
import { readPage } from '../document/from-markdown.js';
import { splitFrontMatter } from '../markdown/front-matter.js';
import { frontMatterBlock } from './page-text.js';

/**
 * Keys of the blocks that stand on some lines of a page, counted from 1, in reading order: the smallest ones, code as a whole.
 * Lines of the front matter are `front-matter`, blank lines nothing.
 */
export function blocksAtLines(markdown: string, numbers: ReadonlySet<number>): string[] {
  const all = linesOf(markdown);
  const written = [...numbers].filter((number) => all[number - 1]?.trim());
  if (written.length === 0) return [];
  const { body } = splitFrontMatter(markdown);
  const front = linesOf(markdown.slice(0, markdown.length - body.length)).length;
  const inBody = written.filter((number) => number > front).map((number) => number - front);
  return [...(inBody.length < written.length ? [frontMatterBlock] : []), ...blocksIn(body, inBody)];
}

/** Those of some stale blocks that a page still has as they were: whoever changes a block settles it. */
export function stillStale(markdown: string, keys: readonly string[]): string[] {
  if (keys.length === 0) return [];
  const { lines } = readPage(splitFrontMatter(markdown).body);
  return keys.filter((key) => key === frontMatterBlock || lines.has(key));
}

function blocksIn(body: string, numbers: readonly number[]): string[] {
  if (numbers.length === 0) return [];
  const { lines } = readPage(body);
  const touched = commentableBlocks(body).filter(({ key, type }) => {
    const place = lines.get(key);
    return type !== 'code-line' && place && numbers.some((number) => place.from <= number && number <= place.to);
  });
  const holders = new Set(touched.map(({ parent }) => parent));
  return touched.filter(({ key }) => !holders.has(key)).map(({ key }) => key);
}
