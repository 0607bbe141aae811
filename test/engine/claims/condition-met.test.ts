import { expect, it } from 'vitest';
import { isConditionMet } from '../../../src/engine/claims/condition-met.js';
import type { ValueRecord } from '../../../src/engine/text/expressions/expression.js';

const visitor: ValueRecord = {
  plan: 'pro',
  isBeta: true,
  seats: 12,
  roles: ['admin', 'writer'],
  company: { country: 'AT' },
  unsigned: { theme: 'dark' },
  'is-staff': false,
  none: null,
};

it.each([null, '', '   '])('an object without a condition (%j) is shown to every visitor', (condition) => {
  expect(isConditionMet(condition, {})).toBe(true);
});

it.each([
  'visitor.claims.isBeta',
  '!visitor.claims["is-staff"]',
  'visitor.claims.plan == "pro"',
  'visitor.claims.plan === "pro" && visitor.claims.seats > 10',
  'visitor.claims.roles.includes("admin")',
  'visitor.claims.company.country == "AT"',
  'visitor.claims.unsigned.theme == "dark"',
  'visitor.claims.plan ? visitor.claims.isBeta : false',
  // A missing claim is undefined, and so are its members.
  'visitor.claims.absent == undefined',
  'visitor.claims.absent.deeper.still == undefined',
  '!visitor.claims.absent.includes("admin")',
  '!visitor.claims.absent["deeper"].includes("admin")',
  'visitor.claims.none.deeper == undefined',
])('the condition %s shows its object', (condition) => expect(isConditionMet(condition, visitor)).toBe(true));

it.each([
  'visitor.claims["is-staff"]',
  'visitor.claims.plan == "free"',
  'visitor.claims.absent',
  'visitor.claims.absent.deeper == "a"',
  'visitor.claims.absent.includes("admin")',
  'visitor.claims.absent.seats > 10',
  'visitor.claims.toString',
  'visitor.claims.hasOwnProperty',
  // Conditions whose evaluation fails.
  'visitor.claims.seats.includes("1")',
  '!visitor.claims.seats.includes("1")',
  'visitor.claims.company > 1',
  // Conditions that cannot be parsed.
  'visitor.claims.plan ==',
  'visitor.claims.constructor',
  'space.title == undefined',
])('the condition %s hides its object', (condition) => expect(isConditionMet(condition, visitor)).toBe(false));
