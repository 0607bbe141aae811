import { commentableBlocks } from '../change/anchors/commentable-blocks.js';
import { linesOf } from '../change/diff/line-diff.js';
import { readPage } from '../text/document/from-markdown.js';
import type { Lines } from '../text/document/nodes/read-state.js';
import { splitFrontMatter } from '../text/markdown/front-matter.js';
import { frontMatterBlock } from './page-text.js';

/**
 * Returns the keys of blocks that are on the given lines of a page, counted from 1, or have the given keys, in reading
 * order. The block of a line is the smallest one that contains the line; a code block counts as one block. Lines of the
 * front matter result in `front-matter`. Ignores blank lines.
 */
export function staleBlocks(
  markdown: string,
  { lines, keys }: { lines: ReadonlySet<number>; keys: readonly string[] },
): string[] {
  const all = linesOf(markdown);
  const written = [...lines].filter((number) => all[number - 1]?.trim());
  if (written.length + keys.length === 0) return [];
  const { body } = splitFrontMatter(markdown);
  const front = linesOf(markdown.slice(0, markdown.length - body.length)).length;
  const inBody = written.filter((number) => number > front).map((number) => number - front);
  const page = readPage(body);
  const found = new Set([...blocksAt(body, page.lines, inBody), ...keys]);
  const inOrder = [...page.lines.keys()].filter((key) => found.has(key));
  return [...(inBody.length < written.length ? [frontMatterBlock] : []), ...inOrder];
}

/** Returns the stale blocks that are still unchanged in a page. After any change, a block is no longer stale. */
export function remainingStaleBlocks(markdown: string, keys: readonly string[]): string[] {
  if (keys.length === 0) return [];
  const { lines } = readPage(splitFrontMatter(markdown).body);
  return keys.filter((key) => key === frontMatterBlock || lines.has(key));
}

function blocksAt(body: string, lines: ReadonlyMap<string, Lines>, numbers: readonly number[]): string[] {
  if (numbers.length === 0) return [];
  const touched = commentableBlocks(body).filter(({ key, type }) => {
    const place = lines.get(key);
    return type !== 'code-line' && place && numbers.some((number) => place.from <= number && number <= place.to);
  });
  const holders = new Set(touched.map(({ parent }) => parent));
  return touched.filter(({ key }) => !holders.has(key)).map(({ key }) => key);
}
