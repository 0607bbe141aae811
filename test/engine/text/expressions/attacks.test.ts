import { describe, expect, it } from 'vitest';
import { parseExpression } from '../../../../src/engine/text/expressions/parse.js';
import { renderExpression } from '../../../../src/engine/text/expressions/render-expression.js';
import { conditionVocabulary } from '../../../../src/engine/text/expressions/vocabulary.js';
import { withinBounds } from '../../../support/cost.js';
import { evaluateSource, evaluation } from './kit.js';

/**
 * Expressions that try to reach functions and objects of the server. The parser refuses each of them, in pages and in
 * conditions.
 */
const refused = [
  'constructor',
  'constructor.constructor',
  'constructor.constructor("return process")()',
  '"".constructor',
  '"".constructor.constructor("return process")()',
  '[].constructor',
  '[]["constructor"]',
  '[].constructor.constructor("return 1")()',
  '[]["constructor"]["constructor"]("return 1")()',
  '(1).constructor',
  'true.constructor',
  'visitor.constructor',
  'visitor["constructor"]',
  'visitor.claims.constructor',
  'visitor.claims.__proto__',
  'visitor.claims["__proto__"]',
  'visitor?.__proto__',
  'visitor.__proto__.polluted',
  'visitor.claims.prototype',
  'visitor.claims.__defineGetter__("x")',
  'visitor.claims.__lookupGetter__("x")',
  '__proto__',
  'this',
  'this.constructor',
  'globalThis',
  'global.process',
  'process.exit(1)',
  'process.mainModule.require("fs")',
  'require("fs")',
  'import("fs")',
  'eval("1")',
  'Function("return 1")()',
  'new Function("return 1")',
  'new Date()',
  'setTimeout("1")',
  'Object.keys(visitor)',
  'Reflect.ownKeys(visitor)',
  'Symbol.iterator',
  'JSON.parse("{}")',
  'Array(1e9)',
  'String.fromCharCode(0)',
  'visitor.claims.x = 1',
  'visitor.claims.x += 1',
  'x = 1',
  'x++',
  '() => 1',
  'x => x',
  'function () {}',
  '(function () {})()',
  'while (true) {}',
  'for (;;) {}',
  '1; 2',
  '1, 2',
  '/a+$/.test("aaaa")',
  '"a".match("(a+)+$")',
  '"a".search("a")',
  '"a".matchAll("a")',
  '"a".normalize()',
  '"a".localeCompare("b")',
  '"a".toLocaleUpperCase("tr")',
  '"a".valueOf()',
  '"a".bold()',
  '"a".hasOwnProperty("length")',
  '[1].map(x => x)',
  '[1].sort()',
  '[1].push(2)',
  '[3].reduce(1)',
  '[1].toString.call("x")',
  '"a".toString.call.call(1)',
  '"a"["toUpperCase"]()',
  '"a"[visitor]()',
  'visitor()',
  'visitor.claims()',
  'visitor.claims?.()',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what an attacker writes.
  '`${visitor}`',
  '{a: 1}',
  '...[1]',
  'typeof visitor',
  'void 0',
  'delete visitor.claims',
  '"x" in visitor',
  'visitor instanceof Object',
  '1 | 2',
  '1 << 30',
  '~1',
  'await 1',
  'yield 1',
  '"\\u0063onstructor"',
  '"\\x63"',
  '[,]',
  '[1,,2]',
  '@',
  '#',
  '\\u0061',
];

describe.each([
  ['pages', undefined],
  ['conditions', conditionVocabulary],
])('in %s', (_, vocabulary) => {
  it.each(refused)('%s is refused when it is parsed', (source) => {
    expect(parseExpression(source, vocabulary)).toEqual({ fault: expect.stringMatching(/.{5}/) });
  });
});

it.each([
  'visitor["const" + "ructor"]',
  'visitor.claims["__pro" + "to__"]',
  'visitor["prot" + "otype"]',
  '""["constr" + "uctor"]',
  '[]["__proto" + "__"]',
  'visitor[["__proto__"]]',
  'visitor[visitor]',
  'visitor[true]',
  'visitor[null]',
  '"x".repeat(1e9)',
  '"x".padEnd(1e9)',
  '"x".padStart(Infinity)',
  '"x".repeat(-1)',
  '"x".repeat(9999).replaceAll("x", "yyyy")',
  '"x".repeat(9999).split("")',
  '(1).toFixed(101)',
  '(1).toFixed(-1)',
  'visitor + ""',
  '[1] + 1',
  'visitor == "x"',
  '-visitor',
  'String(visitor)',
  'Math.max([1])',
  '[visitor].join("")',
])('the expression %s is refused when it is evaluated', (source) => {
  expect(evaluateSource(source)).toEqual({ fault: expect.stringMatching(/.{5}/) });
});

