import { describe, expect, it } from 'vitest';
import { conditionFaults } from '../../../src/engine/claims/check-condition.js';
import type { ClaimSchemas, ClaimsSchema } from '../../../src/engine/claims/claims-schema.js';

const object = (properties: ClaimSchemas) =>
  ({ type: 'object', description: '', properties, additionalProperties: false }) as const;
const text = { type: 'string', description: '' } as const;
const plan = { ...text, enum: ['free', 'pro'] };

const schema: ClaimsSchema = object({
  isBeta: { type: 'boolean', description: '' },
  plan,
  name: text,
  seats: { type: 'number', description: '' },
  roles: { type: 'array', description: '', items: { ...text, enum: ['admin', 'writer'] } },
  tags: { type: 'array', description: '', items: text },
  company: object({ country: text, 'is-new': { type: 'boolean', description: '' } }),
  unsigned: {
    ...object({ plan }),
    description: 'Unsigned claims of the site visitor.',
    ...({ kind: 'text' } as object),
  },
});

describe('the check of a condition', () => {
  it.each([
    'visitor.claims.isBeta',
    '!visitor.claims.isBeta || visitor.claims.plan == "pro"',
    'visitor.claims.isBeta === true',
    'visitor.claims.plan != "free" && visitor.claims.name == "anything"',
    'visitor.claims.plan == undefined',
    'visitor.claims.company != null',
    '"pro" == visitor.claims.plan',
    'visitor.claims.plan == visitor.claims.unsigned.plan',
    'visitor.claims.plan.startsWith("p")',
    'visitor.claims.plan.includes("r")',
    'visitor.claims.seats > 10 && visitor.claims.seats % 2 == 0',
    'visitor.claims.name.length > 3',
    'visitor.claims.roles.includes("admin")',
    'visitor.claims.roles[0] == "admin"',
    'visitor.claims.tags.length == 0',
    'visitor.claims.tags.includes(visitor.claims.name)',
    '["free", "pro"].includes(visitor.claims.plan)',
    'visitor.claims.company["is-new"]',
    'visitor.claims.company?.country == "AT"',
    'visitor.claims["pl" + "an"] == 5',
    'visitor.claims.isBeta ? visitor.claims.plan == "pro" : false',
  ])('accepts %s', (condition) => expect(conditionFaults(condition, schema)).toEqual([]));

  it.each([
    [
      'visitor.claims.beta',
      16,
      '`visitor.claims.beta` is unknown at character 16; there is isBeta, plan, name, seats, roles, tags, company, unsigned',
    ],
    ['  visitor.claims [ "beta" ]', 20, '`visitor.claims.beta` is unknown at character 20; there is'],
    [
      'visitor.claims.isBeta && visitor.claims.company.city',
      49,
      '`visitor.claims.company.city` is unknown at character 49; there is country, is-new',
    ],
    ['visitor.claims.toString', 16, '`visitor.claims.toString` is unknown at character 16'],
    ['visitor.name', 9, '`visitor.name` is unknown at character 9; there is claims'],
    [
      'visitor.claims.isBeta == "true"',
      1,
      '`visitor.claims.isBeta` is a yes or no and is compared with text at character 1',
    ],
    ['1 < visitor.claims.name', 1, '`1` is a number and is compared with text at character 1'],
    ['visitor.claims.seats == visitor.claims.name', 1, 'is a number and is compared with text'],
    ['visitor.claims.roles == "admin"', 1, '`visitor.claims.roles` is a list and is compared with text'],
    [
      'visitor.claims.plan == "gold"',
      24,
      '`visitor.claims.plan` has one of "free", "pro", never "gold" at character 24',
    ],
    [
      'visitor.claims.isBeta || "gold" !== visitor.claims.unsigned.plan',
      26,
      '`visitor.claims.unsigned.plan` has one of "free", "pro", never "gold" at character 26',
    ],
    [
      'visitor.claims.roles.includes("admn")',
      31,
      '`visitor.claims.roles` has one of "admin", "writer", never "admn" at character 31',
    ],
    ['visitor.claims.roles.includes(1)', 1, '`visitor.claims.roles` is text and is compared with a number'],
    [
      '["pro", "gold"].includes(visitor.claims.plan)',
      9,
      '`visitor.claims.plan` has one of "free", "pro", never "gold" at character 9',
    ],
    [
      'visitor.claims.isBeta.includes("x")',
      1,
      '`visitor.claims.isBeta` is a yes or no and has no method `includes` at character 1',
    ],
    ['visitor.claims.company.includes("x")', 1, '`visitor.claims.company` is a record and has no method `includes`'],
    ['visitor.claims.plan.name', 21, '`visitor.claims.plan` is text and has no `name` at character 21'],
  ])('refuses %s at character %i', (condition, column, fault) => {
    expect(conditionFaults(condition, schema)).toEqual([{ column, fault: expect.stringContaining(fault) }]);
  });

  it('reports all faults, in the order of the text', () => {
    const faults = conditionFaults('visitor.claims.a && (visitor.claims.plan == "x" || !visitor.claims.b)', schema);
    expect(faults.map(({ column }) => column)).toEqual([16, 45, 68]);
  });

  it('only parses a condition if there is no schema', () => {
    expect(conditionFaults('visitor.claims.whatever == 5', null)).toEqual([]);
    expect(conditionFaults('visitor.claims.whatever ==', null)).toEqual([
      { fault: expect.stringContaining('at character 27') },
    ]);
  });

  it('refuses every claim if the schema has none', () => {
    const [fault] = conditionFaults('visitor.claims.plan', object({}));
    expect(fault!.fault).toBe('`visitor.claims.plan` is unknown at character 16; there is none');
  });
});
