import { parse, validate } from 'graphql';
import { expect, it } from 'vitest';
import { subscriptionRootRule } from '../../../src/api/graphql/validation/subscription-root-rule.js';
import { testApp } from '../../support/app.js';
import { seedOrganization } from '../../support/seed.js';
import { schema } from '../../support/shared-schema.js';

const test = await testApp();
const { id, admin } = await seedOrganization(test);
const events = `organizationEvents(organization: "${id}")`;
const conditions = ['@skip(if: true)', '@skip(if: false)', '@include(if: true)', '@include(if: $yes)'];

/** Builds subscriptions with a directive in each position near the root. */
const places: [string, (directive: string) => string][] = [
  ['the field', (directive) => `subscription S($yes: Boolean = true) { ${events} ${directive} { sequence } }`],
  [
    'an inline fragment',
    (directive) => `subscription S($yes: Boolean = true) { ... ${directive} { ${events} { sequence } } }`,
  ],
  [
    'a field of an inline fragment',
    (directive) =>
      `subscription S($yes: Boolean = true) { ... on Subscription { ... { ${events} ${directive} { sequence } } } }`,
  ],
  [
    'a spread',
    (directive) =>
      `subscription S($yes: Boolean = true) { ...F ${directive} } fragment F on Subscription { ${events} { sequence } }`,
  ],
  [
    'a field of a fragment',
    (directive) =>
      `subscription S($yes: Boolean = true) { ...F } fragment F on Subscription { ${events} ${directive} { sequence } }`,
  ],
];

it.each(places)(
  'a subscription with @skip or @include on %s at its root is refused',
  async (_place, subscriptionWith) => {
    for (const directive of conditions) {
      const { status, data, errors } = await test.graphql(subscriptionWith(directive), admin);
      const name = directive.slice(0, directive.indexOf('('));
      expect([status, data, errors![0]!.message]).toEqual([
        400,
        undefined,
        `A subscription must not have \`${name}\` at its root`,
      ]);
      expect(errors![0]!.extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
    }
  },
);

it.each([
  `subscription S($yes: Boolean = true) { ${events} { sequence @include(if: $yes) } }`,
  '{ viewer { id } ...F @skip(if: true) } fragment F on Query { viewer @include(if: false) { email } }',
  'subscription { ...F } fragment F on Subscription { ...F }',
])('the rule about @skip and @include at the root of a subscription accepts %s', (query) => {
  expect(validate(schema, parse(query), [subscriptionRootRule])).toEqual([]);
});
