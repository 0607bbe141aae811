import type { Literal } from 'mdast';
import type { Extension as FromMarkdown } from 'mdast-util-from-markdown';
import { htmlFlow } from 'micromark-core-commonmark';
import { factorySpace } from 'micromark-factory-space';
import type { Code, Construct, Effects, Extension, State, TokenizeContext } from 'micromark-util-types';
import type { Processor } from 'unified';
import { readTag } from './tag-text.js';

/** A tag alone on its line; `value` is the line without indentation. */
export interface Tag extends Literal {
  type: 'tag';
  /** Whether the tag is written as a separate block, with blank lines around it. */
  alone?: true;
}

declare module 'mdast' {
  interface BlockContentMap {
    tag: Tag;
  }
  interface RootContentMap {
    tag: Tag;
  }
}

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    tagLine: 'tagLine';
  }
}

const openBrace = 123;
const lessThan = 60;

/** Parses tags as separate blocks, also in quotes and list items. A tag ends a paragraph before it. */
export function withTags(this: Processor): void {
  const data = this.data() as { micromarkExtensions?: Extension[]; fromMarkdownExtensions?: unknown[] };
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), syntax];
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), fromMarkdown];
}

const construct: Construct = {
  name: 'tagLine',
  tokenize(effects, ok, nok) {
    return tagLine(this, effects, { ok, nok });
  },
};

/** Tokenizer of an HTML block that ends not only before a blank line, but also before a line with a tag. */
const htmlUpToTag: Construct = {
  ...htmlFlow,
  name: 'htmlUpToTag',
  tokenize(effects, ok, nok) {
    let lastOffset: number | undefined;
    const check: Effects['check'] = (next, found, missing) => {
      // At a line end, the HTML tokenizer first checks for a blank line, and then, at the same offset, for a
      // continuation line.
      const { offset } = this.now();
      const isSecond = offset === lastOffset;
      lastOffset = offset;
      const goOn = effects.check(next, found, missing ?? nok);
      return isSecond ? effects.check(tagAhead, missing ?? nok, goOn) : goOn;
    };
    return htmlFlow.tokenize.call(this, { ...effects, check }, ok, nok);
  },
};

/** Matches a line ending, then a tag of GitBook's syntax alone on the next line. */
const tagAhead: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    return (code) => {
      if (code === null) return nok(code);
      effects.enter('lineEnding');
      effects.consume(code);
      effects.exit('lineEnding');
      return factorySpace(
        effects,
        (next) => (next === openBrace ? tagLine(this, effects, { ok, nok })(next) : nok(next)),
        'linePrefix',
      );
    };
  },
};

const syntax: Extension = {
  flow: { [openBrace]: construct, [lessThan]: [construct, htmlUpToTag] },
};

const fromMarkdown: FromMarkdown = {
  enter: {
    tagLine(token) {
      this.enter({ type: 'tag', value: this.sliceSerialize(token).trimEnd() } as never, token);
    },
  },
  exit: {
    tagLine(token) {
      this.exit(token);
    },
  },
};

/** Next parser states: `ok` if the construct matches, `nok` otherwise. */
interface Next {
  ok: State;
  nok: State;
}

function tagLine(context: TokenizeContext, effects: Effects, { ok, nok }: Next): State {
  return start;

  function start(code: Code): State | undefined {
    effects.enter('tagLine');
    effects.consume(code);
    return code === openBrace ? percent : tagName;
  }

  function percent(code: Code): State | undefined {
    return code === 37 ? line(code) : nok(code);
  }

  /** Accepts the first character of `<details>`, `</details>` and `<summary>`, after the `<`. Any other tag is HTML. */
  function tagName(code: Code): State | undefined {
    return code === 47 || code === 100 || code === 115 ? line(code) : nok(code);
  }

  function line(code: Code): State | undefined {
    if (code !== null && code >= 0) {
      effects.consume(code);
      return line;
    }
    if (code === -2 || code === -1) {
      effects.consume(code);
      return line;
    }
    const token = effects.exit('tagLine');
    return readTag(context.sliceSerialize(token)) ? ok(code) : nok(code);
  }
}
