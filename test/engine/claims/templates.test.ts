import fc from 'fast-check';
import { expect, it } from 'vitest';
import { conditionFaults } from '../../../src/engine/claims/check-condition.js';
import type { ClaimSchema, ClaimsSchema } from '../../../src/engine/claims/claims-schema.js';
import { isConditionMet } from '../../../src/engine/claims/condition-met.js';
import { templateConditions } from '../../../src/engine/claims/templates.js';
import type { Value, ValueRecord } from '../../../src/engine/text/expressions/expression.js';
import { schemas } from './schemas.js';

const object = (properties: ClaimsSchema['properties'], description = ''): ClaimSchema & { type: 'object' } => ({
  type: 'object',
  description,
  properties,
  additionalProperties: false,
});

it('conditions are suggested for each claim with enumerable values, in the order of the schema', () => {
  const schema = object({
    isBeta: { type: 'boolean', description: 'In the beta' },
    name: { type: 'string', description: 'Name' },
    plan: { type: 'string', description: 'Plan', enum: ['pro', 'free', 'pro'] },
    seats: { type: 'number', description: 'Seats' },
    roles: { type: 'array', description: 'Roles', items: { type: 'string', description: '', enum: ['admin'] } },
    tags: { type: 'array', description: 'Tags', items: { type: 'string', description: '' } },
    flags: { type: 'array', description: 'Flags', items: { type: 'boolean', description: '' } },
    company: object({ 'is-new': { type: 'boolean', description: 'New customer' } }, 'Company'),
    unsigned: object({ os: { type: 'string', description: 'System', enum: ['C:\\users', '"'] } }),
  });
  expect(templateConditions(schema)).toEqual([
    { description: 'In the beta', condition: 'visitor.claims.isBeta' },
    { description: 'Not: In the beta', condition: '!visitor.claims.isBeta' },
    { description: 'Plan: pro', condition: 'visitor.claims.plan == "pro"' },
    { description: 'Plan: free', condition: 'visitor.claims.plan == "free"' },
    { description: 'Roles: admin', condition: 'visitor.claims.roles.includes("admin")' },
    { description: 'Flags: true', condition: 'visitor.claims.flags.includes(true)' },
    { description: 'Flags: false', condition: 'visitor.claims.flags.includes(false)' },
    { description: 'New customer', condition: 'visitor.claims.company["is-new"]' },
    { description: 'Not: New customer', condition: '!visitor.claims.company["is-new"]' },
    { description: 'System: C:\\users', condition: 'visitor.claims.unsigned.os == "C:\\\\users"' },
    { description: 'System: "', condition: 'visitor.claims.unsigned.os == "\\""' },
  ]);
});

it('conditions of more than 1,024 characters are not suggested', () => {
  const plan = (value: string) => object({ plan: { type: 'string', description: '', enum: [value, 'pro'] } });
  expect(templateConditions(plan('x'.repeat(999)))).toHaveLength(2);
  expect(templateConditions(plan('x'.repeat(1000)))).toHaveLength(1);
});

it('suggested conditions fit the schema and hold for a matching visitor; without claims, only negations hold', () => {
  let held = 0;
  fc.assert(
    fc.property(schemas, (schema) => {
      const visitors = visitorsWithEachValue(schema.properties);
      for (const { condition } of templateConditions(schema)) {
        expect(conditionFaults(condition, schema), condition).toEqual([]);
        expect(
          visitors.some((claims) => isConditionMet(condition, claims)),
          condition,
        ).toBe(true);
        expect(isConditionMet(condition, {}), condition).toBe(condition.startsWith('!'));
        held += 1;
      }
    }),
  );
  expect(held).toBeGreaterThan(100);
});

/** Returns one visitor for each value that a claim can have. */
function visitorsWithEachValue(claims: ClaimsSchema['properties']): ValueRecord[] {
  return Object.entries(claims).flatMap(([name, claim]) => valuesOf(claim).map((value) => ({ [name]: value })));
}

function valuesOf(claim: ClaimSchema): Value[] {
  switch (claim.type) {
    case 'object':
      return visitorsWithEachValue(claim.properties);
    case 'array':
      return valuesOf(claim.items).map((value) => ['other', value]);
    case 'boolean':
      return [true, false];
    case 'number':
      return [1];
    default:
      return claim.enum ?? ['text'];
  }
}
