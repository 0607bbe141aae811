import type { Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkStringify from 'remark-stringify';
import { type Processor, unified } from 'unified';
import { lookingAhead, readAhead } from './address-lookahead.js';
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
  .use(withInlines)
  .use(withCorrections)
  .freeze();

/** Reads CommonMark with GFM and the inlines of GitBook; the caller checks the cost first (`parse-cost.ts`). */
export function parseMarkdown(markdown: string): Root {
  return readAhead(markdown, (page) => reader.parse(page));
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

/** What GitBook writes within text. */
function withInlines(this: Processor): void {
  const data = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []).map(lookingAhead), tokenizers];
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), nodeMakers];
  data.toMarkdownExtensions = [...(data.toMarkdownExtensions ?? []), writers];
}

function withCorrections(this: Processor): void {
  const data = this.data();
  data.toMarkdownExtensions = [...(data.toMarkdownExtensions ?? []), corrections, writingSyntax];
}