it.each(['hasOwnProperty', 'toString', 'valueOf', 'isPrototypeOf', 'toLocaleString', 'propertyIsEnumerable'])(
  'the inherited member `%s` is undefined',
  (name) => {
    for (const object of ['visitor', 'visitor.claims', '[1]', '"a"', '(1)', 'true']) {
      expect(evaluateSource(`${object}.${name}`)).toEqual({ value: undefined });
      expect(evaluateSource(`${object}["${name}"]`)).toEqual({ value: undefined });
    }
  },
);

it.each([
  ['brackets', '('.repeat(1000)],
  ['matched brackets', `${'('.repeat(511)}1${')'.repeat(511)}`],
  ['lists', `${'['.repeat(511)}${']'.repeat(511)}`],
  ['members', `${'a['.repeat(300)}`],
  ['signs', `${'!'.repeat(1023)}1`],
  ['choices', `${'1?'.repeat(500)}1`],
  ['calls', `now${'()'.repeat(500)}`],
  ['spaces', ' '.repeat(1024)],
  ['dots', '.'.repeat(1024)],
  ['a quote', `"${'\\'.repeat(1023)}`],
])('a thousand nested %s are evaluated within 0.1 s of CPU', async (_, source) => {
  await withinBounds({ cpu: 0.1 }, () => evaluateSource(source));
});

it('an expression of 1,024 characters is accepted, a longer one is refused', () => {
  expect(evaluateSource(`"${'x'.repeat(1022)}"`)).toEqual({ value: 'x'.repeat(1022) });
  expect(evaluateSource(`"${'x'.repeat(1023)}"`)).toEqual({
    fault: 'an expression has at most 1024 characters, this one 1025',
  });
});

it('an expression may have 64 nested brackets and not 65; brackets in texts do not count', () => {
  const nested = (depth: number) => `${'('.repeat(depth)}1${')'.repeat(depth)}`;
  expect(evaluateSource(nested(64))).toEqual({ value: 1 });
  expect(evaluateSource(`"(((" + '\\'[[' + ${nested(64)}`)).toEqual({ value: `((('[[1` });
  const fault = 'an expression has at most 64 nested brackets, this one has more at character';
  expect(evaluateSource(nested(65))).toEqual({ fault: `${fault} 65` });
  expect(evaluateSource(`1 + ${'['.repeat(500)}${']'.repeat(500)}`)).toEqual({ fault: `${fault} 69` });
});

it.each([
  ['visitor.constructor.constructor("x")', 9],
  ['"constructors" + visitor . constructor', 28],
  ['visitor["__proto__"]', 10],
  ['visitor.claims?.prototype', 17],
])('the expression %s is refused with the position of the member, character %i', (source, place) => {
  expect(parseExpression(source)).toEqual({ fault: expect.stringMatching(`may not be read at character ${place}$`) });
});

it('an expression of 200 parts is accepted, one with more is refused', () => {
  const sum = (terms: number) => Array(terms).fill('1').join('+');
  expect(evaluateSource(sum(100))).toEqual({ value: 100 });
  expect(evaluateSource(sum(101))).toEqual({ fault: 'an expression has at most 200 parts, this one has more' });
});

it('a condition can read the visitor and cannot call functions', () => {
  for (const source of ['space.vars.x', 'page.title', 'now()', 'Math.random()', 'String(1)']) {
    expect(parseExpression(source, conditionVocabulary)).toHaveProperty('fault');
  }
  expect(evaluateSource('visitor.claims.plan === "pro"', conditionVocabulary)).toEqual({ value: true });
});

const haystack = '"a".repeat(10000)';
const needle = '"a".repeat(2500) + "b" + "a".repeat(2500)';

it.each(['includes', 'indexOf', 'split'])(
  '`%s` costs as many steps as its slowest search, because thousands of such calls would block the server for minutes',
  (method) => {
    expect(evaluateSource(`${haystack}.${method}(${needle})`)).toEqual({
      fault: expect.stringMatching(/takes too many steps$/),
    });
    expect(evaluateSource(`${haystack}.${method}("a".repeat(1000) + "b")`)).toHaveProperty('value');
  },
);

it.each(['replace', 'replaceAll'])('`%s` also costs as many steps as its slowest search', (method) => {
  expect(evaluateSource(`${haystack}.${method}(${needle}, "")`)).toEqual({
    fault: expect.stringMatching(/takes too many steps$/),
  });
});

it('the expressions of a page have at most 400,000 characters in total, so that parsing takes limited time', () => {
  const page = evaluation();
  const costly = `${'!'.repeat(999)}1`;
  const results = Array.from({ length: 401 }, () => renderExpression(costly, page));
  expect(results[399]).toMatch(/at most 200 parts/);
  expect(results[400]).toBe('[expression: the page has too many expressions]');
});
