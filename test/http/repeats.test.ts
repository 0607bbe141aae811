import { expect, it } from 'vitest';
import { testApp } from '../support/app.js';
import { seedOrganization } from '../support/seed.js';

const test = await testApp();
const { id: organization, admin } = await seedOrganization(test);
const path = `/orgs/${organization}/collections`;

it('a POST that is sent twice with one key makes one object, and is answered twice alike', async () => {
  const send = () =>
    test.rest('POST', path, { ...admin, body: { title: 'Once' }, headers: { 'idempotency-key': 'one' } });
  const [first, again] = [await send(), await send()];
  expect(again.body).toEqual(first.body);
  expect((await test.rest('GET', path, admin)).body.items).toHaveLength(1);
});
