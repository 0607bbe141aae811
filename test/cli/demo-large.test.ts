import { expect, it } from 'vitest';
import { secret, testApp } from '../support/app.js';
import { runJsonCommand } from '../support/command-line.js';
import { countRows } from './demo-rows.js';

const test = await testApp();

it('docgraph demo --size large adds countries, members, change requests and conversations', async () => {
  const env = { DATABASE_URL: test.url, SECRET: secret };
  const { id } = await runJsonCommand(['demo', '--size', 'large', '--org', 'Large'], env);
  const counts = await countRows(test.store, id);
  expect(counts).toMatchObject({ members: 59, spaces: 26, conversations: 1_000, openJobs: 0 });
  const { open, merged, draft, archived } = counts.changeRequests as Record<string, number>;
  expect(open! + merged! + draft! + archived!).toBe(115);
  const page = await test.app.inject(`/published/${id}/kestrel-docs/countries/no/carriers/swiftair`);
  expect(page.body).toContain('Swiftair delivers to all places in Norway.');
});
