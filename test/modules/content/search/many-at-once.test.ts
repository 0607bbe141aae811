import { expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedOrganization, seedSpace } from '../../../support/seed.js';

const test = await testApp();
const { id: organization, admin } = await seedOrganization(test);

/**
 * Returns a text that takes one or two milliseconds to split into sections. It contains one of the twelve words that
 * the test searches for.
 */
const text = (number: number) =>
  `# Page ${number}\n\nTreasure of kind${number % 12}.\n\n${'## Part\n\nSome *words* of [many](README.md).\n\n'.repeat(250)}`;

it('a cold server serves many concurrent searches, however many texts they read', async () => {
  const pages = Array.from({ length: 600 }, (_, number) => [`page-${number}.md`, text(number)]);
  const space = await seedSpace(test, organization, Object.fromEntries(pages));
  const search = (_: unknown, number: number) =>
    test.rest('GET', `/spaces/${space}/search?query=kind${number % 12}`, admin);
  const answers = await Promise.all(Array.from({ length: 24 }, search));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(answers[0]!.body.items.length).toBeGreaterThan(0);
});
