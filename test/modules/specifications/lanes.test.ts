import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { specificationJobs } from '../../../src/modules/specifications/job-kinds.js';
import { createOutbound } from '../../../src/platform/outbound/outbound.js';
import { startTestJobs } from '../../platform/jobs/kinds.js';
import { startRawHost } from '../../platform/outbound/hosts.js';
import { testApp } from '../../support/app.js';
import { seedOrganization } from '../../support/seed.js';

const test = await testApp({ RATE_LIMIT: 'off' });
const text = 'openapi: 3.1.0\ninfo: {title: Sent, version: "1"}\npaths: {}\n';

/** Creates an organization. Returns functions that use its specifications as its admin. */
async function seed() {
  const { id, admin } = await seedOrganization(test);
  const path = (slug: string) => `/orgs/${id}/openapi/${slug}`;
  const { store } = test;
  return {
    put: (slug: string, source: object) => test.rest('PUT', path(slug), { ...admin, body: { source } }),
    stateOf: async (slug: string) => (await test.rest('GET', path(slug), admin)).body.processingState,
    jobs: () =>
      store.read.all(
        store.sql.selectFrom('Job').select(['lane', 'status', 'attempts']).where('organizationId', '=', id),
      ),
  };
}

it('specifications whose host never responds do not delay others, and a stop does not wait for the host', async () => {
  const sockets: Socket[] = [];
  const { port } = await startRawHost((socket) => void sockets.push(socket));
  const [hanging, other] = [await seed(), await seed()];
  for (let index = 0; index < 8; index++) await hanging.put(`silent-${index}`, { url: `http://127.0.0.1:${port}/` });
  const fetch = createOutbound(['127.0.0.1']).specification;
  const jobs = await startTestJobs(test.store, specificationJobs({ store: test.store, fetch }), { drain: 0 });
  await expect.poll(() => sockets.length).toBe(4);
  await other.put('sent', { text });
  await expect.poll(() => other.stateOf('sent')).toBe('complete');
  expect(sockets.every(({ destroyed }) => !destroyed)).toBe(true);
  await jobs.close();
  const waiting = { lane: 'fetching', status: 'waiting', attempts: 0 };
  expect(await hanging.jobs()).toEqual(Array.from({ length: 8 }, () => waiting));
});

it('the kind of source determines the lane of the job, also when the source is replaced while the job waits', async () => {
  const { put, jobs } = await seed();
  await put('one', { text });
  expect(await jobs()).toMatchObject([{ lane: 'computing' }]);
  await put('one', { url: 'https://127.0.0.1/' });
  expect(await jobs()).toMatchObject([{ lane: 'fetching' }]);
  await put('one', { text });
  expect(await jobs()).toMatchObject([{ lane: 'computing' }]);
});
