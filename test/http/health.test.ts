import { expect, it } from 'vitest';
import { testApp } from '../support/app.js';
import { seedOrganization, seedSpace } from '../support/seed.js';

const test = await testApp();

it('GET /healthz says that the process lives', async () => {
  const answer = await test.app.inject('/healthz');
  expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok' }]);
});

it('GET /readyz says that the database answers and is migrated', async () => {
  const answer = await test.app.inject('/readyz');
  expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok' }]);
});

it('a seeded space is read back', async () => {
  const { id, admin } = await seedOrganization(test);
  const space = await seedSpace(test, id);
  const page = await test.rest('GET', `/spaces/${space}/content/path/?format=markdown`, { token: admin.token });
  expect(page.body).toMatchObject({ title: 'Welcome', markdown: '# Welcome\n\nHello.\n', path: '' });
});
