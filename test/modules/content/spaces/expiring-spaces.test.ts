import { expect, it } from 'vitest';
import { retention } from '../../../../src/access/space-retention.js';
import { testApp } from '../../../support/app.js';
import { moveClock } from '../../../support/clock.js';
import { seedOrganization } from '../../../support/seed.js';

const test = await testApp();
const { id: organization, admin } = await seedOrganization(test);
const ask = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  test.rest(method, path, { ...admin, ...(body && { body }) });

it('a space that is restored in the last minute of its retention is not deleted', async () => {
  const { body: space } = await ask('POST', `/orgs/${organization}/spaces`, { title: 'Late' });
  const { body: request } = await ask('POST', `/spaces/${space.id}/change-requests`, { subject: 'x' });
  const read = async () => (await ask('GET', `/spaces/${space.id}/change-requests/${request.id}`)).status;
  expect((await ask('DELETE', `/spaces/${space.id}`)).status).toBe(204);
  moveClock(retention - 20_000);
  expect(await read()).toBe(200);
  expect((await ask('POST', `/spaces/${space.id}/restore`)).status).toBe(200);
  moveClock(30_000);
  expect(await read()).toBe(200);
});
