import type { Construct, ConstructRecord, Extension, TokenizeContext } from 'micromark-util-types';

/**
 * Patterns for the possible beginning of an address in plain text, by the name of GFM's construct. GFM tries to find an
 * address at every word, and each attempt splits the text: a page of 100,000 words took 200 MB. The lookahead avoids
 * attempts that would fail.
 */
const addressStarts: Record<string, RegExp> = {
  emailAutolink: /[\w.+-]+@/y,
  wwwAutolink: /www\./iy,
  protocolAutolink: /https?:\/\//iy,
};

/**
 * The page that is being parsed. It is needed because tokenizers see only one character ahead. Parsing is synchronous,
 * so only one page is parsed at a time.
 */
let parsedPage = '';

/** Parses a page with `read`, which must use extensions returned by `withLookaheads`. */
export function parseWithLookahead<Tree>(markdown: string, read: (markdown: string) => Tree): Tree {
  // Offsets of the parser exclude a byte-order mark.
  parsedPage = markdown.replace(/^\uFEFF/, '');
  try {
    return read(markdown);
  } finally {
    parsedPage = '';
  }
}

/** Returns a syntax extension that tries to find an address only at a possible beginning. */
export function withLookaheads({ text, ...otherConstructs }: Extension): Extension {
  return text ? { ...otherConstructs, text: lookingAheadIn(text) } : otherConstructs;
}

function lookingAheadIn(constructs: ConstructRecord): ConstructRecord {
  const entries = Object.entries(constructs).map(([code, value]) => [code, [value ?? []].flat().map(withLookahead)]);
  return Object.fromEntries(entries);
}

function withLookahead(construct: Construct): Construct {
  const beginning = addressStarts[construct.name ?? ''];
  if (!beginning) return construct;
  return {
    ...construct,
    previous(this: TokenizeContext, code) {
      beginning.lastIndex = this.now().offset;
      return construct.previous!.call(this, code) && beginning.test(parsedPage);
    },
  };
}
