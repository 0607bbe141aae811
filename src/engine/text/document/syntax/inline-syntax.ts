import type { Literal, Nodes } from 'mdast';
import type { CompileContext, Extension as FromMarkdown } from 'mdast-util-from-markdown';
import type { Options as ToMarkdown } from 'mdast-util-to-markdown';
import type { Code, Construct, Extension, State, Token, TokenizeContext, TokenType } from 'micromark-util-types';

/** This file adds GitBook's inline extensions to CommonMark and GFM: formulas between `$$` and emoji between colons. */

/** An inline formula, `$$x^2$$`; `value` is TeX without the dollars. */
interface InlineMath extends Literal {
  type: 'inlineMath';
}

/** An emoji by its code, `:rocket:`; `value` includes the colons. */
interface Emoji extends Literal {
  type: 'emoji';
}

declare module 'mdast' {
  interface PhrasingContentMap {
    inlineMath: InlineMath;
    emoji: Emoji;
  }
  interface RootContentMap {
    inlineMath: InlineMath;
    emoji: Emoji;
  }
}

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    inlineMath: 'inlineMath';
    emoji: 'emoji';
  }
}

/**
 * Matches an emoji code between colons: lower-case letters, digits, `_`, `+` and `-`. Excludes one or two digits alone,
 * because they occur in a time such as `12:30:45`.
 */
export const emojiCode = /^(?=.{1,50}$)(?:[+-]1|\d{3,}|[\d_+-]*[a-z][a-z\d_+-]*)$/;

/** Matches a valid inline formula: one line that neither begins nor ends with `$` and does not contain `$$`. */
export const inlineFormula = /^(?!\$)(?![^\r\n]*\$\$)[^\r\n]*[^\r\n$]$/;

const [dollar, colon] = [36, 58];

/** Tokenizes formulas: `$$`, no third dollar, and text up to the next `$$` on the line. */
const math: Construct = {
  name: 'inlineMath',
  previous: (code) => code !== dollar,
  tokenize(effects, ok, nok) {
    return (code) => {
      effects.enter('inlineMath');
      effects.consume(code);
      return opened;
    };
    function opened(code: Code): State | undefined {
      if (code !== dollar) return nok(code);
      effects.consume(code);
      return first;
    }
    function first(code: Code): State | undefined {
      return code === dollar ? nok(code) : inside(code);
    }
    function inside(code: Code): State | undefined {
      if (isLineEnd(code)) return nok(code);
      effects.consume(code);
      return code === dollar ? closing : inside;
    }
    function closing(code: Code): State | undefined {
      if (code !== dollar) return inside(code);
      effects.consume(code);
      effects.exit('inlineMath');
      return ok;
    }
  },
};

/** Tokenizes emoji: a code between colons, with no letter, digit or colon next to them. */
const emoji: Construct = {
  name: 'emoji',
  previous: (code) => code !== colon && !isAlphanumeric(code),
  tokenize(effects, ok, nok) {
    let name = '';
    return (code) => {
      effects.enter('emoji');
      effects.consume(code);
      return inside;
    };
    function inside(code: Code): State | undefined {
      if (code === colon && emojiCode.test(name)) {
        effects.consume(code);
        effects.exit('emoji');
        return after;
      }
      if (code === null || code < 0 || name.length > 50 || !/[a-z\d_+-]/.test(String.fromCharCode(code))) {
        return nok(code);
      }
      name += String.fromCharCode(code);
      effects.consume(code);
      return inside;
    }
    function after(code: Code): State | undefined {
      return isAlphanumeric(code) ? nok(code) : ok(code);
    }
  },
};

/** Micromark extension that tokenizes formulas and emoji. */
export const tokenizers: Extension = {
  text: {
    [dollar]: allowAfter(math, ['inlineMath', 'characterEscape']),
    [colon]: allowAfter(emoji, ['emoji', 'characterEscape']),
  },
};

/** Allows a construct directly after some other constructs, regardless of their last character. */
function allowAfter(construct: Construct, allowedTypes: readonly TokenType[]): Construct {
  return {
    ...construct,
    previous(this: TokenizeContext, code) {
      const last = this.events.at(-1)?.[1].type;
      return construct.previous!.call(this, code) || (last !== undefined && allowedTypes.includes(last));
    },
  };
}

/** Creates syntax tree nodes from the tokens. */
export const nodeMakers: FromMarkdown = {
  enter: {
    inlineMath(token) {
      const source = this.sliceSerialize(token).slice(2, -2);
      // As in code, a pipe in a table cell is escaped with a backslash.
      const value = this.data.inTable ? source.replaceAll('\\|', '|') : source;
      this.enter({ type: 'inlineMath', value }, token);
    },
    emoji(token) {
      this.enter({ type: 'emoji', value: this.sliceSerialize(token) }, token);
    },
  },
  exit: { inlineMath: exit, emoji: exit },
};

function exit(this: CompileContext, token: Token): void {
  this.exit(token);
}

/** Writes the nodes as Markdown, and escapes text that would be parsed as one of them. */
export const writers: ToMarkdown = {
  unsafe: [
    { character: '$', after: '(?=\\$)', inConstruct: 'phrasing' },
    { character: '$', before: '(?<=\\$)', inConstruct: 'phrasing' },
    // The pattern `after` contains a lookbehind, because remark ignores a `before` condition if it has escaped the
    // character before. After emphasis, the first character of a text may become a character reference, which does not
    // count as an adjacent letter.
    {
      character: ':',
      after: '(?<=(?:(?<![A-Za-z\\d:])|^[^]?[A-Za-z\\d:]):)(?=[a-z\\d_+-]+:)',
      inConstruct: 'phrasing',
    },
  ],
  handlers: {
    inlineMath: (node: InlineMath, _, state) => {
      const value = state.stack.includes('tableCell') ? node.value.replaceAll('|', '\\|') : node.value;
      return `$$${value}$$`;
    },
    emoji: (node: Emoji) => node.value,
  },
};

/**
 * Escapes text next to an emoji. A letter, digit or colon directly next to the emoji's colons becomes a character
 * reference.
 */
export function escapeNextToEmoji(
  text: string,
  { before, after }: { before?: Nodes | undefined; after?: Nodes | undefined },
): string {
  let written = text;
  if (before?.type === 'emoji') written = written.replace(/^[A-Za-z\d]/, reference);
  if (before?.type === 'emoji') written = written.replace(/^\\?:/, '&#x3A;');
  if (after?.type === 'emoji') {
    written = written.replace(/(\\*)([A-Za-z\d:])$/, (_, slashes: string, last: string) => {
      const escaped = slashes.length % 2 === 1;
      if (escaped && last === ':') return `${slashes.slice(1)}&#x3A;`;
      return `${slashes}${escaped ? '\\' : ''}${reference(last)}`;
    });
  }
  return written;
}

function reference(character: string): string {
  return `&#x${character.charCodeAt(0).toString(16).toUpperCase()};`;
}

function isAlphanumeric(code: Code): boolean {
  return code !== null && code > 0 && /[A-Za-z\d]/.test(String.fromCharCode(code));
}

function isLineEnd(code: Code): boolean {
  return code === null || (code < 0 && code > -6 && code !== -1 && code !== -2);
}
