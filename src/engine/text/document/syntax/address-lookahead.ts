import type { Construct, ConstructRecord, Extension, TokenizeContext } from 'micromark-util-types';

/**
 * What an address in plain text begins with, by the name of GFM's construct. GFM tries one at every word, and each try ends a
 * piece of text: a page of 100,000 words took 200 MB. With a look ahead only what will be an address is tried.
 */
const beginnings: Record<string, RegExp> = {
  emailAutolink: /[\w.+-]+@/y,
  wwwAutolink: /www\./iy,
  protocolAutolink: /https?:\/\//iy,
};

/** The page that is being read. Tokenizers see no further than one character, and reading is never interrupted. */
let page = '';

/** Reads a page with `read`, which uses extensions of `lookingAhead`. */
export function readAhead<Tree>(markdown: string, read: (markdown: string) => Tree): Tree {
  // As the parser does: a byte-order mark counts as no character.
  page = markdown.replace(/^\uFEFF/, '');
  try {
    return read(markdown);
  } finally {
    page = '';
  }
}

/** The same syntax, with addresses tried only where one begins. */
export function lookingAhead({ text, ...others }: Extension): Extension {
  return text ? { ...others, text: lookingAheadIn(text) } : others;
}

function lookingAheadIn(constructs: ConstructRecord): ConstructRecord {
  const entries = Object.entries(constructs).map(([code, value]) => [code, [value ?? []].flat().map(withLookahead)]);
  return Object.fromEntries(entries);
}

function withLookahead(construct: Construct): Construct {
  const beginning = beginnings[construct.name ?? ''];
  if (!beginning) return construct;
  return {
    ...construct,
    previous(this: TokenizeContext, code) {
      beginning.lastIndex = this.now().offset;
      return construct.previous!.call(this, code) && beginning.test(page);
    },
  };
}
