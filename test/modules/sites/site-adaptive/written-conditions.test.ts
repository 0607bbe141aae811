import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedOrganization } from '../../../support/seed.js';
import { logOf } from '../sites/site-kit.js';
import { type AdaptiveSite, seedAdaptiveSite } from './adaptive-kit.js';
import { allClaims } from './all-claims.js';

const test = await testApp();
const acme = await seedOrganization(test);
let site: AdaptiveSite;
let paths: [string, string];

beforeAll(async () => {
  const siteSpaces = { 'one/first': 'visitor.claims.unknown' };
  site = await seedAdaptiveSite(test, acme, { sections: { one: 'visitor.claims.unknown' }, siteSpaces });
  paths = [`/sections/${site.parts.one}`, `/site-spaces/${site.parts['one/first']}`];
  await site.ask('PUT', '/adaptive-schema', { jsonSchema: allClaims });
});

it.each([
  ['visitor.claims.plan == "pro"', 'visitor.claims.roles.includes("admin")'],
  ['visitor.claims.unsigned.os == "linux" && !visitor.claims.isBeta', 'visitor.claims.seats > 3'],
])('conditions that match the schema are accepted: %s, %s', async (...conditions) => {
  for (const [index, path] of paths.entries()) {
    const { status, body } = await site.ask('PATCH', path, { condition: conditions[index] });
    expect([status, body.condition]).toEqual([200, conditions[index]]);
  }
});

it.each([
  [
    'visitor.claims.beta',
    '`visitor.claims.beta` is unknown at character 16; there is plan, isBeta, name, seats, roles, flags, company, unsigned',
  ],
  ['visitor.claims.plan == "gold"', '`visitor.claims.plan` has one of "pro", "free", never "gold" at character 24'],
  ['visitor.claims.isBeta == "yes"', '`visitor.claims.isBeta` is a yes or no and is compared with text at character 1'],
])('the mismatch %s returns 400 with its position, and nothing is written', async (condition, fault) => {
  for (const path of paths) {
    const before = (await site.ask('PATCH', path, {})).body;
    const events = (await logOf(test, acme.id)).length;
    const { status, body } = await site.ask('PATCH', path, { condition });
    expect([status, body.error.message]).toEqual([400, `\`condition\` must be an expression on the visitor: ${fault}`]);
    expect((await site.ask('PATCH', path, {})).body).toEqual(before);
    expect(await logOf(test, acme.id)).toHaveLength(events);
  }
});

it('an unchanged condition that a new schema has broken is accepted together with other changes', async () => {
  const properties = { plan: allClaims.properties.plan };
  for (const path of paths) await site.ask('PATCH', path, { condition: 'visitor.claims.isBeta' });
  await site.ask('PUT', '/adaptive-schema', { jsonSchema: { ...allClaims, properties } });
  for (const path of paths) {
    const response = await site.ask('PATCH', path, { condition: 'visitor.claims.isBeta', path: 'renamed' });
    expect([response.status, response.body.condition, response.body.path]).toEqual([
      200,
      'visitor.claims.isBeta',
      'renamed',
    ]);
    expect((await site.ask('PATCH', path, { condition: '!visitor.claims.isBeta' })).status).toBe(400);
    expect((await site.ask('PATCH', path, { condition: null })).body.condition).toBeUndefined();
  }
});
