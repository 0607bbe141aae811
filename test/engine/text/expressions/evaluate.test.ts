import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '../../../../src/engine/text/expressions/expression.js';
import { parseExpression } from '../../../../src/engine/text/expressions/parse.js';
import { evaluateSource } from './kit.js';

it.each([
  ['space.vars.product', 'Docgraph'],
  ['space.vars["product"]', 'Docgraph'],
  ['page.vars.os + " " + space.vars.version', 'Linux 3'],
  ['page.title.toUpperCase()', 'INSTALL'],
  ['space.vars.beta ? "beta" : "stable"', 'beta'],
  ['space.vars.missing ?? "none"', 'none'],
  ['space.nothing?.at.all', undefined],
  ['visitor.claims.tags.includes("b")', true],
  ['visitor.claims.tags.join("+")', 'a+b'],
  ['[1, 2, 3].length', 3],
  ['Math.max(1, page.vars.minutes, 3)', 5],
  ['Math.round(2.5) === 3 && !false', true],
  ['now().slice(0, 10)', '2026-01-02'],
  ['Math.random()', 0.25],
  ['"a-b-c".split("-").at(-1)', 'c'],
  ['"$&".replaceAll("$", "$$")', '$$&'],
  ['(3.14159).toFixed(2)', '3.14'],
  ['-space.vars.version ** 2', 9],
])('the value of %s is %j', (source, value) => {
  expect(evaluateSource(source)).toEqual({ value });
});

it.each([
  ['space.vars.nothing.x', '`space.vars.nothing` is undefined, so `space.vars.nothing.x` cannot be read'],
  ['spaces.vars.x', '`spaces` is unknown here at character 1; there is space, page, visitor'],
  ['1 +', 'Expected expression after + at character 4'],
  ['"abc', 'Unclosed quote after "abc" at character 5'],
  ['', 'the expression is empty'],
  ['1 2', 'an expression is one value, this has several'],
  ['space + 1', 'in `(space + 1)`: `+` needs text, numbers or booleans (got a record)'],
  ['"x".includes(1)', 'in `"x".includes(1)`: `includes` takes text (got a number)'],
  ['page.title.explode()', 'the method `explode` is unknown here at character 12'],
  ['explode()', 'the function `explode` is unknown here at character 1'],
  ['[1,,2]', 'a list has a value at each place, this one has a hole'],
])('the fault of %s is reported with its position', (source, fault) => {
  expect(evaluateSource(source)).toEqual({ fault });
});

describe('determinism depends only on the names', () => {
  const isDeterministic = (source: string) => {
    const parsed = parseExpression(source);
    if ('fault' in parsed) throw new Error(parsed.fault);
    return parsed.value.deterministic;
  };
  it.each(['1 + 1', 'space.vars.x', 'page.title + space.title', 'Math.round(space.vars.x)', '"now()"'])(
    '%s is deterministic',
    (source) => expect(isDeterministic(source)).toBe(true),
  );
  it.each([
    'now()',
    'Date.now()',
    'Math.random()',
    'visitor.claims.x',
    'true || visitor.claims.x',
    'space.vars[now()]',
  ])('%s is not deterministic', (source) => expect(isDeterministic(source)).toBe(false));
});

/**
 * Generates expressions with the same meaning in JavaScript: every operand is in brackets, and methods are called only
 * on types that have them.
 */
