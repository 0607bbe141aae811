import { expect, it, vi } from 'vitest';
import { testApp } from '../support/app.js';
import { seedOrganization } from '../support/seed.js';

const test = await testApp({ LOG_LEVEL: 'debug' });

it('the log names what was asked for, without the ids of invite links and without the query', async () => {
  const written: string[] = [];
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((line) => written.push(String(line)) > 0);
  const { id, admin } = await seedOrganization(test);
  const { body } = await test.rest('POST', `/orgs/${id}/link-invites`, { ...admin, body: { role: 'read' } });
  await test.rest('PATCH', `/orgs/${id}/link-invites/${body.id}`, { ...admin, body: { role: 'edit' } });
  await test.rest('POST', `/orgs/${id}/invites/${body.id}`, admin);
  await test.app.inject({ url: `/v1/orgs/${id}//invites//${body.id}?ticket=secret`, headers: {} });
  await test.app.inject({ url: `/app/${body.id}` });
  write.mockRestore();
  const paths = written.flatMap((line) => JSON.parse(line).req?.path ?? []);
  expect(paths).toEqual([
    `/v1/orgs/${id}/link-invites`,
    `/v1/orgs/${id}/link-invites/inv_…`,
    `/v1/orgs/${id}/invites/inv_…`,
    `/v1/orgs/${id}//invites//inv_…`,
    '/app/inv_…',
  ]);
  expect(written.join('')).not.toMatch(new RegExp(`${body.id}|secret`));
});
