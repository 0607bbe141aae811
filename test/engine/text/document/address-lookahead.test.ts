import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import type { Extension } from 'micromark-util-types';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { expect, it } from 'vitest';
import { parseWithLookahead, withLookaheads } from '../../../../src/engine/text/document/syntax/address-lookahead.js';
import { parseMarkdown } from '../../../../src/engine/text/document/syntax/syntax.js';

const gfm = unified().use(remarkParse).use(remarkGfm).freeze();

/** Counts the attempts to read an address in a text. */
function countAttempts(markdown: string): number {
  let tries = 0;
  const counting: Extension = {
    text: {
      ['w'.charCodeAt(0)]: {
        name: 'wwwAutolink',
        previous: () => true,
        tokenize: (_effects, _ok, nok) => (code) => {
          tries++;
          return nok(code);
        },
      },
    },
  };
  parseWithLookahead(markdown, (page) => fromMarkdown(page, { extensions: [withLookaheads(counting)] }));
  return tries;
}

it('the parser looks for an address only where one can begin, also after tabs, quotes and a byte-order mark', () => {
  expect(countAttempts('word '.repeat(1000))).toBe(0);
  expect(countAttempts('word www.a word www.b')).toBe(2);
  expect(countAttempts('\uFEFF\tw\r\n\n> - w\n>   w www.a\n\n\twww.code')).toBe(1);
});

it('the parser finds the same addresses as GFM', () => {
  const part = fc.constantFrom('www.a.b', 'WWW.', 'http://a.b/c', 'HTTPS://A.B', 'a_b@c.de', 'x+1@a.b', '@', 'w', 'ht');
  const other = fc.constantFrom(
    ' ',
    '\n',
    '\r\n',
    '\n> ',
    '\n- ',
    '\t',
    '\\',
    '_',
    '**',
    '(',
    '[',
    ']',
    '<',
    'é',
    '漢',
    '/',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(part, other), { maxLength: 12 }), (parts) => {
      const markdown = parts.join('');
      expect(linksOf(parseMarkdown(markdown))).toEqual(linksOf(parseWithGfm(markdown)));
    }),
    { numRuns: 500 },
  );
});

/**
 * Parses Markdown with the tokenizers of the GFM package, but without that package's second search for links in the
 * parsed text.
 */
function parseWithGfm(markdown: string): Nodes {
  const { micromarkExtensions: extensions = [], fromMarkdownExtensions = [] } = gfm.data();
  const mdastExtensions = fromMarkdownExtensions.flat().map((extension) => ({ ...extension, transforms: [] }));
  return fromMarkdown(markdown, { extensions, mdastExtensions });
}

function linksOf(node: Nodes): string[] {
  if (node.type === 'link') return [node.url];
  return 'children' in node ? node.children.flatMap(linksOf) : [];
}
