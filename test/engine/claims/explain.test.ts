import { describe, expect, it } from 'vitest';
import { explainHidden } from '../../../src/engine/claims/explain.js';

const visitor = { plan: 'free', isBeta: true, seats: 3, roles: ['writer'], company: { country: 'AT' } };

describe('the explanation why a condition hides an object', () => {
  it.each([
    ['visitor.claims.plan == "pro"', 'visitor.claims.plan == "pro"'],
    ['  visitor.claims.absent  ', 'visitor.claims.absent'],
    ['!visitor.claims.isBeta', '!visitor.claims.isBeta'],
    // A false `&&` is explained by its first false operand.
    ['visitor.claims.plan == "pro" && visitor.claims.isBeta', 'visitor.claims.plan == "pro"'],
    ['visitor.claims.isBeta && visitor.claims.seats  >  10', 'visitor.claims.seats  >  10'],
    [
      'visitor.claims.isBeta && (visitor.claims.seats > 1 && visitor.claims.company["country"] == \'DE\')',
      'visitor.claims.company["country"] == \'DE\'',
    ],
    // A false `||` is explained by the whole `||`, with both operands.
    [
      'visitor.claims.plan == "pro" || visitor.claims.seats > 10',
      'visitor.claims.plan == "pro" || visitor.claims.seats > 10',
    ],
    ['visitor.claims.isBeta && (visitor.claims.x || visitor.claims.y)', '(visitor.claims.x || visitor.claims.y)'],
    ['visitor.claims.roles.includes("admin") && true', 'visitor.claims.roles.includes("admin")'],
    // A false conditional expression is explained by the branch that it takes. If this branch is a literal, it is
    // explained by the whole expression.
    ['visitor.claims.isBeta ? visitor.claims.seats > 5 : true', 'visitor.claims.seats > 5'],
    ['visitor.claims.seats > 5 ? true : false', 'visitor.claims.seats > 5 ? true : false'],
    ['visitor.claims.company[  "x" ] && 1', 'visitor.claims.company[  "x" ]'],
    ['[1, 2].includes( visitor.claims.seats ) && 1', '[1, 2].includes( visitor.claims.seats )'],
  ])('names the part of %s that is false: %s', (condition, part) => {
    expect(explainHidden(condition, visitor)).toEqual({ part });
  });

  it.each([
    ['visitor.claims.isBeta && visitor.claims.seats.includes("3")', 'visitor.claims.seats.includes("3")', 'includes'],
    ['!(1 > visitor.claims.company)', '(1 > visitor.claims.company)', 'got a record'],
    ['visitor.claims.x || visitor.claims.roles > 1', 'visitor.claims.roles > 1', 'got a list'],
    ['visitor.claims.plan ==', 'visitor.claims.plan ==', 'Expected expression'],
  ])('names the part of %s that cannot be evaluated: %s', (condition, part, fault) => {
    expect(explainHidden(condition, visitor)).toEqual({ part, fault: expect.stringContaining(fault) });
  });

  it.each([null, '', 'visitor.claims.isBeta', 'visitor.claims.x || visitor.claims.seats == 3'])(
    'is null for %j, which shows the object',
    (condition) => expect(explainHidden(condition, visitor)).toBe(null),
  );
});