const { any } = fc.letrec<{ any: string; text: string; list: string }>((tie) => {
  const number = fc.oneof(
    fc.nat(1000).map(String),
    fc.double({ min: 0.001, max: 1e6, noNaN: true }).map((n) => n.toFixed(3)),
  );
  const word = fc.stringMatching(/^[a-z ]{0,8}$/).map((value) => JSON.stringify(value));
  const unary = fc
    .tuple(fc.constantFrom('-', '+', '!'), tie('any'))
    .map(([operator, operand]) => `${operator}(${operand})`);
  const operators = ['+', '-', '*', '/', '%', '**', '==', '!=', '===', '!==', '<', '<=', '>', '>=', '&&', '||', '??'];
  const binary = fc
    .tuple(tie('any'), fc.constantFrom(...operators), tie('any'))
    .map(([left, operator, right]) => `((${left}) ${operator} (${right}))`);
  const choice = fc
    .tuple(tie('any'), tie('any'), tie('any'))
    .map(([test, yes, no]) => `((${test}) ? (${yes}) : (${no}))`);
  const plainText = fc.constantFrom(
    'toUpperCase()',
    'toLowerCase()',
    'trim()',
    'slice(1)',
    'slice(-3, -1)',
    'padStart(7, "ab")',
    'repeat(2)',
    'substring(1, 3)',
    'charAt(1)',
  );
  const searchMethod = fc.tuple(fc.constantFrom('includes', 'startsWith', 'endsWith', 'indexOf'), tie('text'));
  return {
    text: fc.oneof(
      { depthSize: 'small' },
      word,
      fc.tuple(tie('text'), plainText).map(([text, method]) => `(${text}).${method}`),
      fc
        .tuple(tie('text'), tie('text'), tie('text'))
        .map(([text, search, by]) => `(${text}).replaceAll(${search}, ${by})`),
      fc.tuple(tie('list'), word).map(([list, separator]) => `(${list}).join(${separator})`),
      tie('any').map((value) => `String(${value})`),
    ),
    list: fc.oneof(
      { depthSize: 'small' },
      fc.array(tie('any'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
      fc.tuple(tie('text'), tie('text')).map(([text, separator]) => `(${text}).split(${separator})`),
      tie('list').map((list) => `(${list}).slice(1)`),
    ),
    any: fc.oneof(
      { depthSize: 'small' },
      number,
      word,
      fc.constantFrom('true', 'false', 'null', 'undefined'),
      tie('text'),
      unary,
      binary,
      choice,
      fc.tuple(tie('text'), searchMethod).map(([text, [method, part]]) => `(${text}).${method}(${part})`),
      tie('text').map((text) => `(${text}).length`),
      fc.tuple(tie('list'), fc.nat(3)).map(([list, index]) => `(${list})[${index}]`),
      fc.tuple(tie('any'), tie('any')).map((args) => `Math.min(${args.join(', ')})`),
    ),
  };
});

it('a generated expression has the same value as in JavaScript', () => {
  let compared = 0;
  fc.assert(
    fc.property(any, (source) => {
      const outcome = evaluateSource(source);
      if ('fault' in outcome) return expect(outcome.fault).toMatch(/at most|too many steps/);
      compared++;
      expect(outcome.value, source).toEqual(runInNewContext(source));
    }),
    { numRuns: 3000 },
  );
  expect(compared).toBeGreaterThan(1000);
});

it('any text is evaluated to a value or a fault, without an exception', () => {
  const word = fc.constantFrom(
    ...[
      'space',
      'page',
      'visitor',
      'vars',
      '.',
      '?.',
      '(',
      ')',
      '[',
      ']',
      '"',
      "'",
      '+',
      '-',
      '!',
      '?',
      ':',
      ',',
      '0',
      '1e9',
      '=>',
      '`',
      '{',
      '}',
      '/',
      'now()',
      'repeat',
      'this',
      'constructor',
      '__proto__',
      'new',
      ';',
      ' ',
      '\\',
      '\0',
      'é',
      '😀',
      '\ud800',
    ],
  );
  const randomSource = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.array(word, { maxLength: 40 }).map((words) => words.join('')),
  );
  fc.assert(
    fc.property(randomSource, (source) => {
      const outcome = evaluateSource(source);
      if ('fault' in outcome) expect(outcome.fault.length).toBeGreaterThan(0);
    }),
    { numRuns: 5000 },
  );
});

it('the steps of an expression and the length of its value are limited', () => {
  const grow = fc.constantFrom(
    '.repeat(9)',
    '.repeat(99999999)',
    '.padEnd(9999, "xy")',
    '.replaceAll("", "yyyy")',
    '.split("")',
    '.join("zzzz")',
    '.toUpperCase()',
  );
  fc.assert(
    fc.property(fc.array(grow, { maxLength: 60 }), (chain) => {
      const outcome = evaluateSource(`"abc"${chain.join('')}`);
      const value = 'fault' in outcome ? '' : (outcome.value as string | string[]);
      expect(value.length).toBeLessThanOrEqual(limits.text);
    }),
  );
});
