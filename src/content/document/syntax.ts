import type { Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkStringify from 'remark-stringify';
import { type Processor, unified } from 'unified';
import { corrections } from './corrections.js';

const reader = unified().use(remarkParse).use(remarkGfm).use(withoutTransforms).freeze();

/**
 * One fixed style, so that equal documents give equal Markdown. The divider's character is no bullet:
 * a list that begins with a divider would otherwise read as one long divider. Links always have brackets: GFM finds
 * addresses in text, such as `me@a.b_c`, that `<…>` does not allow.
 */
const writer = unified()
  .use(remarkStringify, {
    bullet: '*',
    bulletOther: '+',
    emphasis: '_',
    strong: '*',
    rule: '-',
    fence: '`',
    fences: true,
    listItemIndent: 'one',
    resourceLink: true,
  })
  .use(remarkGfm, { tablePipeAlign: false })
  .use(withCorrections)
  .freeze();

/** Reads CommonMark with GFM; the caller bounds the effort first (`effort.ts`). */
export function parseMarkdown(markdown: string): Root {
  return reader.parse(markdown);
}

/** Writes a tree as Markdown, ended by a newline; nothing for an empty tree. */
export function stringifyMarkdown(root: Root): string {
  return writer.stringify(root);
}

/**
 * Leaves out remark-gfm's second search for addresses in finished text: it makes links of what an author escaped,
 * which nothing could then write as text. The tokenizer finds addresses by GFM's own rules without it.
 */
function withoutTransforms(this: Processor): void {
  const data = this.data();
  data.fromMarkdownExtensions = (data.fromMarkdownExtensions ?? [])
    .flat()
    .map((extension) => ({ ...extension, transforms: [] }));
}

function withCorrections(this: Processor): void {
  const data = this.data();
  data.toMarkdownExtensions = [...(data.toMarkdownExtensions ?? []), corrections];
}
