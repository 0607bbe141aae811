import type { Literal } from 'mdast';
import type { Extension as FromMarkdown } from 'mdast-util-from-markdown';
import type { Code, Construct, Effects, Extension, State, TokenizeContext } from 'micromark-util-types';
import type { Processor } from 'unified';

/** A formula between two lines of `$$`; `closed` is false if the second line is missing. */
export interface MathBlock extends Literal {
  type: 'mathBlock';
  closed: boolean;
}

declare module 'mdast' {
  interface BlockContentMap {
    mathBlock: MathBlock;
  }
  interface RootContentMap {
    mathBlock: MathBlock;
  }
}

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    mathBlock: 'mathBlock';
    mathBlockFence: 'mathBlockFence';
    mathBlockLine: 'mathBlockLine';
  }
}

const dollar = 36;

/** Parses a block formula: `$$`, lines of TeX and `$$`, also in quotes and list items. */
export function withMathBlocks(this: Processor): void {
  const data = this.data() as { micromarkExtensions?: Extension[]; fromMarkdownExtensions?: unknown[] };
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { flow: { [dollar]: construct } }];
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), fromMarkdown];
}

const construct: Construct = {
  name: 'mathBlock',
  concrete: true,
  tokenize(effects, ok, nok) {
    return mathBlock(this, effects, { ok, nok });
  },
};
/** Checks whether another line follows in the same container. */
const lineAhead: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    return nextLine(this, effects, { ok, nok });
  },
};

const closingFence: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    return fenceOnNextLine(effects, { ok, nok });
  },
};

/** Next parser states: `ok` if the construct matches, `nok` otherwise. */
interface Next {
  ok: State;
  nok: State;
}

/** State of the compilation: the lines of a formula by line number, and the number of its fences so far. */
const compiled = new WeakMap<object, { lines: Map<number, string>; fences: number }>();

const fromMarkdown: FromMarkdown = {
  enter: {
    mathBlock(token) {
      const node = { type: 'mathBlock', value: '', closed: false };
      compiled.set(node, { lines: new Map(), fences: 0 });
      this.enter(node as never, token);
    },
  },
  exit: {
    mathBlockFence() {
      compiled.get(this.stack.at(-1)!)!.fences++;
    },
    mathBlockLine(token) {
      compiled.get(this.stack.at(-1)!)!.lines.set(token.start.line, this.sliceSerialize(token));
    },
    mathBlock(token) {
      const node = this.stack.at(-1) as unknown as MathBlock;
      const { lines, fences } = compiled.get(node)!;
      node.closed = fences === 2;
      const count = token.end.line - token.start.line - (node.closed ? 1 : 0);
      node.value = Array.from({ length: count }, (_, index) => lines.get(token.start.line + index + 1) ?? '').join(
        '\n',
      );
      this.exit(token);
    },
  },
};

function mathBlock(context: TokenizeContext, effects: Effects, { ok, nok }: Next): State {
  const prefix = context.events.at(-1);
  const indentation = prefix?.[1].type === 'linePrefix' ? prefix[2].sliceSerialize(prefix[1], true).length : 0;
  return start;

  function start(code: Code): State | undefined {
    effects.enter('mathBlock');
    return fence(effects, { ok: atBreak, nok })(code);
  }

  function atBreak(code: Code): State | undefined {
    if (context.interrupt) return ok(code);
    return effects.check(lineAhead, beforeLine, end)(code);
  }

  function beforeLine(code: Code): State | undefined {
    return effects.attempt(closingFence, end, lineEnding)(code);
  }

  function lineEnding(code: Code): State | undefined {
    effects.enter('lineEnding');
    effects.consume(code);
    effects.exit('lineEnding');
    return indented(indentation);
  }

  /** Removes at most the indentation of the opening fence. */
  function indented(left: number): State {
    return (code) => {
      if (left === 0 || !isSpace(code)) return contentStart(code);
      effects.enter('linePrefix');
      effects.consume(code);
      effects.exit('linePrefix');
      return indented(left - 1);
    };
  }

  function contentStart(code: Code): State | undefined {
    if (isLineEnd(code)) return atBreak(code);
    effects.enter('mathBlockLine');
    return content(code);
  }

  function content(code: Code): State | undefined {
    if (isLineEnd(code)) {
      effects.exit('mathBlockLine');
      return atBreak(code);
    }
    effects.consume(code);
    return content;
  }

  function end(code: Code): State | undefined {
    effects.exit('mathBlock');
    return ok(code);
  }
}

function nextLine(context: TokenizeContext, effects: Effects, { ok, nok }: Next): State {
  return (code) => {
    if (code === null) return nok(code);
    effects.enter('lineEnding');
    effects.consume(code);
    effects.exit('lineEnding');
    return (next) => (context.parser.lazy[context.now().line] ? nok(next) : ok(next));
  };
}

function fenceOnNextLine(effects: Effects, { ok, nok }: Next): State {
  return (code) => {
    effects.enter('lineEnding');
    effects.consume(code);
    effects.exit('lineEnding');
    return prefix(0);
  };

  function prefix(size: number): State {
    return (code) => {
      if (size >= 4 || !isSpace(code)) return fence(effects, { ok, nok })(code);
      effects.enter('linePrefix');
      effects.consume(code);
      effects.exit('linePrefix');
      return prefix(size + 1);
    };
  }
}

/** Matches `$$` followed only by spaces to the end of the line. */
function fence(effects: Effects, { ok, nok }: Next): State {
  let size = 0;
  return (code) => {
    effects.enter('mathBlockFence');
    return sequence(code);
  };

  function sequence(code: Code): State | undefined {
    if (code === dollar && size < 2) {
      size++;
      effects.consume(code);
      return sequence;
    }
    return size === 2 ? trailing(code) : nok(code);
  }

  function trailing(code: Code): State | undefined {
    if (isSpace(code)) {
      effects.consume(code);
      return trailing;
    }
    if (!isLineEnd(code)) return nok(code);
    effects.exit('mathBlockFence');
    return ok(code);
  }
}

function isLineEnd(code: Code): boolean {
  return code === null || code < -2;
}

function isSpace(code: Code): boolean {
  return code === 32 || code === -2 || code === -1;
}
