import fc from 'fast-check';
import { expect, it } from 'vitest';
import { conditionFaults } from '../../../src/engine/claims/check-condition.js';
import { conditionValue, parseCondition } from '../../../src/engine/claims/condition.js';
import { isConditionMet } from '../../../src/engine/claims/condition-met.js';
import { explainHidden } from '../../../src/engine/claims/explain.js';
import type { ValueRecord } from '../../../src/engine/text/expressions/expression.js';
import { schemas } from './schemas.js';

const names = [
  'a',
  'b',
  'roles',
  'toString',
  'constructor',
  '__proto__',
  'prototype',
  'hasOwnProperty',
  'length',
  'then',
];

/** Claims as a token may contain them: JSON, including names that have a meaning in JavaScript. */
const { claims } = fc.letrec<{ claims: ValueRecord; value: unknown }>((tie) => ({
  claims: fc
    .array(fc.tuple(fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 4 })), tie('value')), { maxLength: 4 })
    // `JSON.parse` makes `__proto__` an own member.
    .map((members) =>
      JSON.parse(`{${members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`),
    ),
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 4 },
    fc.constantFrom(null, true, false, 0, -1, 1e308, '', 'a', 'x'.repeat(300)),
    fc.string({ unit: 'grapheme' }),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('claims'),
  ),
}));

const chain = fc
  .array(
    fc.constantFrom(
      '.a',
      '.b',
      '.roles',
      '["toString"]',
      '.hasOwnProperty',
      '.length',
      '[0]',
      '["con" + "structor"]',
      '[visitor.claims.a]',
      '.includes("a")',
      '.split("")',
      '.concat(visitor.claims.b)',
      '.repeat(visitor.claims.a)',
    ),
    { maxLength: 4 },
  )
  .map((parts) => `visitor.claims${parts.join('')}`);

const { condition } = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small', maxDepth: 4 },
    chain,
    fc.constantFrom('true', '1', '"a"', 'undefined', '[1, "a"]'),
    fc
      .tuple(tie('condition'), fc.constantFrom('&&', '||', '??', '==', '!==', '<', '+', '**'), tie('condition'))
      .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
    tie('condition').map((inner) => `!${inner}`),
    fc
      .tuple(tie('condition'), tie('condition'), tie('condition'))
      .map(([test, yes, no]) => `(${test} ? ${yes} : ${no})`),
  ),
}));

it('any condition is evaluated without an error, in 2,000 steps, and without reading from prototypes', () => {
  let hidden = 0;
  fc.assert(
    fc.property(claims, condition, (given, source) => {
      const parsed = parseCondition(source);
      const budget = { steps: 2001 };
      if ('value' in parsed) {
        const outcome = conditionValue(parsed.value, given, budget);
        expect(typeof ('value' in outcome ? outcome.value : undefined)).not.toBe('function');
        expect('value' in outcome && outcome.value === Object.prototype).toBe(false);
      }
      expect(budget.steps).toBeGreaterThan(0);
      const why = explainHidden(source, given);
      expect(why === null).toBe(isConditionMet(source, given));
      if (why === null) return;
      hidden += 1;
      expect(source).toContain(why.part);
    }),
    { numRuns: 10_000 },
  );
  expect(hidden).toBeGreaterThan(1000);
});

it('the part of a condition that explains why an object is hidden is also false on its own', () => {
  fc.assert(
    fc.property(claims, condition, (given, source) => {
      const why = explainHidden(source, given);
      if (why) expect(isConditionMet(why.part, given)).toBe(false);
    }),
    { numRuns: 2000 },
  );
});

it('any text can be checked against any schema without an error', () => {
  fc.assert(
    fc.property(schemas, fc.oneof(condition, fc.string()), (schema, source) => void conditionFaults(source, schema)),
  );
});
