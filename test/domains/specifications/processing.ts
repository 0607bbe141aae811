import { specificationJobs } from '../../../src/domains/specifications/job-kinds.js';
import { workOff } from '../../../src/jobs/work-off.js';
import type { FetchBytes } from '../../../src/outbound/fetch-bytes.js';
import { createOutbound } from '../../../src/outbound/outbound.js';
import type { TestApp } from '../../support/app.js';

const { specification } = createOutbound([]);

/** Processes all specifications that wait for it. */
export async function processAll({ store }: Pick<TestApp, 'store'>, fetch: FetchBytes = specification): Promise<void> {
  await workOff(store, specificationJobs({ store, fetch }));
}
