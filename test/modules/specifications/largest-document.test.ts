import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import { testApp } from '../../support/app.js';
import { holdsBounds, withinBounds } from '../../support/cost.js';
import { seedOrganization } from '../../support/seed.js';
import { readSharedText } from '../../support/shared-data.js';
import { processWaitingSpecifications } from './processing.js';

const largest = readSharedText('openapi/large-github-3.0.min.json');

/** Maximum of the 99th percentile of the event loop delay, in milliseconds. */
const maxDelayMs = 50;

it.skipIf(largest === null)(
  'the largest real document is read within 10 s and 500 MB, without blocking the event loop',
  async () => {
    const test = await testApp({ RATE_LIMIT: 'off' });
    const { id, admin } = await seedOrganization(test);
    const at = `/orgs/${id}/openapi`;
    const delay = monitorEventLoopDelay({ resolution: 1 });
    const read = await withinBounds({ clock: 10, megabytes: 500 }, async (run) => {
      const text = largest!.replace('"paths":', `"x-run":${run},"paths":`);
      const source = { text };
      expect((await test.rest('PUT', `${at}/github`, { ...admin, body: { source } })).status).toBeLessThan(300);
      delay.enable();
      await processWaitingSpecifications(test);
      delay.disable();
      return (await test.rest('GET', `${at}/github`, admin)).body;
    });
    expect(read).toMatchObject({
      processingState: 'complete',
      lastProcessedErrors: [],
      lastVersion: expect.any(String),
    });
    if (holdsBounds) expect(delay.percentile(99) / 1e6).toBeLessThan(maxDelayMs);
  },
);
