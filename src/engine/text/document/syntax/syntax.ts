import type { Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkStringify from 'remark-stringify';
import { type Processor, unified } from 'unified';
import { parseWithLookahead, withLookaheads } from './address-lookahead.js';
import { corrections } from './corrections.js';
import { nodeMakers, tokenizers, writers } from './inline-syntax.js';
import { withMathBlocks } from './math-syntax.js';
import { withTags } from './tag-syntax.js';
import { writingSyntax } from './writing-syntax.js';

const reader = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(withInlines)
  .use(withTags)
  .use(withMathBlocks)
  .use(withoutTransforms)
  .freeze();

/**
 * Writes Markdown in one fixed style, so that equal documents have equal Markdown. Dividers and bullets use different
 * characters; otherwise a list that begins with a divider would be parsed as one long divider. Links always have
 * brackets, because GFM finds addresses in text, such as `me@a.b_c`, that are not valid in `<…>`.
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
  .use(withInlines)
  .use(withCorrections)
  .freeze();

/** Parses CommonMark with GFM and GitBook's inlines. The caller must check the cost first (`parse-cost.ts`). */
export function parseMarkdown(markdown: string): Root {
  return parseWithLookahead(markdown, (page) => reader.parse(page));
}

/** Writes a tree as Markdown with a newline at its end; '' for an empty tree. */
export function stringifyMarkdown(root: Root): string {
  return writer.stringify(root);
}

/**
 * Disables remark-gfm's second search for addresses in parsed text. It would turn escaped addresses into links, so they
 * could not be written as text. The tokenizer alone finds addresses by GFM's rules.
 */
function withoutTransforms(this: Processor): void {
  const data = this.data();
  data.fromMarkdownExtensions = (data.fromMarkdownExtensions ?? [])
    .flat()
    .map((extension) => ({ ...extension, transforms: [] }));
}

/** Adds GitBook's inline syntax. */
function withInlines(this: Processor): void {
  const data = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []).map(withLookaheads), tokenizers];
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), nodeMakers];
  data.toMarkdownExtensions = [...(data.toMarkdownExtensions ?? []), writers];
}

function withCorrections(this: Processor): void {
  const data = this.data();
  data.toMarkdownExtensions = [...(data.toMarkdownExtensions ?? []), corrections, writingSyntax];
}
